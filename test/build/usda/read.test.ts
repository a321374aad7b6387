import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RawFood } from '../../../build/raw/raw-food.ts';
import type { NumberedLine } from '../../../build/raw/table-file.ts';
import { openUsda, readUsda } from '../../../build/usda/read.ts';
import { identifyByWords } from '../../../src/food/identity.ts';

const DATA = join(import.meta.dir, '../../../data/usda-sr28.tsv');
const HEADER = readFileSync(DATA, 'utf8').split('\n', 1)[0]!;

/** A row of the table with these fields; the others are empty. */
function rowOf(fields: Readonly<Record<string, string>>): string {
  return HEADER.split('\t')
    .map((column) => fields[column] ?? '')
    .join('\t');
}

const PORRIDGE_FIELDS = {
  ndb_number: '08999',
  food_group: 'Breakfast Cereals',
  description: 'Cereals, QUAKER, oats, instant, prepared with water',
  common_names: 'oatmeal, Includes USDA commodity A061',
  manufacturer: 'The Quaker Oats, Co.',
  survey_rank: '100',
  survey_share: '0.5',
  energy_kcal: '68',
  protein_g: '2.4',
  fat_g: '1.4',
  carbohydrate_g: '12',
  fiber_g: '1.7',
  sodium_mg: '0',
  saturated_fat_g: '0.2',
  cholesterol_mg: '0',
  potassium_mg: '61',
  measures: '1 oz: 28.35|1 cup: 234',
};
const PORRIDGE = rowOf(PORRIDGE_FIELDS);

function* linesOf(text: string): Generator<NumberedLine> {
  let line = 0;
  for (const part of text.split('\n')) yield { line: ++line, text: part };
}

const read = (text: string): Promise<RawFood[]> => Array.fromAsync(readUsda(linesOf(text), 'foods.tsv'));

async function failureOf(text: string): Promise<string> {
  try {
    await read(text);
  } catch (error) {
    return (error as Error).message;
  }
  return 'it read';
}

describe('a row of the table', () => {
  test('becomes a food with a name, a brand, a category and a serving that people use', async () => {
    const [food] = await read(`${HEADER}\n${PORRIDGE}\n`);
    expect(food).toMatchObject({
      source: 'usda',
      line: 2,
      key: '08999',
      code: null,
      names: ['Cereals, Quaker, oats, instant, prepared with water'],
      other_names: [{ language: 'en', kind: 'official', name: 'oatmeal' }],
      brand: 'Quaker',
      categories: ['Breakfast cereals'],
      serving_size_g: 234,
      serving_desc: '1 cup (234 g)',
      calories_kcal: 68,
      carbs_g: 12,
      saturated_fat_g: 0.2,
      potassium_mg: 61,
      image_url: null,
    });
  });

  test('keeps what was not analysed apart from zero', async () => {
    const [food] = await read(`${HEADER}\n${PORRIDGE}`);
    expect(food!.sugar_g).toBeNull();
    expect(food!.sodium_mg).toBe(0);
    expect(food!.cholesterol_mg).toBe(0);
  });

  test('has no serving where the table has no measure', async () => {
    const [food] = await read(`${HEADER}\n${rowOf({ ...PORRIDGE_FIELDS, measures: '' })}`);
    expect(food!.serving_size_g).toBeNull();
    expect(food!.serving_desc).toBeNull();
  });

  test('has its leading zeros back if a spreadsheet took them', async () => {
    const [food] = await read(`${HEADER}\n${PORRIDGE.replace('08999', '8999')}`);
    expect(food!.key).toBe('08999');
  });

  test('counts as more popular the more often people eat it', async () => {
    const ranks = ['1', '2', '50', '1000', ''];
    const rows = ranks.map((survey_rank) => rowOf({ ...PORRIDGE_FIELDS, survey_rank, survey_share: '1' }));
    const foods = await read([HEADER, ...rows].join('\n'));
    const scans = foods.map((food) => food.scans ?? 0);
    expect(scans).toEqual([...scans].sort((a, b) => b - a));
    expect(new Set(scans).size).toBe(ranks.length);
    expect(foods.at(-1)!.scans).toBeNull();
  });

  test('shares its popularity where the survey counts several foods as one', async () => {
    const [half] = await read(`${HEADER}\n${PORRIDGE}`);
    const [whole] = await read(`${HEADER}\n${rowOf({ ...PORRIDGE_FIELDS, survey_share: '1' })}`);
    expect(half!.scans).toBe(whole!.scans! / 2);
  });
});

test('a table saved on Windows, with a byte order mark and blank lines at its end, reads the same', async () => {
  const plain = await read(`${HEADER}\n${PORRIDGE}\n`);
  expect(await read(`\ufeff${HEADER}\r\n${PORRIDGE}\r\n\r\n\r\n`)).toEqual(plain);
});

describe('a table that cannot be right is refused with its line', () => {
  const row = `${HEADER}\n${PORRIDGE}\n`;
  const cases: [what: string, text: string, message: string][] = [
    ['another file', 'code\tproduct_name\n', 'foods.tsv:1: not the header of a table of USDA SR28; '],
    [
      'a header of other columns',
      `${HEADER}\tash_g\n`,
      'foods.tsv:1: not the header of a table of USDA SR28; ',
    ],
    [
      'a measure without grams',
      row.replace('1 cup: 234', '1 cup'),
      'foods.tsv:2: "1 oz: 28.35|1 cup" in measures cannot be read; ',
    ],
    ['nothing but blank lines', '\n\n', 'foods.tsv: has no header line; '],
    ['a row cut short', `${row}09999\tPEARS, RAW\t57\t0.36`, 'foods.tsv:3: 4 fields instead of 45; '],
    ['a row too long', `${row}${PORRIDGE}\t1`, 'foods.tsv:3: 46 fields instead of 45; '],
    [
      'a word for a number',
      row.replace('\t68\t', '\tlow\t'),
      'foods.tsv:2: "low" in energy_kcal is not a number; ',
    ],
    [
      'a description longer than any',
      row.replace(PORRIDGE_FIELDS.description, 'A'.repeat(201)),
      'foods.tsv:2: a description of 201 letters; ',
    ],
    [
      'a number that is not of the NDB',
      row.replace('08999', 'A8999'),
      'foods.tsv:2: "A8999" is not an NDB number; ',
    ],
  ];
  for (const [what, text, message] of cases) {
    test(what, async () => {
      const failure = await failureOf(text);
      expect(failure).toStartWith(message);
      expect(failure).not.toContain('\n');
    });
  }
});

describe('data/usda-sr28.tsv', async () => {
  const opened = await openUsda(DATA);
  const foods = (await Array.fromAsync(opened.batches)).flatMap((batch) => batch.foods);
  const byNumber = new Map(foods.map((food) => [food.key, food]));

  test('holds all 8,790 foods of SR28, each once', () => {
    expect(foods.length).toBe(8790);
    expect(byNumber.size).toBe(8790);
  });

  test('gives every food the id that it had in release 1.0.0', () => {
    const ids = foods.map((food) => identifyByWords([food.source, food.key!])).sort((a, b) => a - b);
    expect(new Bun.CryptoHasher('sha256').update(ids.join('\n')).digest('hex')).toBe(
      '540469b3d742514606c91640eaae2aba85fb96fcc8c159030d7dae2c04f2cf43',
    );
  });

  test('has the figures of foods that everybody knows', () => {
    expect(byNumber.get('09040')).toMatchObject({
      names: ['Bananas, raw'],
      calories_kcal: 89,
      potassium_mg: 358,
    });
    expect(byNumber.get('01001')).toMatchObject({ calories_kcal: 717, serving_desc: '1 tbsp (14.2 g)' });
    expect(byNumber.get('02047')).toMatchObject({
      names: ['Salt, table'],
      calories_kcal: 0,
      sodium_mg: 38758,
    });
    expect(byNumber.get('14003')).toMatchObject({ calories_kcal: 43, alcohol_g: 3.9 });
  });

  test('has the values of the revision of May 2016', () => {
    expect(byNumber.get('18064')).toMatchObject({ names: ['Bread, wheat'], calories_kcal: 274, fat_g: 4.53 });
    expect(byNumber.get('07028')).toMatchObject({ calories_kcal: 107, sodium_mg: 945 });
  });

  test('names a brand for what a company makes, and none for what grows', () => {
    expect(foods.filter((food) => food.brand !== null).length).toBeGreaterThan(1850);
    expect(byNumber.get('08069')).toMatchObject({ brand: "Kellogg's" });
    expect(byNumber.get('09040')!.brand).toBeNull();
  });

  test('has no sugar value for caraway cheese and a zero for olive oil', () => {
    expect(byNumber.get('01008')).toMatchObject({ names: ['Cheese, caraway'], sugar_g: null, fiber_g: 0 });
    expect(byNumber.get('04053')!.sugar_g).toBe(0);
  });

  test('has nulls where its source has them', () => {
    const unknown = (field: 'sugar_g' | 'fiber_g' | 'calories_kcal') =>
      foods.filter((food) => food[field] === null).length;
    expect([unknown('calories_kcal'), unknown('fiber_g'), unknown('sugar_g')]).toEqual([0, 594, 1832]);
  });

  test('has a category and a name for every food', () => {
    expect(foods.filter((food) => food.categories.length !== 1)).toEqual([]);
    expect(foods.filter((food) => food.names[0]!.trim() === '')).toEqual([]);
    expect(new Set(foods.flatMap((food) => food.categories)).size).toBeLessThan(70);
  });

  test('shouts in no name', () => {
    const shouting = foods.flatMap((food) => food.names).filter((name) => /[A-Z]{6}/.test(name));
    expect(shouting).toEqual([]);
  });

  test('has no stray comma, space or bracket in any name', () => {
    const stray = foods
      .flatMap((food) => food.names)
      .filter(
        (name) =>
          /^[^A-Z0-9]|[ ,-]$| ,|,,| {2}|, [)(]/.test(name) ||
          name.split('(').length !== name.split(')').length,
      );
    expect(stray).toEqual([]);
  });
});
