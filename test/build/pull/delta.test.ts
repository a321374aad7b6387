import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { combineDeltas, nameCombined, planDeltas, readDeltaIndex } from '../../../build/pull/delta.ts';
import type { Manifest, SourceFile } from '../../../src/catalog/manifest.ts';
import { temporaryFolder } from '../export-file.ts';

const DAY = 86_400;
const DUMP = Date.parse('2026-11-01T00:00:00Z') / 1000;

const delta = (fromDay: number, toDay: number) => ({
  name: `openfoodfacts_products_${DUMP + fromDay * DAY}_${DUMP + toDay * DAY}.json.gz`,
  fromSeconds: DUMP + fromDay * DAY,
  toSeconds: DUMP + toDay * DAY,
});

function madeFrom(...sources: Partial<SourceFile>[]): Manifest {
  const full = { kind: 'parquet', sha256: '', bytes: 1, rows: 1, newest: null };
  return {
    sources: sources.map((source) => ({ name: 'food.parquet', ...full, ...source })),
  } as unknown as Manifest;
}
const FULL = { newest: '2026-11-01' };
const now = (day: number) => DUMP + day * DAY;

describe('the index of deltas', () => {
  test('is newest first; they are applied in the order of their names', () => {
    const text = [delta(2, 3), delta(1, 2), delta(0, 1)].map(({ name }) => `${name}\r\n`).join('');
    expect(
      readDeltaIndex(`${text}\nindex.html\n../etc/passwd\nopenfoodfacts_products_2_1.json.gz\n`),
    ).toEqual([delta(0, 1), delta(1, 2), delta(2, 3)]);
  });
});

describe('what brings a catalogue up to date', () => {
  const offered = [delta(-1, 0.2), delta(0.2, 1.2), delta(1.2, 2.2)];

  test('after a full build: all that reach into the day of its newest record, and later ones', () => {
    expect(planDeltas(madeFrom(FULL), offered, now(3))).toEqual({ kind: 'apply', deltas: offered });
    const later = { newest: '2026-11-02' };
    expect(planDeltas(madeFrom(later), offered, now(3))).toEqual({ kind: 'apply', deltas: offered.slice(1) });
  });

  test('after deltas: only those newer than the last one', () => {
    const manifest = madeFrom(FULL, { name: offered[1]!.name, kind: 'jsonl', newest: '2026-11-02' });
    expect(planDeltas(manifest, offered, now(3))).toEqual({ kind: 'apply', deltas: [offered[2]!] });
  });

  test('is nothing if the last delta has been applied', () => {
    const manifest = madeFrom(FULL, { name: nameCombined(offered), kind: 'jsonl' });
    expect(planDeltas(manifest, offered, now(3))).toEqual({ kind: 'unchanged' });
  });

  test.each([
    [
      'a day is missing before the first',
      [delta(1.1, 2)],
      3,
      /^no delta covers 2026-11-01T00:00 to 2026-11-02T02:24$/,
    ],
    ['a day is missing between two', [delta(0, 1), delta(2, 3)], 3, /^no delta covers 2026-11-02/],
    [
      'the last full pull is too long ago',
      [delta(30, 31)],
      31,
      /31 days old, and deltas do not contain deletions/,
    ],
    ['there are none', [], 3, /the server offers no deltas/],
  ])('is a full pull when %s', (_, deltas, day, reason) => {
    const plan = planDeltas(madeFrom(FULL), deltas, now(day));
    expect(plan).toMatchObject({ kind: 'full', reason: expect.stringMatching(reason) });
  });

  test('is a full pull for a catalogue that was not built from an export', () => {
    for (const manifest of [madeFrom({ kind: 'usda', newest: '2026-11-01' }), madeFrom({ newest: null })]) {
      expect(planDeltas(manifest, offered, now(3)).kind).toBe('full');
    }
  });

  test('tolerates a few minutes without changes', () => {
    const pause = 600 / DAY;
    const plan = planDeltas(madeFrom(FULL), [delta(0, 1), delta(1 + pause, 2)], now(2));
    expect(plan.kind).toBe('apply');
  });
});

describe('several deltas', () => {
  let folder: string;
  beforeAll(() => (folder = temporaryFolder()));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('are combined into one with the last state of each product', async () => {
    const write = (name: string, ...lines: string[]) => {
      const path = join(folder, name);
      writeFileSync(path, Bun.gzipSync(Buffer.from(lines.map((line) => `${line}\n`).join(''))));
      return path;
    };
    const first = write(
      '1.gz',
      '{"code":"1","product_name":"old"}',
      '{"code":"2","product_name":"kept"}',
      'broken',
    );
    const second = write(
      '2.gz',
      '{"code":"3"}',
      '',
      '{"nested":{"code":"2"},"code":"1","product_name":"new"}',
    );
    const out = join(folder, 'combined.gz');
    await combineDeltas([first, second], out);
    expect(Buffer.from(Bun.gunzipSync(readFileSync(out))).toString()).toBe(
      [
        '{"code":"3"}',
        '{"nested":{"code":"2"},"code":"1","product_name":"new"}',
        '{"code":"2","product_name":"kept"}',
        'broken',
        '',
      ].join('\n'),
    );
  });

  test('fail if one of them is damaged', async () => {
    const path = join(folder, 'cut.gz');
    writeFileSync(path, Bun.gzipSync(Buffer.from('{"code":"1"}\n'.repeat(1000))).subarray(0, 40));
    const failure = await combineDeltas([path], join(folder, 'none.gz')).catch(
      (error: Error) => error.message,
    );
    expect(failure).toMatch(/cut\.gz: the gzip file is truncated; download it again/);
  });
});
