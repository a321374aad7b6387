import { expect, test } from 'bun:test';
import { builtInFoods } from '../../build/built-in.ts';
import { type PreparedInput, prepareInputs } from '../../build/prepare/prepare-inputs.ts';
import { FOOD_TABLES, TABLE_NAMES } from '../../src/food/food-tables.ts';

const TABLE = 'foundation';
const path = `data/tables/${FOOD_TABLES[TABLE].file}`;

async function readAll({ kind, table, batches }: PreparedInput) {
  const rows: unknown[] = [];
  for (let bytes = 0; ; ) {
    const next = await batches.next();
    if (next.done) return { kind, table, rows, bytes, sha256: next.value };
    expect(next.value.refused).toEqual([]);
    for (const row of next.value.rows) rows.push([...row]);
    bytes = next.value.bytesRead;
  }
}

test('A table that comes with larder has the foods of its file', async () => {
  const [packed] = await builtInFoods([TABLE]);
  const { value: file } = await prepareInputs([{ source: TABLE, path }]).next();
  const [foods, expected] = [await readAll(packed!), await readAll(file!)];
  expect(foods.rows.length).toBeGreaterThan(300);
  expect(foods).toEqual(expected);
});

test('All tables come with larder, and the dishes with any of them', async () => {
  const kinds = async (tables: Parameters<typeof builtInFoods>[0]) =>
    (await builtInFoods(tables)).map(({ kind }) => kind);
  expect(await kinds(null)).toEqual([...TABLE_NAMES, 'community', 'community']);
  expect(await kinds(['bls', 'swiss'])).toEqual(['bls', 'swiss', 'community', 'community']);
  expect(await kinds([])).toEqual([]);
});
