import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { openCatalogRecords } from '../../build/read-catalog.ts';
import { planSlice, writeSlice } from '../../build/slice.ts';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { readCheckedRecord } from '../../src/catalog/records/checked-record.ts';
import {
  openRecordBlocks,
  RECORDS_PER_BLOCK,
  RecordBlocks,
} from '../../src/catalog/records/record-blocks.ts';
import schema from '../../src/catalog/records/schema.sql' with { type: 'text' };
import {
  EMPTY_RECORD,
  type FoodRecord,
  mergeRecords,
  type RecordPart,
  readRecord,
  writeRecord,
} from '../../src/food/food-record.ts';
import { fullRecordOf } from '../../src/food/full-record.ts';
import { FURTHER_NUTRIENTS } from '../../src/food/further-nutrients.ts';
import { openWritable } from '../../src/sqlite/driver.ts';
import { temporaryFolder, writeExport } from '../build/export-file.ts';
import { soldFoods } from '../build/sold-foods.ts';
import { randomOf } from '../random.ts';

const PARQUET = join(import.meta.dir, '../fixtures/open-food-facts/records.parquet');
const SPREAD = 3991234500023;
const TEA = 3991234500030;
const MYSTERY = 3991234500047;

let folder: string;
let files = 0;
const newPath = (end = '.db') => join(folder, `${files++}${end}`);
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function build(path: string, without: RecordPart[] = [], base: string | null = null): Promise<string> {
  const out = newPath();
  const sources = path === '' ? [] : [{ source: 'off' as const, path }];
  await buildCatalog({ base, sources, out, force: false, without }, () => {});
  return out;
}

function fullIn(path: string, id: number) {
  const catalog = openCatalog(path);
  const food = catalog.findFood(id);
  const stored = food === null ? null : catalog.findRecord(food);
  catalog.close();
  return food === null || stored === null ? null : fullRecordOf(food, stored);
}

describe('the full record of a product', () => {
  test('from Parquet has everything the export says', async () => {
    expect(fullIn(await build(PARQUET), SPREAD)).toEqual({
      nutrients: { salt_g: 0.1, vitamin_c_mg: 4.2 },
      ingredients_text: 'Sucre, noisettes',
      allergens: ['en:milk', 'en:nuts'],
      traces: ['en:gluten'],
      additives: ['en:e322'],
      labels: ['en:organic'],
      categories: ['en:spreads', 'en:hazelnut-spreads'],
      countries: null,
      analysis: ['en:palm-oil-free'],
      nutriscore: 'e',
      nova: 4,
      quantity: '400 g',
      product_quantity: 400,
      product_quantity_unit: 'g',
      serving_unit: null,
      basis: 'g',
      generic_name: null,
      language: 'fr',
      names: { fr: 'Pâte à tartiner', en: 'Hazelnut spread' },
      modified: null,
      measures: null,
      environment: null,
    });
  });

  test('of a generic food has its household measures', async () => {
    await makeStarter();
    const catalog = openCatalog(STARTER);
    const milk = catalog.findNamed('whole milk')[0]!.food;
    const { measures } = fullRecordOf(milk, catalog.findRecord(milk)!);
    expect(measures).toContainEqual({ text: '1 cup', grams: 244 });
    catalog.close();
  }, 60_000);

  test('says that there are no allergens only where someone could have read the ingredients', async () => {
    const built = await build(PARQUET);
    const tea = {
      allergens: [],
      traces: null,
      additives: [],
      labels: null,
      analysis: null,
      categories: null,
    };
    expect(fullIn(built, TEA)).toMatchObject({ ...tea, nutriscore: null, ingredients_text: 'Peppermint.' });
    const unknown = { allergens: null, traces: null, additives: null, ingredients_text: null };
    expect(fullIn(built, MYSTERY)).toMatchObject(unknown);
  });

  test('from the tab-separated export has no allergens, since it has only what people typed', async () => {
    const row = {
      code: '3991234500023',
      product_name: 'Pâte à tartiner',
      product_name_de: 'Nougatcreme',
      ingredients_text: 'Sucre, noisettes',
      allergens: 'milk, nuts',
      traces_tags: 'en:gluten',
      additives_tags: 'en:e322,en:e471',
      nutriscore_grade: 'd',
      nova_group: '4',
      quantity: '33 cl',
      product_quantity: '330',
      countries_tags: 'en:france,en:belgium',
      last_modified_t: '1767225600',
      alcohol_100g: '5',
      'vitamin-b1_100g': '0.0011',
      'vitamin-a_100g': '0.0000000001',
      iron_100g: '-1',
    };
    expect(fullIn(await build(writeExport(newPath('.tsv'), [row])), SPREAD)).toMatchObject({
      ingredients_text: 'Sucre, noisettes',
      allergens: null,
      traces: ['en:gluten'],
      additives: ['en:e322', 'en:e471'],
      countries: ['en:belgium', 'en:france'],
      nutriscore: 'd',
      nova: 4,
      quantity: '33 cl',
      product_quantity: 330,
      product_quantity_unit: 'ml',
      basis: 'ml',
      names: { de: 'Nougatcreme' },
      modified: '2026-01-01',
      // A trace that would round to zero is unknown, and so is an amount that no food can have.
      nutrients: { alcohol_g: 3.945, thiamin_mg: 1.1 },
    });
  });

  test('from JSONL is read in the old schema and in the new one', async () => {
    const products = [
      {
        code: '3991234500023',
        lang: 'fr',
        product_name: 'Crêpes',
        product_name_en: 'Pancakes',
        ingredients_text: 'Farine, lait',
        allergens_tags: ['en:milk'],
        serving_size: '1 crêpe (30 g)',
        serving_quantity_unit: 'g',
        nutriments: { 'energy-kcal_100g': 200, 'vitamin-d_100g': 0.000002, calcium_100g: 0.12 },
      },
      {
        code: '3991234500030',
        product_name: 'Juice',
        schema_version: 1003,
        nutrition: {
          aggregated_set: {
            per: '100ml',
            nutrients: { 'vitamin-c': { value: 30, unit: 'mg' }, folates: { value: 25, unit: 'µg' } },
          },
        },
      },
    ];
    const path = newPath('.jsonl');
    writeFileSync(path, products.map((product) => `${JSON.stringify(product)}\n`).join(''));
    const built = await build(path);
    expect(fullIn(built, SPREAD)).toMatchObject({
      names: { fr: 'Crêpes', en: 'Pancakes' },
      allergens: ['en:milk'],
      traces: null,
      serving_unit: 'g',
      basis: 'g',
      nutrients: { vitamin_d_ug: 2, calcium_mg: 120 },
    });
    expect(fullIn(built, TEA)).toMatchObject({
      basis: 'ml',
      nutrients: { vitamin_c_mg: 30, folate_ug: 25 },
      allergens: null,
    });
  });

  test('keeps an allergen in whatever form the source gives it, and says nothing where it cannot', async () => {
    const tagged = (code: string, allergens_tags: unknown) => ({
      code,
      product_name: 'Crêpes',
      ingredients_text: 'Farine, lait',
      allergens_tags,
    });
    const long = `fr:${'contient-lait-'.repeat(12)}`;
    const products = [
      tagged('3991234500023', ['fr:lait entier', 'en:milk, cream', long]),
      tagged('3991234500030', [{ id: 'en:milk' }]),
    ];
    const path = newPath('.jsonl');
    writeFileSync(path, products.map((product) => `${JSON.stringify(product)}\n`).join(''));
    const built = await build(path);
    const { allergens } = fullIn(built, SPREAD) as { allergens: string[] };
    expect(allergens).toEqual(['fr:lait-entier', 'en:milk-cream', long.slice(0, 80)]);
    expect(fullIn(built, TEA)).toMatchObject({ allergens: null });
  });

  test('of a generic food has the 27 further nutrients of USDA, and its household measures', async () => {
    const usda = join(import.meta.dir, '../../data/usda-sr28.tsv');
    const [header, ...rows] = readFileSync(usda, 'utf8').split('\n');
    const path = newPath('.tsv');
    writeFileSync(path, [header, ...rows.slice(0, 120)].join('\n'));
    const out = newPath();
    const sources = [{ source: 'usda' as const, path }];
    await buildCatalog({ base: null, sources, out, force: false }, () => {});
    const records = openCatalogRecords(out);
    const butter = [...records.foods()].find(({ name }) => name === 'Butter, salted');
    records.close();
    const { nutrients, measures, basis } = readRecord(butter!.record);
    expect(Object.keys(nutrients)).toHaveLength(27);
    expect(nutrients).toMatchObject({
      water_g: 15.87,
      vitamin_a_rae_ug: 684,
      selenium_ug: 1,
      thiamin_mg: 0.005,
    });
    expect(measures).toBe('1 pat (1" sq, 1/3" high): 5|1 tbsp: 14.2|1 cup: 227|1 stick: 113');
    expect(basis).toBe('g');
  });
});

describe('a catalogue', () => {
  const manyRows = () =>
    soldFoods(230, 5).map((row, at) => ({
      ...row,
      ingredients_text: at % 3 === 0 ? '' : `Water, ingredient ${at}`,
      additives_tags: at % 2 === 0 ? 'en:e330' : '',
      salt_100g: '1.25',
      sodium_100g: '0.5',
      'energy-kj_100g': at % 5 === 0 ? String(Math.round(Number(row['energy-kcal_100g']) * 4.184)) : '77',
    }));

  test('built on another one keeps every record, byte for byte', async () => {
    const first = await build(writeExport(newPath('.tsv'), manyRows()));
    expect(readFileSync(await build('', [], first)).equals(readFileSync(first))).toBe(true);
  });

  test('without ingredients still knows that there are no additives, and a build on it stays without', async () => {
    const path = writeExport(newPath('.tsv'), manyRows());
    const smaller = await build(path, ['ingredients']);
    const whole = await build(path);
    const recordsOf = (file: string) => {
      const records = openCatalogRecords(file);
      const all = new Map([...records.foods()].map(({ id, record }) => [id, readRecord(record)]));
      records.close();
      return all;
    };
    const kept = recordsOf(smaller);
    for (const [id, record] of recordsOf(whole)) {
      expect(kept.get(id)).toEqual({ ...record, ingredients_text: null });
    }
    const again = await build(path, [], smaller);
    expect(new Set([...recordsOf(again).values()].map(({ ingredients_text }) => ingredients_text))).toEqual(
      new Set([null]),
    );
    const catalog = openCatalog(again);
    expect(catalog.manifest.without).toEqual(['ingredients']);
    expect(catalog.manifest.fill).toMatchObject({ full_record: 230, ingredients_text: 0 });
    catalog.close();
  });

  test('that is sliced keeps the records of its foods, or drops them', async () => {
    const parent = openCatalogRecords(await build(writeExport(newPath('.tsv'), manyRows())));
    const before = new Map([...parent.foods()].map(({ id, record }) => [id, record]));
    const plan = planSlice(parent, { countries: null, languages: null, top: 60 });
    const [kept, dropped] = [newPath(), newPath()];
    await writeSlice(parent, plan, kept, () => {});
    await writeSlice(parent, plan, dropped, () => {}, ['records']);
    parent.close();
    const slice = openCatalogRecords(kept);
    const foods = [...slice.foods()];
    expect(foods).toHaveLength(60);
    for (const { id, record } of foods) expect(record).toBe(before.get(id)!);
    slice.close();
    const bare = openCatalogRecords(dropped);
    for (const { record } of bare.foods()) expect(record).toBeNull();
    bare.close();
  });
});

describe('a packed record', () => {
  const STRANGE: FoodRecord = {
    ...EMPTY_RECORD,
    names: { zh: '牛奶', en: 'Same' },
    ingredients_text: `🥛 ${'Zutat (äöü), '.repeat(5000)}`,
    allergens: ['xx:🥜'],
    nutrients: { silica_mg: 0.0001 },
  };

  /** Records with every member present or missing, and texts that look like separators. */
  function randomRecord(random: () => number): FoodRecord {
    const maybe = <Value>(value: Value) => (random() < 0.5 ? value : null);
    const tags = () => [[], ['en:milk'], ['fr:x', 'plain', 'en:a:b', 'en:-'], ['en:milk', 'en:nuts']];
    const list = () => maybe(tags()[Math.floor(random() * 4)]!);
    return readRecord(
      writeRecord({
        ...EMPTY_RECORD,
        names: random() < 0.5 ? { en: 'Same', fr: 'Autre = chose' } : {},
        generic_name: maybe('Kind, of - food'),
        ingredients_text: maybe('Sugar; (salt), "oil" = 3 %'),
        allergens: list(),
        traces: list(),
        additives: list(),
        labels: list(),
        categories: list(),
        analysis: list(),
        nutriscore: maybe('c'),
        nova: maybe(3),
        quantity: maybe('6 x 33 cl'),
        product_quantity: maybe(1980.5),
        product_quantity_unit: maybe('ml'),
        serving_unit: maybe('ml'),
        basis: maybe('ml'),
        nutrients: Object.fromEntries(
          FURTHER_NUTRIENTS.filter(() => random() < 0.2).map((name) => [
            name,
            Math.round(random() * 1000) / 10,
          ]),
        ),
        measures: maybe('1 cup: 227|1 tbsp: 14.2'),
      }),
    );
  }

  function randomRecords(seed: number, count = 200) {
    const random = randomOf(seed);
    return Array.from({ length: count }, () => (random() < 0.1 ? null : writeRecord(randomRecord(random))));
  }

  function write(records: readonly (string | null)[]) {
    const db = openWritable(':memory:');
    db.exec(schema);
    const insert = db.prepare('INSERT INTO records VALUES (?, ?)');
    const blocks = new RecordBlocks((block, packed) => insert.run(block, packed));
    for (const record of records) blocks.add(record);
    blocks.finish();
    return db;
  }

  test.each([
    ['one', 1],
    ['a block', RECORDS_PER_BLOCK],
    ['one more than a block', RECORDS_PER_BLOCK + 1],
    ['many', 300],
  ])('gives back what was packed, of %s', (_, count) => {
    const records = randomRecords(11, count);
    const find = openRecordBlocks(write(records));
    for (const [at, record] of records.entries()) expect(find(at + 1)).toBe(record);
    // Here and there, and beyond the last.
    for (const rank of [count, 1, count]) expect(find(rank)).toBe(records[rank - 1]!);
    expect(find(count + 1)).toBeNull();
  });

  test('takes few bytes if its neighbours are like it', () => {
    const records = randomRecords(11);
    const db = write(records);
    const packed = db.prepare('SELECT sum(length(records)) FROM records').pluck().get() as number;
    expect(packed).toBeLessThan(records.join('').length / 4);
  });

  test('takes no room where no food of a block has one', () => {
    const db = write([...new Array(2 * RECORDS_PER_BLOCK).fill(null), writeRecord(STRANGE)]);
    expect(db.prepare('SELECT block FROM records').pluck().all()).toEqual([2]);
    expect(openRecordBlocks(db)(2 * RECORDS_PER_BLOCK + 1)).toBe(writeRecord(STRANGE));
  });

  test('that is damaged is unknown, and so is one whose members are not what they should be', () => {
    for (const text of [
      '',
      '{"names":',
      '{"names":["en"]}',
      '{"allergens":"en:milk"}',
      '{"allergens":[1]}',
      '{"nutrients":{"salt_g":"1"}}',
      '{"nova":7}',
      '{"nutriscore":"x"}',
      '{"product_quantity":{}}',
    ])
      expect(readCheckedRecord(text)).toBeNull();
    expect(readCheckedRecord(writeRecord(STRANGE)!)).toEqual(STRANGE);
    const db = write([writeRecord(STRANGE)]);
    db.exec("UPDATE records SET records = x'00'");
    expect(() => openRecordBlocks(db)(1)).toThrow();
  });
});

describe('the text of a record', () => {
  const text = (record: Partial<FoodRecord>) => writeRecord({ ...EMPTY_RECORD, ...record });

  test('is the same in whatever order names and nutrients were found', () => {
    expect(text({ names: { fr: 'A', en: 'B' }, nutrients: { iron_mg: 3, salt_g: 1 } })).toBe(
      text({ names: { en: 'B', fr: 'A' }, nutrients: { salt_g: 1, iron_mg: 3 } }),
    );
  });

  test('has no nutrients that this release does not know', () => {
    expect(text({ nutrients: { salt_g: 1, unheard_of_mg: 2 } })).toBe(text({ nutrients: { salt_g: 1 } }));
    expect(text({ nutrients: { unheard_of_mg: 2 } })).toBeNull();
  });
});

describe('two records of one food', () => {
  test('are merged: the better one, with what it does not know from the other', () => {
    const text = (record: Partial<FoodRecord>) => writeRecord({ ...EMPTY_RECORD, ...record });
    const better = text({ names: { fr: 'A' }, allergens: [], product_quantity: 5, nutrients: { salt_g: 1 } });
    const other = text({
      names: { fr: 'B', en: 'C' },
      allergens: ['en:milk'],
      product_quantity: 7,
      product_quantity_unit: 'g',
      nutrients: { salt_g: 2, iron_mg: 3 },
      labels: ['en:organic'],
    });
    expect(readRecord(mergeRecords(better, other))).toEqual({
      ...EMPTY_RECORD,
      names: { fr: 'A', en: 'C' },
      allergens: [],
      product_quantity: 5,
      nutrients: { salt_g: 1, iron_mg: 3 },
      labels: ['en:organic'],
    });
    expect(mergeRecords(null, other)).toBe(other);
    expect(mergeRecords(better, null)).toBe(better);
  });
});
