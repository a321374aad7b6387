import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AccessLog, type LogFormat, limitLog, openLog, type RequestRecord } from '../../src/http/log.ts';
import { until } from '../until.ts';

const NOON = () => Date.parse('2026-11-15T12:00:00Z');
const RECORD: RequestRecord = {
  method: 'GET',
  route: '/food/:food_id',
  path: '/food/1',
  status: 200,
  ms: 0.4567,
  requestId: 'a-1',
};

/** A log whose other side accepts as many bytes as `take` says, by default all. */
function logTo(format: LogFormat, take: (length: number) => number = (length) => length) {
  const written: string[] = [];
  const write = (bytes: Buffer) => {
    const taken = take(bytes.length);
    written.push(bytes.toString('latin1', 0, taken));
    return taken;
  };
  const text = () => Buffer.from(written.join(''), 'latin1').toString();
  const records = () =>
    text()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  return { log: openLog(format, write, NOON), written, text, records };
}

describe('The log', () => {
  test('has one line of JSON for a request', () => {
    const { log, written } = logTo('json');
    log.request(RECORD);
    log.flush();
    expect(written.join('')).toBe(
      '{"time":"2026-11-15T12:00:00.000Z","level":"info","event":"request","method":"GET","path":"/food/1","status":200,"ms":0.46,"request_id":"a-1"}\n',
    );
  });

  test('is readable by a person', () => {
    const { log, written } = logTo('text');
    log.event('listening', { url: 'http://127.0.0.1:8080', foods: 26 });
    log.request(RECORD);
    log.flush();
    expect(written.join('')).toBe(
      '12:00:00  listening  url http://127.0.0.1:8080  foods 26\n12:00:00  200  GET /food/1  0.46 ms  a-1\n',
    );
  });

  test.each(['json', 'text'] as const)('never lets what others chose break a line: %s', (format) => {
    const { log, written } = logTo(format);
    log.event('openid failed', { error: 'no\r\n12:00:00  listening\u001b[2J\u2028\u202e\u0085' });
    const text = written.join('');
    for (const bad of ['\r', '\n', '\u001b']) expect(text.trimEnd()).not.toContain(bad);
    if (format === 'text') expect(text).not.toMatch(/[\u2028\u202e\u0085]/);
  });

  test.each(['json', 'text'] as const)('never lets a path break a line: %s', (format) => {
    const { log, written } = logTo(format);
    log.request({ ...RECORD, path: '/a\n{"event":"forged"}\u001b[2J"\\' });
    log.flush();
    const text = written.join('');
    expect(text.trimEnd()).not.toContain('\n');
    expect(text).not.toContain('\u001b');
    if (format === 'json') expect(JSON.parse(text).path).toBe('/a\n{"event":"forged"}\u001b[2J"\\');
  });

  test('truncates a long path', () => {
    const { log, written } = logTo('json');
    log.request({ ...RECORD, path: `/${'a'.repeat(16_000)}` });
    log.flush();
    expect(written.join('').length).toBeLessThan(500);
  });

  test('buffers requests, and writes events at once and in order', () => {
    const { log, written, records } = logTo('json');
    log.request(RECORD);
    expect(written).toEqual([]);
    log.event('stopping', {});
    expect(records().map(({ event }) => event)).toEqual(['request', 'stopping']);
  });

  test('flushes by itself after a while', async () => {
    const { log, written } = logTo('json');
    log.request(RECORD);
    await until(() => written.length > 0);
    expect(JSON.parse(written.join('')).event).toBe('request');
  });

  test('keeps what a full pipe did not accept, and drops lines to bound memory', () => {
    let isFull = true;
    const { log, written } = logTo('json', (length) => (isFull ? 0 : length));
    for (let i = 0; i < 20_000; i++) log.request({ ...RECORD, status: i });
    isFull = false;
    log.flush();
    const lines = written.join('').trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(1000);
    expect(lines.length).toBeLessThan(10_000);
    for (const [index, line] of lines.entries()) expect(JSON.parse(line).status).toBe(index);
  });

  test('is the same however few bytes are accepted at once', () => {
    const { log, records } = logTo('json', (length) => Math.min(length, 3));
    const paths = ['/food/1', '/Crème brûlée', '/牛奶', '/food/2'];
    for (const path of paths) log.request({ ...RECORD, path });
    for (let i = 0; i < 1000; i++) log.flush();
    expect(records().map(({ path }) => path)).toEqual(paths);
  });

  test('names the time, the level and the method of every request, also when they change', () => {
    const times = [0, 0, 1, 1, 1].map((ms) => NOON() + ms);
    const written: string[] = [];
    const write = (bytes: Buffer) => {
      written.push(bytes.toString());
      return bytes.length;
    };
    const log = openLog('json', write, () => times.shift()!);
    for (const [method, status] of [
      ['GET', 200],
      ['HEAD', 200],
      ['HEAD', 200],
      ['HEAD', 500],
      ['GET', 404],
    ] as const)
      log.request({ ...RECORD, method, status });
    log.flush();
    const lines = written.join('').trimEnd().split('\n');
    expect(
      lines.map((line) => JSON.parse(line)).map((one) => [one.time.slice(20), one.level, one.method]),
    ).toEqual([
      ['000Z', 'info', 'GET'],
      ['000Z', 'info', 'HEAD'],
      ['001Z', 'info', 'HEAD'],
      ['001Z', 'error', 'HEAD'],
      ['001Z', 'info', 'GET'],
    ]);
  });
});

describe('A limited log', () => {
  /** The names of events, and the statuses of requests, that are left. */
  function left(level: 'error' | 'warn' | 'info' | 'off', access: AccessLog, requests: readonly number[]) {
    const { log, text } = logTo('json');
    const limited = limitLog(log, level, access);
    for (const name of ['listening', 'catalog refused', 'fault']) limited.event(name, {});
    for (const status of requests) limited.request({ ...RECORD, status });
    limited.flush();
    const lines = text()
      .split('\n')
      .filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line)).map(({ event, status }) => status ?? event);
  }

  test('leaves out what is less urgent than its level', () => {
    expect(left('info', 'on', [200, 404, 503])).toEqual([
      'listening',
      'catalog refused',
      'fault',
      200,
      404,
      503,
    ]);
    expect(left('warn', 'on', [200, 404, 503])).toEqual(['catalog refused', 'fault', 503]);
    expect(left('error', 'on', [200, 404, 503])).toEqual(['fault', 503]);
    expect(left('off', 'on', [200, 404, 503])).toEqual([]);
  });

  test('has no requests, or one in a few and every failure', () => {
    const events = ['listening', 'catalog refused', 'fault'];
    expect(left('info', 'off', [200, 503])).toEqual(events);
    expect(left('info', { oneIn: 3 }, [200, 201, 202, 500, 203, 204, 205, 206])).toEqual([
      ...events,
      202,
      500,
      205,
    ]);
    expect(left('info', { oneIn: 1 }, [200, 201])).toEqual([...events, 200, 201]);
  });

  test('has at least a warning for every documented event that tells of a failure', () => {
    const page = readFileSync(join(import.meta.dir, '..', '..', 'docs', 'operations.md'), 'utf8');
    const [, table = ''] = /^\| `event` \|(.*?)\n\n/ms.exec(page) ?? [];
    const rows = table.split('\n').map((row) => row.split('|')[1] ?? '');
    const events = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    const failures = events.filter((name) =>
      /\b(lost|failed|refused|fault|not|kept its|closed)\b/.test(name),
    );
    expect(failures).toContain('accounts store lost');
    for (const name of failures) {
      const { log, written } = logTo('json');
      limitLog(log, 'warn', 'on').event(name, {});
      expect(written.join(''), name).toContain(name);
    }
  });

  test('names the level of every line', () => {
    const { log, records } = logTo('json');
    log.event('listening', {});
    log.event('thread lost', {});
    log.event('fault', {});
    log.request({ ...RECORD, status: 500 });
    log.flush();
    expect(records().map(({ level }) => level)).toEqual(['info', 'warn', 'error', 'error']);
  });
});
