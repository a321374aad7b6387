import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CleanFood, normalize } from '../../../build/normalize/normalize.ts';
import { openInput, readBatches } from '../../../build/read/open-input.ts';
import categoriesTable from '../../../data/category-names.tsv' with { type: 'text' };
import { listFindings } from '../../../src/food/findings.ts';
import { FOOD_TABLES, TABLE_NAMES, type TableName } from '../../../src/food/food-tables.ts';
import { identifyByWords } from '../../../src/food/identity.ts';

const DATA = join(import.meta.dir, '../../../data/tables');
const tables = new Map<TableName, Promise<CleanFood[]>>();

function foodsOf(name: TableName): Promise<CleanFood[]> {
  const known = tables.get(name) ?? readFoods(name);
  tables.set(name, known);
  return known;
}

async function readFoods(source: TableName): Promise<CleanFood[]> {
  const input = await openInput({ source, path: join(DATA, FOOD_TABLES[source].file) });
  const raw = (await Array.fromAsync(readBatches(input))).flatMap(({ foods }) => foods);
  return raw.map((food) => {
    const clean = normalize(food);
    if (typeof clean === 'string') throw new Error(`${source} ${food.key} is refused: ${clean}`);
    return clean;
  });
}

async function find(source: TableName, code: string): Promise<CleanFood> {
  const id = identifyByWords([source, code]);
  return (await foodsOf(source)).find((food) => food.id === id)!;
}

test('a synonym names one food, and not all that begin with the same word', () => {
  const rows = readFileSync(join(DATA, FOOD_TABLES.swiss.file), 'utf8').trimEnd().split('\n');
  const [header, ...foods] = rows.map((row) => row.split('\t'));
  for (const [at, column] of header!.entries()) {
    if (!column.startsWith('synonyms_')) continue;
    const synonyms = foods.flatMap((food) => [
      ...new Set(food[at]!.split(';').filter((name) => name !== '')),
    ]);
    expect(synonyms.filter((name, i) => synonyms.indexOf(name) < i)).toEqual([]);
  }
});

describe('a food of a table has the values that its publisher prints', () => {
  const cases: [
    TableName,
    code: string,
    name: string,
    kcal: number,
    protein: number,
    fat: number,
    carbs: number,
  ][] = [
    ['ciqual', '19023', 'Lait entier, UHT', 64.6, 3.39, 3.55, 4.77],
    ['ciqual', '7001', 'Pain blanc (par ex. : baguette, boule…)', 287, 9.06, 1.4, 58.3],
    ['ciqual', '36017', 'Poulet, filet sans peau cru', 110, 23.4, 1.5, 0],
    ['bls', 'F503100', 'Banane roh', 79, 1.319, 0.4, 15.89],
    ['bls', 'C133000', 'Hafer Flocken', 348, 13.22, 6.65, 53.3],
    ['bls', 'T410100', 'Lachs roh', 180, 19.9, 11.2, 0],
    ['cofid', '12-346', 'Cheese, Cheddar, English', 416, 25.4, 34.9, 0.1],
    ['cofid', '14-318', 'Bananas, flesh only', 81, 1.2, 0.1, 20.3],
    ['cofid', '12-937', 'Eggs, chicken, whole, raw', 131, 12.6, 9, 0],
    ['fndds', '11111000', 'Milk, whole', 61, 3.27, 3.2, 4.63],
    ['fndds', '63107010', 'Banana, raw', 97, 0.74, 0.28, 21.01],
    ['fndds', '14104100', 'Cheese, Cheddar', 409, 23.3, 34, 2.44],
    ['foundation', '323505', 'Kale, raw', 35, 2.92, 1.49, 0.32],
    ['foundation', '1105314', 'Bananas, ripe and slightly ripe, raw', 88, 0.74, 0.29, 21.3],
    ['foundation', '748967', 'Eggs, Grade A, Large, egg whole', 147, 12.4, 9.96, 0.96],
    ['cnf', '1704', 'Banana, raw', 89, 1.09, 0.33, 21.14],
    ['cnf', '118', 'Butter, regular', 717, 0.85, 81.11, 0.06],
    ['cnf', '119', 'Cheese, cheddar', 406, 24.04, 33.82, 1.33],
    ['swiss', '381', 'Banane, roh', 90, 1.1, 0.2, 19.7],
    ['swiss', '273', 'Mandel', 624, 25.6, 52.1, 7.8],
    ['swiss', '532', 'Raclettekäse', 357, 25.9, 27.9, 0],
    ['fineli', '500', 'Voi', 727, 1.19, 81.3, 0.8],
    ['fineli', '379', 'Manteli', 601.6, 24.06, 51.24, 6.6],
    [
      'fineli',
      '1013',
      'Karjalanpiirakka, perinteinen, voideltu, riisi, ruisvehnäkuori',
      148.4,
      4.22,
      3.202,
      24.277,
    ],
    ['livsmedelsverket', '553', 'Banan', 95, 1.1, 0.1, 21.3],
    ['livsmedelsverket', '123', 'Mjölk fett 3% berikad', 60, 3.5, 3, 4.7],
    ['livsmedelsverket', '35', 'Olivolja', 884, 0, 100, 0],
    ['stfcj', '01088', 'こめ ［水稲めし］ 精白米 うるち米', 156, 2.5, 0.3, 34.6],
    ['stfcj', '12004', '鶏卵 全卵 生', 142, 12.2, 10.2, 0.4],
    ['stfcj', '07107', 'バナナ 生', 93, 1.1, 0.2, 21.4],
  ];
  test.each(cases)('%s %s %s', async (source, code, name, calories_kcal, protein_g, fat_g, carbs_g) => {
    expect(await find(source, code)).toMatchObject({
      source,
      name,
      calories_kcal,
      protein_g,
      fat_g,
      carbs_g,
    });
  });
});

describe('USDA SR28', () => {
  test('gives every food the id that it had in release 1.0.0', async () => {
    const ids = (await foodsOf('usda')).map(({ id }) => id).sort((a, b) => a - b);
    expect(new Bun.CryptoHasher('sha256').update(ids.join('\n')).digest('hex')).toBe(
      '540469b3d742514606c91640eaae2aba85fb96fcc8c159030d7dae2c04f2cf43',
    );
  });

  test.each([
    ['09040', { name: 'Bananas, raw', brand: null, category: 'Fruits', calories_kcal: 89 }],
    ['01001', { name: 'Butter, salted', calories_kcal: 717, serving_desc: '1 tbsp (14.2 g)' }],
    ['02047', { name: 'Salt, table', category: 'Salts', calories_kcal: 0, sodium_mg: 38758 }],
    ['14003', { category: 'Alcoholic beverages', calories_kcal: 43, alcohol_g: 3.9, serving_size_g: 356 }],
    ['08069', { brand: "Kellogg's", category: 'Breakfast cereals' }],
    // The revision of May 2016.
    ['18064', { name: 'Bread, wheat', calories_kcal: 274, fat_g: 4.53 }],
    ['07028', { calories_kcal: 107, sodium_mg: 945 }],
    // What was not analysed is unknown, and none is zero.
    ['01008', { name: 'Cheese, caraway', sugar_g: null, fiber_g: 0 }],
    ['04053', { sugar_g: 0 }],
  ] as const)('has food %s as everybody knows it', async (number, fields) => {
    expect(await find('usda', number)).toMatchObject(fields);
  });

  test('leaves unknown what its source leaves empty', async () => {
    const foods = await foodsOf('usda');
    const unknown = (field: 'calories_kcal' | 'fiber_g' | 'sugar_g') =>
      foods.filter((food) => food[field] === null).length;
    expect([unknown('calories_kcal'), unknown('fiber_g'), unknown('sugar_g')]).toEqual([0, 594, 1832]);
  });

  test('has names without shouting, stray commas and stray brackets', async () => {
    const names = (await foodsOf('usda')).map(({ name }) => name);
    const isStray = (name: string) =>
      /[A-Z]{6}|^[^A-Z0-9]|[ ,-]$| ,|,,| {2}|, [)(]/.test(name) ||
      name.split('(').length !== name.split(')').length;
    expect(names.filter(isStray)).toEqual([]);
  });
});

describe('each table', () => {
  const counts: Record<TableName, number> = {
    usda: 8790,
    foundation: 316,
    fndds: 5431,
    ciqual: 3484,
    bls: 7140,
    cofid: 2887,
    cnf: 5690,
    swiss: 1190,
    fineli: 4232,
    livsmedelsverket: 2333,
    stfcj: 2538,
  };
  const categories = new Set(categoriesTable.split('\n').map((row) => row.split('\t', 1)[0]));

  test.each(TABLE_NAMES)(
    '%s has all its foods, in its own language, with energy in nearly all of them',
    async (name) => {
      const foods = await foodsOf(name);
      expect(new Set(foods.map(({ id }) => id)).size).toBe(counts[name]);
      const [language] = FOOD_TABLES[name].languages;
      if (name !== 'usda') expect(new Set(foods.map((food) => food.language))).toEqual(new Set([language!]));
      const known = foods.filter(({ calories_kcal }) => calories_kcal !== null).length;
      expect(known / foods.length).toBeGreaterThan(0.9);
    },
  );

  test.each(TABLE_NAMES)('%s is filed under categories that pages have names for', async (name) => {
    const foods = await foodsOf(name);
    const filed = foods.filter(({ category }) => category !== null);
    expect(filed.length / foods.length).toBeGreaterThan(0.98);
    expect(
      [...new Set(filed.map(({ category }) => category))].filter((one) => !categories.has(one!)),
    ).toEqual([]);
  });

  test.each(TABLE_NAMES)('%s says who made it, when, and under which licence', (name) => {
    const table = FOOD_TABLES[name];
    for (const text of Object.values(table)) expect(text).not.toBe('');
    expect(table.licence_url).toStartWith('https://');
    expect(table.revised).toMatch(/^20\d\d-\d\d-\d\d$/);
  });
});

test('The id of a food follows from its table and its code there, and never changes', async () => {
  for (const [table, code, id] of [
    ['usda', '01001', 2271056688113474],
    ['ciqual', '19023', 2774853402785405],
    ['bls', 'F503100', 6675998600759773],
    ['cofid', '12-346', 5347127698152544],
    ['fndds', '11111000', 256067664772745],
    ['stfcj', '01088', 6869988861117505],
  ] as const) {
    expect((await find(table, code)).id).toBe(id);
  }
});

describe('what tables measure in their own way is brought to one', () => {
  test('alcoholic drinks of CoFID are per 100 ml', async () => {
    const foods = await foodsOf('cofid');
    const perVolume = foods.filter(({ record }) => record !== null && JSON.parse(record).basis === 'ml');
    expect(perVolume).toHaveLength(31);
    expect(perVolume.every(({ category }) => category !== null && ALCOHOLIC.includes(category))).toBe(true);
  });
  const ALCOHOLIC = ['Beers', 'Ciders', 'Wines', 'Liqueurs', 'Spirits', 'Alcoholic beverages'];

  test('copper, manganese and vitamin B6 of BLS are micrograms there, and milligrams here', async () => {
    const { record } = await find('bls', 'C133000');
    expect(JSON.parse(record!).nutrients).toMatchObject({
      copper_mg: 0.41,
      manganese_mg: 4.934,
      vitamin_b6_mg: 0.098,
    });
  });

  test('carbohydrate of tables that count fibre in it is shown without', async () => {
    // 5.91 g of carbohydrate by difference, 0.1 g of them fibre.
    expect(await find('cnf', '2')).toMatchObject({ carbs_g: 5.81, fiber_g: 0.1 });
  });

  test('household measures come along, and the usual amount of the survey is the serving', async () => {
    const milk = await find('fndds', '11111000');
    expect(JSON.parse(milk.record!).measures).toStartWith('1 usual amount: ');
    expect(milk).toMatchObject({ serving_size_g: 244, serving_desc: '1 cup (244 g)' });
    expect(await find('fineli', '500')).toMatchObject({ serving_size_g: expect.any(Number) });
  });
});

describe('what a table measured is believed', () => {
  const doubts = async (source: TableName, name: string) => {
    const food = (await foodsOf(source)).find((one) => one.name === name)!;
    return { sodium_mg: food.sodium_mg, carbs_g: food.carbs_g, findings: listFindings(food.findings) };
  };

  test('salt is salty in any language', async () => {
    const foods = await foodsOf('stfcj');
    expect(foods.filter(({ sodium_mg }) => sodium_mg !== null && sodium_mg > 30_000).length).toBeGreaterThan(
      3,
    );
  });

  test('baking soda is not doubted for having nothing else in it', async () => {
    expect((await doubts('usda', 'Leavening agents, baking soda')).findings).toEqual([]);
    expect((await doubts('ciqual', 'Bicarbonate de soude')).findings).toEqual([]);
  });

  test('sugars may exceed a carbohydrate that was found by difference by a little', async () => {
    expect((await doubts('usda', 'Cream, fluid, light (coffee cream or table cream)')).findings).toEqual([]);
    expect((await doubts('fndds', 'Blackberries, raw')).findings).toEqual([]);
  });

  test('a bread without protein, and an energy that its macronutrients cannot give, stay in doubt', async () => {
    expect((await doubts('usda', 'Pepperidge Farm, White Bread')).findings).toEqual(['impossible_protein_g']);
    expect((await doubts('usda', 'Frankfurter, beef, low fat')).findings).toEqual(['energy_off']);
  });

  test('acids and polyols have the energy that protein, fat and carbohydrate do not explain', async () => {
    const names = [
      'Citronensäure/Zitronensäure (E 330)',
      'Essigsäure 60 % (E 260)',
      'Milchsäure 80 % (E 270)',
      'Zitronensaft Konzentrat',
      'Limettensaft Konzentrat',
      'Limettensaft',
      'Sorbit Pulver (E 420)',
      'Mannit Pulver (E 421)',
    ];
    for (const name of names) expect((await doubts('bls', name)).findings).toEqual([]);
    expect((await doubts('cofid', 'Cream of tartar')).findings).toEqual([]);
    expect((await doubts('fineli', 'Sorbitoli')).findings).toEqual([]);
    expect((await doubts('bls', 'Glukosesirup maltosehaltig')).findings).toEqual(['energy_off']);
  });

  test('sugar counted as monosaccharides does not weigh more than itself', async () => {
    const foods = await foodsOf('cofid');
    expect(foods.find(({ name }) => name === 'Sugar, white')).toMatchObject({ carbs_g: 100, sugar_g: 100 });
  });
});
