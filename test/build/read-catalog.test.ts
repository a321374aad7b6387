import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import type { BuildSource } from '../../build/read/open-input.ts';
import { openCatalogRecords } from '../../build/read-catalog.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { type ExportRow, PRODUCTS, temporaryFolder, writeExport } from './export-file.ts';
import { soldFoods } from './sold-foods.ts';

let folder: string;
/** A catalogue with foods from every source, some of them merged. */
let base: string;
beforeAll(async () => {
  folder = temporaryFolder();
  base = await build([
    exported([...PRODUCTS, ...PRODUCTS.slice(0, 2), ...soldFoods(200, 3)]),
    own('community', 'name,barcode,calories_kcal\nNut spread,3017620422003,540\nHome soup,,45\n'),
    own('ai_estimate', 'name,calories_kcal\nPoké bowl,120\n'),
  ]);
});
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = (end: string) => join(folder, `${files++}${end}`);
const exported = (rows: readonly ExportRow[]): BuildSource => ({
  source: 'off',
  path: writeExport(newPath('.tsv'), rows),
});
function own(source: 'community' | 'ai_estimate', csv: string): BuildSource {
  const path = newPath('.csv');
  writeFileSync(path, csv);
  return { source, path };
}

async function build(sources: BuildSource[], from: string | null = null): Promise<string> {
  const out = newPath('.db');
  await buildCatalog({ base: from, sources, out, force: false }, () => {});
  return out;
}

/** A product of the catalogue as the record it was built from. */
function recordOf(path: string, id: number) {
  const records = openCatalogRecords(path);
  const record = [...records.foods()].find((food) => food.id === id);
  records.close();
  return record;
}

const NUTELLA = 3017620422003;

describe('a catalogue built only from another one', () => {
  test('is identical byte for byte: foods, ids, confidence, search index and manifest', async () => {
    const again = await build([], base);
    expect(readFileSync(again).equals(readFileSync(base))).toBe(true);
  });

  test('keeps what the API does not return', async () => {
    expect(recordOf(base, NUTELLA)).toMatchObject({
      also: 'Pâte à tartiner aux noisettes, Nutella',
      modified_t: 1767225600,
      language: 'en',
      countries: null,
    });
    const records = openCatalogRecords(base);
    const foods = [...records.foods()];
    records.close();
    expect(foods.some(({ countries }) => countries === 'be fr')).toBe(true);
    expect(foods.some(({ countries }) => countries?.includes('ci'))).toBe(true);
    expect(foods.some(({ alcohol_g }) => alcohol_g !== null && alcohol_g > 0)).toBe(true);
  });

  test('is not built from an altered one', () => {
    const altered = newPath('.db');
    const bytes = readFileSync(base);
    bytes[bytes.length - 5]! ^= 1;
    writeFileSync(altered, bytes);
    return expect(build([], altered)).rejects.toThrow(/has been altered: its hash is/);
  });
});

describe('newer records', () => {
  const OLD: ExportRow = {
    code: '3400000000017',
    product_name: 'Fig bar',
    brands: 'Figgy',
    countries_tags: 'en:france',
    lang: 'fr',
    'energy-kcal_100g': '300',
    proteins_100g: '5',
    fat_100g: '4',
    carbohydrates_100g: '61',
    fiber_100g: '9',
    unique_scans_n: '12',
    last_modified_t: '1700000000',
  };
  const { fiber_100g: _, unique_scans_n: __, countries_tags: ___, ...WITHOUT } = OLD;
  const NEWER: ExportRow = { ...WITHOUT, 'energy-kcal_100g': '310', last_modified_t: '1710000000' };
  const ID = 3400000000017;

  /** A catalogue with the old record. */
  let old: string;
  beforeAll(async () => {
    old = await build([exported([OLD])]);
  });

  test('replace those of the catalogue, even if a value was deleted', async () => {
    const renewed = await build([exported([NEWER])], old);
    expect(recordOf(renewed, ID)).toMatchObject({
      calories_kcal: 310,
      fiber_g: null,
      modified_t: 1710000000,
    });
  });

  test('keep scans and countries if they have none of their own', async () => {
    const renewed = await build([exported([NEWER])], old);
    expect(recordOf(renewed, ID)).toMatchObject({ scans: 12, countries: 'fr' });
    const moved = { ...NEWER, countries_tags: 'en:belgium', unique_scans_n: '3' };
    const updated = await build([exported([moved])], old);
    expect(recordOf(updated, ID)).toMatchObject({ scans: 3, countries: 'be' });
  });

  test('replace a complete record with a sparse one, unlike a merge', async () => {
    const sparse = { code: OLD.code!, product_name: 'Fig bar', last_modified_t: '1710000000' };
    const renewed = await build([exported([sparse])], old);
    expect(recordOf(renewed, ID)).toMatchObject({ calories_kcal: null, brand: null });
  });

  test('in several files are applied in the order of the files and of their dates', async () => {
    const last = { ...NEWER, 'energy-kcal_100g': '', last_modified_t: '1720000000' };
    for (const order of [
      [NEWER, last],
      [last, NEWER],
    ]) {
      const renewed = await build(
        order.map((row) => exported([row])),
        old,
      );
      expect(recordOf(renewed, ID)).toMatchObject({ calories_kcal: null, modified_t: 1720000000 });
    }
    const undated = [301, 302].map((kcal) =>
      exported([{ code: '42', product_name: 'New', 'energy-kcal_100g': `${kcal}` }]),
    );
    expect(recordOf(await build(undated, old), 42)).toMatchObject({ calories_kcal: 302 });
  });

  test('applied one file after another give the same result as all at once', async () => {
    const day = (seed: number, moment: number) =>
      soldFoods(60, 3).map((row, index) => ({
        ...row,
        'energy-kcal_100g': String((index * seed) % 300),
        last_modified_t: String(moment),
      }));
    const days = [day(5, 1_750_000_000).slice(0, 40), day(7, 1_750_100_000).slice(20), soldFoods(10, 9)];
    const atOnce = await build(days.map(exported), base);
    let inTurn = base;
    for (const rows of days) inTurn = await build([exported(rows)], inTurn);
    const foodsOf = (path: string) => {
      const records = openCatalogRecords(path);
      const foods = [...records.foods()];
      records.close();
      return foods;
    };
    expect(foodsOf(inTurn)).toEqual(foodsOf(atOnce));
  });

  test('from another source are merged as usual: the operator’s values stay, and an estimate does not replace a label', async () => {
    const from = await build([
      exported([OLD]),
      own(
        'community',
        'name,barcode,calories_kcal,protein_g,fat_g,carbs_g\nMy fig bar,3400000000017,305,5,4,61\n',
      ),
    ]);
    const renewed = await build([exported([NEWER])], from);
    expect(recordOf(renewed, ID)).toMatchObject({
      name: 'My fig bar',
      calories_kcal: 305,
      source: 'community',
    });
    const guessed = own('ai_estimate', 'name,barcode,calories_kcal\nGuess,3400000000017,1\n');
    expect(recordOf(await build([guessed], old), ID)).toMatchObject({
      name: 'Fig bar',
      calories_kcal: 300,
    });
  });

  test('are counted in the report, and their files are listed after those of the catalogue', async () => {
    const out = newPath('.db');
    const before = openCatalog(base);
    const report = await buildCatalog(
      {
        base,
        sources: [exported([...soldFoods(30, 3), ...soldFoods(5, 9), { code: '1', product_name: '' }])],
        out,
        force: false,
      },
      () => {},
    );
    expect(report).toMatchObject({
      rows_read: before.size + 36,
      foods: before.size + 5,
      merged: 30,
      refused: { no_name: 1 },
    });
    expect(report.inputs.slice(0, -1)).toEqual(before.manifest.sources);
    expect(report.inputs.at(-1)).toMatchObject({ rows: 36 });
    before.close();
    const after = openCatalog(out);
    expect(after.manifest.sources).toEqual(report.inputs);
    after.close();
  });

  test('can be written over the catalogue they update', async () => {
    const out = await build([exported([OLD])]);
    await buildCatalog({ base: out, sources: [exported([NEWER])], out, force: false }, () => {});
    expect(recordOf(out, ID)).toMatchObject({ calories_kcal: 310 });
  });

  test('with a wrong path fail before the catalogue is read', async () => {
    const sources = [{ source: 'off' as const, path: join(folder, 'nowhere.tsv') }];
    let rows = 0;
    const building = buildCatalog({ base, sources, out: newPath('.db'), force: false }, (at) => {
      rows = at.rows;
    });
    await expect(building).rejects.toThrow(/nowhere\.tsv: no such file/);
    expect(rows).toBe(0);
  });
});
