import { writeSync } from 'node:fs';

/**
 * One line per event on standard error: JSON for programs, or text for a person at a terminal. Lines for requests are
 * buffered; every other event is written at once, after whatever is in the buffer.
 */
export type LogFormat = 'json' | 'text';

export interface RequestRecord {
  method: string;
  /** Without the query, so that nobody's search terms are logged. */
  path: string;
  /** As declared, such as `/food/:food_id`; empty for a path that does not exist. */
  route: string;
  status: number;
  ms: number;
  requestId: string;
}

/** Most urgent first. */
export const LOG_LEVELS = ['error', 'warn', 'info'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Which requests get a line: all of them, none, or a sample. */
export type AccessLog = 'on' | 'off' | { readonly oneIn: number };

/** Events that somebody should look at; any other is `info`. */
const ERRORS: ReadonlySet<string> = new Set(['fault', 'accounts failed', 'usage not kept']);
const WARNINGS: ReadonlySet<string> = new Set([
  'accounts store lost',
  'catalog missing',
  'catalog refused',
  'certificate refused',
  'certificate replaced',
  'confirmation failed',
  'connections closed',
  'few descriptors',
  'key copy failed',
  'limits store lost',
  'openid failed',
  'picture not fetched',
  'picture not kept',
  'secret exposed',
  'sign-in failed',
  'thread kept its catalog',
  'thread lost',
]);

export interface Log {
  request(record: RequestRecord): void;
  event(name: string, fields: Record<string, string | number>): void;
  /** Writes what is buffered. */
  flush(): void;
}

/** Long enough to batch many lines under load, short enough for a person watching. */
const FLUSH_AFTER_MS = 100;
/** A write of this size is cheap, and so is the memory for it. */
const FLUSH_AT_BYTES = 64 * 1024;
/** When the reader of the log does not keep up, lines beyond this are dropped to bound memory. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** A path can be as long as all headers together; this much is enough to identify it. */
const MAX_PATH_LENGTH = 200;

export const silentLog: Log = { request() {}, event() {}, flush() {} };

/** Writes as many bytes as the other side accepts now, and returns how many are done with. */
type Write = (bytes: Buffer) => number;

export function openLog(
  format: LogFormat,
  write: Write = writeToStandardError,
  nowMs: () => number = Date.now,
): Log {
  const requestLine = format === 'json' ? jsonRequest : textRequest;
  const eventLine = format === 'json' ? jsonEvent : textEvent;
  /** Lines since the last write, and before them what that one left over. */
  let lines = '';
  let unwritten: Buffer = Buffer.alloc(0);
  let timer: ReturnType<typeof setTimeout> | null = null;

  function flush() {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const bytes = Buffer.concat([unwritten, Buffer.from(lines)]);
    lines = '';
    unwritten = bytes.subarray(write(bytes));
  }

  const hasRoom = () => unwritten.length + lines.length < MAX_WAITING_BYTES;

  return {
    request(record) {
      if (hasRoom()) lines += requestLine(new Date(nowMs()).toISOString(), record);
      if (lines.length >= FLUSH_AT_BYTES) flush();
      else timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref();
    },
    event(name, fields) {
      if (hasRoom()) lines += eventLine(new Date(nowMs()).toISOString(), name, fields);
      flush();
    },
    flush,
  };
}

/** Leaves out what is less urgent than the level, and requests that the access log excludes. */
export function limitLog(log: Log, level: LogLevel | 'off', access: AccessLog): Log {
  const shown = new Set(level === 'off' ? [] : LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(level) + 1));
  const oneIn = access === 'on' ? 1 : access === 'off' ? Number.POSITIVE_INFINITY : access.oneIn;
  let skipped = 0;
  const isSampled = () => {
    skipped++;
    if (skipped < oneIn) return false;
    skipped = 0;
    return true;
  };
  return {
    ...log,
    request(record) {
      const recordLevel = levelOfStatus(record.status);
      // A failure is always worth its line, unless requests are not logged at all.
      const isChosen = recordLevel === 'error' ? access !== 'off' : isSampled();
      if (isChosen && shown.has(recordLevel)) log.request(record);
    },
    event(name, fields) {
      if (shown.has(levelOf(name))) log.event(name, fields);
    },
  };
}

function levelOf(event: string): LogLevel {
  if (ERRORS.has(event)) return 'error';
  return WARNINGS.has(event) ? 'warn' : 'info';
}

function levelOfStatus(status: number): LogLevel {
  return status >= 500 ? 'error' : 'info';
}

function jsonRequest(time: string, { method, path, status, ms, requestId }: RequestRecord): string {
  // Written out, since every request has a line and nothing but the path needs to be escaped.
  return `{"time":"${time}","level":"${levelOfStatus(status)}","event":"request","method":"${method}","path":${JSON.stringify(shownPath(path))},"status":${status},"ms":${roundMs(ms)},"request_id":"${requestId}"}\n`;
}

function textRequest(time: string, { method, path, status, ms, requestId }: RequestRecord): string {
  const shown = visible(JSON.stringify(shownPath(path)).slice(1, -1));
  return `${time.slice(11, 19)}  ${status}  ${method} ${shown}  ${roundMs(ms)} ms  ${requestId}\n`;
}

function jsonEvent(time: string, event: string, fields: Record<string, string | number>): string {
  return `${JSON.stringify({ time, level: levelOf(event), event, ...fields })}\n`;
}

function textEvent(time: string, event: string, fields: Record<string, string | number>): string {
  const words = Object.entries(fields).map(([name, value]) => `${name} ${visible(String(value))}`);
  return `${time.slice(11, 19)}  ${event}  ${words.join('  ')}\n`;
}

/** Text chosen by others must not start a new line, move the cursor or reverse the text on a terminal. */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

function shownPath(path: string): string {
  return path.length <= MAX_PATH_LENGTH ? path : `${path.slice(0, MAX_PATH_LENGTH)}…`;
}

function roundMs(ms: number): number {
  return Math.round(ms * 100) / 100;
}

function writeToStandardError(bytes: Buffer): number {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(2, bytes, written);
  } catch (error) {
    // A full pipe is retried with the next line. A closed one has no reader left.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return bytes.length;
  }
  return written;
}
