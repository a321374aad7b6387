import { beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTable } from '../../../build/tables/read.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'larder-tables-'));
});

async function read(text: string, name = 'alps.tsv') {
  const path = join(folder, name);
  writeFileSync(path, text);
  const { batches, credit } = await openTable('table', path);
  const foods = (await Array.fromAsync(batches)).flatMap((batch) => batch.foods);
  return { foods, credit };
}

async function readRow(columns: string, fields: string, source: 'table' | 'usda' = 'table') {
  const path = join(folder, 'row.tsv');
  writeFileSync(path, `code\tname_en\t${columns}\n09040\tCheese\t${fields}\n`);
  const { batches } = await openTable(source, path);
  return (await Array.fromAsync(batches))[0]!.foods[0]!;
}

describe('a table of one’s own', () => {
  const TABLE = `# table: alps
# title: Foods of the Alps
# edition: 2026
# licence: CC BY 4.0
# licence_url: https://creativecommons.org/licenses/by/4.0/
# credit: Foods of the Alps, 2026
code\tname_de\tname_en\tsynonyms_de\tcategory\tenergy_kcal\tprotein_g\tcarbs_g\tfat_g\tcalcium_mg\tmeasures
7\tBergkäse\tMountain cheese\tAlpkäse; Hobelkäse\tCheeses\t400\t27\ttr\t32\t1,1e3\t1 slice: 20|1 cup: 110
`;

  test('has names in its languages, values and measures', async () => {
    const { foods } = await read(TABLE);
    expect(foods).toHaveLength(1);
    expect(foods[0]).toMatchObject({
      source: 'table',
      key: 'alps 7',
      names: ['Bergkäse'],
      lang: 'de',
      other_names: [
        { language: 'en', kind: 'official', name: 'Mountain cheese' },
        { language: 'de', kind: 'official', name: 'Alpkäse' },
        { language: 'de', kind: 'official', name: 'Hobelkäse' },
      ],
      categories: ['Cheeses'],
      calories_kcal: 400,
      protein_g: 27,
      carbs_g: 0,
      serving_size_g: 20,
      serving_desc: '1 slice (20 g)',
      record: { nutrients: { calcium_mg: 1100 }, measures: '1 slice: 20|1 cup: 110', per: '100g' },
    });
  });

  test('says who must be credited', async () => {
    expect((await read(TABLE)).credit).toEqual({
      title: 'Foods of the Alps',
      edition: '2026',
      licence: 'CC BY 4.0',
      licence_url: 'https://creativecommons.org/licenses/by/4.0/',
      credit: 'Foods of the Alps, 2026',
    });
  });

  test('is called like its file where it does not say more', async () => {
    const { foods, credit } = await read('code\tname_en\n1\tCheese\n', 'cellar.tsv');
    expect(foods[0]!.key).toBe('cellar 1');
    expect(credit).toEqual({
      title: 'cellar',
      edition: null,
      licence: null,
      licence_url: null,
      credit: 'cellar.',
    });
  });

  test('may come from Windows', async () => {
    const { foods } = await read(`\ufeff${TABLE.replaceAll('\n', '\r\n')}\r\n`);
    expect(foods).toEqual((await read(TABLE)).foods);
  });
});

describe('the serving of a food', () => {
  const WEIGHED = '1 usual amount: 110|1 slice: 20|1 cup: 110';

  test('is that of its own column, where a table has one', async () => {
    const food = await readRow('serving\tmeasures', `1/2 cup (4 fl oz): 55.5\t${WEIGHED}`);
    expect(food).toMatchObject({ serving_size_g: 55.5, serving_desc: '1/2 cup (4 fl oz) (55.5 g)' });
    expect(await readRow('serving\tmeasures', `\t${WEIGHED}`)).toMatchObject({ serving_size_g: null });
  });

  test('is else what weighs as much as the usual amount, or the first measure', async () => {
    expect(await readRow('measures', WEIGHED)).toMatchObject({ serving_desc: '1 cup (110 g)' });
    expect(await readRow('measures', '1 usual amount: 7')).toMatchObject({
      serving_desc: '1 usual amount (7 g)',
    });
    expect(await readRow('measures', '1 slice: 20|1 cup: 110')).toMatchObject({ serving_size_g: 20 });
    expect(await readRow('measures', '')).toMatchObject({ serving_size_g: null, serving_desc: null });
  });
});

describe('what a survey and a maker say of a food', () => {
  test('is its brand, and how popular it is by rank and share', async () => {
    const columns = 'brand\tsurvey_rank\tsurvey_share';
    expect(await readRow(columns, 'Alpina\t4\t0.5')).toMatchObject({ brand: 'Alpina', scans: 500 });
    expect(await readRow(columns, '\t\t')).toMatchObject({ brand: null, scans: null });
  });

  test('comes with the picture of a staple only in SR28, by whose numbers pictures are listed', async () => {
    expect((await readRow('brand', '', 'usda')).image_url).toContain('banana');
    expect((await readRow('brand', '')).image_url).toBeNull();
  });
});

describe('amounts', () => {
  test('are converted from the unit of their column', async () => {
    const food = await readRow(
      'salt_mg\tcopper_ug\tvitamin_d_mg\tlinoleic_acid_mg\tsodium_g',
      '250\t120\t0.005\t340\t0.1',
    );
    expect(food).toMatchObject({ salt_g: 0.25, sodium_mg: 100 });
    expect(food.record!.nutrients).toEqual({
      salt_g: 0.25,
      copper_mg: 0.12,
      vitamin_d_ug: 5,
      linoleic_acid_g: 0.34,
    });
  });

  test('that were not measured are unknown', async () => {
    expect(await readRow('carbs_g\tfiber_g', '\t')).toMatchObject({ carbs_g: null, fiber_g: null });
  });

  test.each([
    ['tr', 0],
    ['Traces', 0],
    ['<0.5', 0],
    ['< 0,3', 0],
    ['<3', null],
  ] as const)('of "%s" of fibre are what a label would say: %p', async (text, fiber_g) => {
    expect(await readRow('fiber_g', text)).toMatchObject({ fiber_g });
  });

  test('of vitamins that are too little to measure are unknown, since there are some', async () => {
    expect((await readRow('vitamin_c_mg\tvitamin_d_ug', 'tr\t<0.5')).record!.nutrients).toEqual({});
  });

  test('may be for 100 ml', async () => {
    expect((await readRow('basis\talcohol_g', 'ml\t4')).record!.per).toBe('100ml');
  });
});

describe('a table that cannot be read is refused in one line', () => {
  const cases: [what: string, text: string, message: string][] = [
    ['no header', '# table: x\n', 'alps.tsv: has no header line'],
    [
      'an unknown column',
      'code\tname_en\tvitamin_q_mg\n',
      ':1: no column of a composition table is called "vitamin_q_mg"',
    ],
    [
      'an impossible unit',
      'code\tname_en\tprotein_kcal\n',
      ':1: no column of a composition table is called "protein_kcal"',
    ],
    ['a column twice', 'code\tname_en\tfat_g\tfat_g\n', ':1: has two columns "fat_g"'],
    ['no codes', 'name_en\tfat_g\n', ':1: has no column "code"'],
    ['no names', 'code\tfat_g\n', ':1: has no column with names, such as "name_en"'],
    ['commas', 'code,name_en,fat_g\n', ':1: no column of a composition table is called "code,name_en,fat_g"'],
    ['a missing field', 'code\tname_en\tfat_g\n1\tCheese\n', ':2: 2 fields instead of 3'],
    ['a code twice', 'code\tname_en\n1\tCheese\n1\tMilk\n', ':3: the code 1 appears twice'],
    ['a food without a code', 'code\tname_en\n\tCheese\n', ':2: has no code'],
    ['a food without a name', 'code\tname_en\tname_de\n1\t\t\n', ':2: has no name'],
    [
      'a word for an amount',
      'code\tname_en\tfat_g\n1\tCheese\tmuch\n',
      ':2: "much" in fat_g is not an amount',
    ],
    ['a wrong basis', 'code\tname_en\tbasis\n1\tCheese\tlb\n', ':2: "lb" in basis is neither g nor ml'],
    [
      'a wrong measure',
      'code\tname_en\tmeasures\n1\tCheese\tslice 20\n',
      ':2: "slice 20" in measures cannot be read',
    ],
    [
      'a serving without its weight',
      'code\tname_en\tserving\n1\tCheese\t1 slice\n',
      ':2: "1 slice" in serving is not words, a colon and grams',
    ],
    [
      'SR28 in the form of its publisher',
      'ndb_number\tfood_group\n',
      ':1: no column of a composition table is called "ndb_number"',
    ],
  ];
  test.each(cases)('%s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
    await expect(read(text)).rejects.toThrow('docs/generic-foods.md');
  });
});
