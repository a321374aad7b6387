import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Manifest } from '../../src/catalog/manifest.ts';
import { openBytes } from '../raw/input.ts';
import { parseJson } from '../raw/json.ts';
import { isBlank, linesIn } from '../raw/lines.ts';

/** The changes of a few hours, in a file named after the times of the first and the last. */
export interface Delta {
  name: string;
  fromSeconds: number;
  toSeconds: number;
}

const DELTA_NAME = /^openfoodfacts_products_(\d{9,11})_(\d{9,11})\.json\.gz$/;
/** Open Food Facts changes every few seconds, so an hour without any change means that a file is missing. */
const GAP_SECONDS = 3600;
/** Deltas do not contain deletions, so a full pull is needed from time to time. */
const FULL_EVERY_SECONDS = 30 * 86_400;

export function readDelta(name: string): Delta | null {
  const [, from, to] = DELTA_NAME.exec(name) ?? [];
  return from === undefined || Number(from) > Number(to)
    ? null
    : { name, fromSeconds: Number(from), toSeconds: Number(to) };
}

/** The deltas listed in an index, in the order in which they are applied. */
export function readDeltaIndex(text: string): Delta[] {
  const deltas = text.split('\n').map((line) => readDelta(line.trim()));
  return sortDeltas(deltas.filter((delta) => delta !== null));
}

export function sortDeltas(deltas: readonly Delta[]): Delta[] {
  return [...deltas].sort((a, b) => a.fromSeconds - b.fromSeconds || a.toSeconds - b.toSeconds);
}

/** How to bring a catalogue up to date. */
type DeltaPlan =
  | { kind: 'full'; reason: string }
  | { kind: 'unchanged' }
  | { kind: 'apply'; deltas: Delta[] };

/** Which deltas bring a catalogue up to date, or why a full pull is needed. */
export function planDeltas(manifest: Manifest, offered: readonly Delta[], nowSeconds: number): DeltaPlan {
  const state = findState(manifest);
  if (state === null) return { kind: 'full', reason: 'the date of the catalogue is unknown' };
  if (nowSeconds - state.fullSeconds > FULL_EVERY_SECONDS) {
    const days = Math.floor((nowSeconds - state.fullSeconds) / 86_400);
    return {
      kind: 'full',
      reason: `the last full pull is ${days} days old, and deltas do not contain deletions`,
    };
  }
  const deltas = sortDeltas(offered).filter(({ toSeconds }) => toSeconds > state.untilSeconds);
  if (deltas.length === 0) {
    return offered.length === 0
      ? { kind: 'full', reason: 'the server offers no deltas' }
      : { kind: 'unchanged' };
  }
  let reached = state.untilSeconds;
  for (const { fromSeconds, toSeconds } of deltas) {
    if (fromSeconds > reached + GAP_SECONDS) {
      const dates = [reached, fromSeconds].map((at) => new Date(at * 1000).toISOString().slice(0, 16));
      return { kind: 'full', reason: `no delta covers ${dates.join(' to ')}` };
    }
    reached = Math.max(reached, toSeconds);
  }
  return { kind: 'apply', deltas };
}

/** How recent a catalogue is, according to the files it was built from. */
function findState({ sources }: Manifest): { untilSeconds: number; fullSeconds: number } | null {
  const until = sources.map(({ name }) => readDelta(name)?.toSeconds ?? 0);
  const full = sources.filter(({ name, kind }) => readDelta(name) === null && EXPORT_KINDS.includes(kind));
  const newest = full.map(({ newest }) => newest ?? '').sort();
  // Only the date of a dump is known. Starting from the beginning of that day misses nothing.
  const fullSeconds = Date.parse(newest.at(-1) ?? '') / 1000;
  if (Number.isNaN(fullSeconds)) return null;
  return { fullSeconds, untilSeconds: Math.max(fullSeconds, ...until) };
}
const EXPORT_KINDS: readonly string[] = ['export-csv', 'jsonl', 'parquet'];

/** The name of a delta that combines several. */
export function nameCombined(deltas: readonly Delta[]): string {
  const from = Math.min(...deltas.map(({ fromSeconds }) => fromSeconds));
  const to = Math.max(...deltas.map(({ toSeconds }) => toSeconds));
  return `openfoodfacts_products_${from}_${to}.json.gz`;
}

/**
 * Combines several deltas, given in the order in which they apply, into one with the last state of each product. Only
 * the codes are in memory: at most a few hundred thousand, since an index goes back two weeks.
 */
export function combineDeltas(paths: readonly string[], out: string): Promise<void> {
  return pipeline(newestLines(paths), createGzip({ level: 1 }), createWriteStream(out));
}

async function* newestLines(paths: readonly string[]): AsyncGenerator<Buffer, void, undefined> {
  const written = new Set<string>();
  // The newest first: any later line for the same product is older.
  for (const path of paths.toReversed()) {
    for await (const line of readLines(path)) {
      const code = findCode(line);
      if (code !== null && written.has(code)) continue;
      if (code !== null) written.add(code);
      yield Buffer.concat([line, NEWLINE]);
    }
  }
}
const NEWLINE = Buffer.from('\n');

/** Within a delta the order does not matter, since each product occurs once. */
async function* readLines(path: string): AsyncGenerator<Buffer, void, undefined> {
  const { chunks } = await openBytes(path);
  for await (const line of linesIn(chunks, path)) {
    if (!isBlank(line)) yield Buffer.from(line.bytes.subarray(line.start, line.end));
  }
}

/** Null for a line that is not a product; the build will report it. */
function findCode(line: Buffer): string | null {
  const product = parseJson(line.toString('utf8')) as { code?: unknown } | null;
  const code = product?.code ?? null;
  return code === null ? null : String(code);
}
