import { afterAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { listColumns } from '../../build/export/columns.ts';
import { type ExportFormat, openRowWriter } from '../../build/export/row-writer.ts';
import { buildCatalog } from '../../build/pipeline.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { exportCommand } from '../../src/cli/commands/export.ts';
import { FOOD_FIELDS } from '../../src/food/food.ts';
import { fullRecordOf, NOTHING_STORED } from '../../src/food/full-record.ts';
import { FURTHER_NUTRIENTS } from '../../src/food/further-nutrients.ts';
import { parseOptions } from '../../src/options.ts';
import { PRODUCTS, temporaryFolder, writeExport } from '../build/export-file.ts';
import { soldFoods } from '../build/sold-foods.ts';
import { ifInstalled } from '../outside-programs.ts';
import { runCaptured } from './captured-run.ts';

const AWKWARD = {
  code: '3000000000014',
  product_name: 'Soup, "thick" & hot',
  ingredients_text: 'Water, onions; "salt"',
  allergens_tags: ['en:celery', 'en:milk'],
  traces_tags: ['en:gluten'],
  additives_tags: [],
  nutriscore_grade: 'b',
  nova_group: 3,
  countries_tags: ['en:france', 'en:belgium'],
  nutriments: { 'energy-kcal_100g': 45, 'vitamin-c_100g': 0.0042 },
  last_modified_t: 1_767_225_600,
};
const folder = temporaryFolder();
const db = join(folder, 'foods.db');
const awkward = join(folder, 'awkward.jsonl');
writeFileSync(awkward, `${JSON.stringify(AWKWARD)}\n`);
const paths = [writeExport(join(folder, 'foods.tsv'), [...PRODUCTS, ...soldFoods(200, 4)]), awkward];
const sources = paths.map((path) => ({ source: 'off' as const, path }));
await buildCatalog({ base: null, sources, out: db, force: false }, () => {});
const catalog = openCatalog(db);
afterAll(() => {
  catalog.close();
});

const run = (...args: string[]) =>
  runCaptured((console) => exportCommand.run(parseOptions(exportCommand.options, args, {}), console));
async function exported(name: string, ...flags: string[]): Promise<string> {
  const out = join(folder, name);
  const { status, failure } = await run(db, '--out', out, ...flags);
  expect({ status, failure }).toEqual({ status: 0, failure: '' });
  return out;
}
async function readParquet(path: string): Promise<Record<string, unknown>[]> {
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path) });
  // A list that is null comes back as undefined.
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? null])),
  );
}
const readJsonl = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const allFoods = () => Array.from({ length: catalog.size }, (_, at) => catalog.foodAt(at + 1));
const soup = (rows: Record<string, unknown>[]) => rows.find(({ name }) => name === 'Soup, "thick" & hot')!;

describe('larder export', () => {
  test('writes the 22 fields of every food as Parquet, with real types and nulls', async () => {
    const path = await exported('foods.parquet');
    const rows = await readParquet(path);
    expect(rows).toEqual(allFoods().map((food) => ({ ...food, id: BigInt(food.id) })));
    expect(Object.keys(rows[0]!)).toEqual(FOOD_FIELDS);
    const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(path));
    const typeOf = (field: string) => schema.find(({ name }) => name === field)?.type;
    expect(['id', 'name', 'calories_kcal'].map(typeOf)).toEqual(['INT64', 'BYTE_ARRAY', 'DOUBLE']);
  });

  test('writes the same rows as JSON lines', async () => {
    expect(readJsonl(await exported('foods.jsonl'))).toEqual(allFoods());
  });

  test('adds nutrients, tags and all other members of full records as columns', async () => {
    const rows = await readParquet(await exported('full.parquet', '--full'));
    const expected = allFoods().map((food) => {
      const { nutrients, modified, ...full } = fullRecordOf(food, catalog.findRecord(food) ?? NOTHING_STORED);
      const columns = Object.fromEntries(FURTHER_NUTRIENTS.map((name) => [name, nutrients[name] ?? null]));
      const date = modified === null ? null : new Date(modified);
      return { ...food, id: BigInt(food.id), ...columns, ...full, modified: date };
    });
    expect(rows).toEqual(expected);
    expect(soup(rows)).toMatchObject({
      vitamin_c_mg: 4.2,
      allergens: ['en:celery', 'en:milk'],
      additives: [],
      labels: null,
      nova: 3,
      nutriscore: 'b',
      modified: new Date('2026-01-01'),
    });
    const lines = readJsonl(await exported('full.jsonl', '--full'));
    expect(soup(lines)).toMatchObject({ allergens: ['en:celery', 'en:milk'], modified: '2026-01-01' });
    expect(Object.keys(lines[0])).toEqual(Object.keys(rows[0]!));
  });

  test('quotes CSV, and tells unknown from none', async () => {
    const text = readFileSync(await exported('full.csv', '--full'), 'utf8');
    const [header, ...lines] = text.trimEnd().split('\n');
    expect(header!.split(',').slice(0, 22)).toEqual(FOOD_FIELDS);
    expect(lines).toHaveLength(catalog.size);
    const line = lines.find((line) => line.includes('thick'))!;
    expect(line).toContain(',"Soup, ""thick"" & hot",,3000000000014,,');
    expect(line).toContain('"Water, onions; ""salt""","en:celery,en:milk",en:gluten,"",,');
    expect(line).toEndWith(',2026-01-01,,');
    expect(header).toEndWith(',modified,measures,environment');
  });

  test('writes household measures as JSON, which tools can take apart', async () => {
    const columns = listColumns(true).filter(({ name }) => name === 'id' || name === 'measures');
    const measures = [{ text: '1 cup, whole', grams: 244 }];
    const written = (format: ExportFormat) => {
      const path = join(folder, `measures.${format}`);
      const writer = openRowWriter(format, path, columns, {});
      writer.add([1, measures]);
      writer.add([2, null]);
      writer.finish();
      return path;
    };
    expect(readFileSync(written('csv'), 'utf8')).toBe(
      'id,measures\n1,"[{""text"":""1 cup, whole"",""grams"":244}]"\n2,\n',
    );
    expect(await readParquet(written('parquet'))).toEqual([
      { id: 1n, measures },
      { id: 2n, measures: null },
    ]);
    expect(readJsonl(written('jsonl'))).toEqual([
      { id: 1, measures },
      { id: 2, measures: null },
    ]);
  });

  test('takes the filters of larder find', async () => {
    const flags = ['--min', 'protein_g=10', '--country', 'fr'];
    const rows = readJsonl(await exported('some.jsonl', ...flags, '--full'));
    const isMeant = (food: { protein_g: number | null; countries: string[] | null }) =>
      (food.protein_g ?? 0) >= 10 && food.countries?.includes('en:france') === true;
    const all = readJsonl(await exported('all.jsonl', '--full'));
    expect(rows).toEqual(all.filter(isMeant));
    expect(rows.length).toBeGreaterThan(5);
    const none = await exported('none.parquet', '--brand', 'no such brand');
    expect(await readParquet(none)).toEqual([]);
  });

  test('takes the format from --format, whatever the name', async () => {
    const out = await exported('table', '--format', 'csv');
    expect(readFileSync(out, 'utf8')).toStartWith('id,name,');
    expect((await run(db, '--out', join(folder, 'table.txt'))).failure).toContain('give --format');
    expect((await run(db)).failure).toContain('give --out FILE');
  });

  test('replaces an earlier export, but no catalogue', async () => {
    const out = join(folder, 'again.csv');
    writeFileSync(out, 'old');
    await exported('again.csv');
    expect(readFileSync(out, 'utf8')).toStartWith('id,name,');
    const copy = join(folder, 'copy.db');
    cpSync(db, copy);
    expect((await run(db, '--out', copy, '--format', 'csv')).failure).toContain('is a catalogue');
    expect(readFileSync(copy).equals(readFileSync(db))).toBe(true);
  });

  test('leaves nothing behind where it cannot write', async () => {
    const { status } = await run(db, '--out', join(folder, 'no-such-folder', 'x.parquet'));
    expect(status).toBe(1);
    expect(existsSync(join(folder, 'no-such-folder'))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  });
});

describe('DuckDB', () => {
  const { test } = ifInstalled('duckdb');
  const ask = (sql: string) => JSON.parse(Bun.spawnSync(['duckdb', '-json', '-c', sql]).stdout.toString());

  test('reads each format with the same figures', async () => {
    const sums = 'count(*) AS foods, count(brand) AS brands, round(sum(protein_g), 3) AS protein';
    const foods = allFoods();
    const protein = foods.reduce((sum, food) => sum + (food.protein_g ?? 0), 0);
    const brands = foods.filter(({ brand }) => brand !== null).length;
    for (const format of ['parquet', 'csv', 'jsonl']) {
      const path = await exported(`duck.${format}`);
      const [row] = ask(`SELECT ${sums} FROM '${path}'`);
      expect(row).toEqual({ foods: foods.length, brands, protein: Math.round(protein * 1000) / 1000 });
    }
  });

  test('reads lists, dates and JSON of full records', async () => {
    const path = await exported('duck-full.parquet', '--full');
    const [row] = ask(`SELECT count(*) FILTER (list_contains(countries, 'en:france')) AS french,
      count(*) FILTER (modified >= DATE '2026-01-01') AS recent FROM '${path}'`);
    const all = readJsonl(await exported('duck-full.jsonl', '--full'));
    expect(row).toEqual({
      french: all.filter(({ countries }) => countries?.includes('en:france')).length,
      recent: all.filter(({ modified }) => modified >= '2026-01-01').length,
    });
  });
});

test('A folder that does not exist is named as it was typed', async () => {
  const out = join(folder, 'nowhere', 'foods.csv');
  const { failure } = await run(db, '--out', out);
  expect(failure).toContain(`${out}: its folder does not exist; create the folder first`);
});

test('What an interrupted export left behind is gone after the next one', async () => {
  const out = join(folder, 'again.csv');
  // No process has so high a number.
  const left = join(folder, '.again.csv.99999999.new');
  writeFileSync(left, 'half a table');
  await run(db, '--out', out);
  expect([existsSync(out), existsSync(left)]).toEqual([true, false]);
});
