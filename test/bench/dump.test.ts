import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { RawFood } from '../../build/raw/raw-food.ts';
import { openExport, readBatches } from '../../build/read/open-input.ts';
import { writeDump } from '../../tools/bench/dump.ts';
import { EXPORT_HEADER } from '../../tools/bench/export-header.ts';

const folder = await mkdtemp(join(tmpdir(), 'larder-dump-'));
afterAll(() => rm(folder, { recursive: true }));

const ROWS = 8000;
const path = join(folder, 'dump.tsv.gz');
await writeDump({ rows: ROWS, seed: 7, path });

const foods: RawFood[] = [];
let refused = 0;
for await (const batch of readBatches(await openExport(path))) {
  foods.push(...batch.foods);
  refused += batch.refused.length;
}
const share = (matches: (food: RawFood) => boolean) => foods.filter(matches).length / foods.length;

describe('the dump that measurements are made on', () => {
  test('has the shape of the real one: 210 columns, and about 2.9 kB a row', async () => {
    const text = gunzipSync(await Bun.file(path).bytes());
    expect(EXPORT_HEADER).toHaveLength(210);
    expect(text.subarray(0, text.indexOf('\n')).toString()).toBe(EXPORT_HEADER.join('\t'));
    expect(text.length / ROWS).toBeGreaterThan(2700);
    expect(text.length / ROWS).toBeLessThan(3100);
  });

  test('has the requested rows, and leaves no unfinished file', async () => {
    expect(foods.length + refused).toBe(ROWS);
    expect(await readdir(folder)).toEqual(['dump.tsv.gz']);
  });

  test('is the same for the same seed, and differs for another', async () => {
    const hash = async (seed: number) => {
      const other = join(folder, `seed-${seed}.gz`);
      await writeDump({ rows: 300, seed, path: other });
      return Bun.hash(gunzipSync(await Bun.file(other).bytes()));
    };
    expect(await hash(1)).toBe(await hash(1));
    expect(await hash(1)).not.toBe(await hash(2));
  });

  test('has the errors of the real one at about its rates', () => {
    const near = (found: number, real: number) => {
      expect(found).toBeGreaterThan(real / 2);
      expect(found).toBeLessThan(real * 2);
    };
    near(
      share(({ fat_g }) => fat_g === null),
      121_832 / 818_846,
    );
    near(
      share(({ code }) => code?.length === 8),
      44_724 / 818_846,
    );
    near(
      share(({ protein_g, fat_g, carbs_g }) => protein_g === 0 && fat_g === 0 && carbs_g === 0),
      19_304 / 818_846,
    );
    near(
      share(({ names }) => names.length === 0),
      0.02,
    );
    near(
      share(({ categories }) => categories[0] === 'en:null'),
      0.04,
    );
  });

  test('has names like the real ones: a few words each, a few words everywhere, most words rare', () => {
    const counts = new Map<string, number>();
    let words = 0;
    for (const { names } of foods) {
      for (const word of names[0]?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
        words++;
      }
    }
    expect(words / foods.length).toBeGreaterThan(3);
    expect(words / foods.length).toBeLessThan(4.5);
    const ranked = [...counts.values()].sort((a, b) => b - a);
    expect(ranked[0]! / words).toBeGreaterThan(0.01);
    expect(ranked.filter((count) => count === 1).length / ranked.length).toBeGreaterThan(0.4);
  });
});
