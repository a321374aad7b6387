import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { RawFood } from '../../../build/read/raw-food.ts';
import { type NumberedLine, openUsda, readUsda } from '../../../build/usda/read.ts';

/** What USDA abbreviates in SR28, as its descriptions write it; none of these is a word. */
const ABBREVIATIONS = new Set(
  `APPL APPLS APPLSAUC ASPRT BKD BLD BLDE BNLES BNLESS BNLS BNS BRDING BRKFST BRLD BRSD BRST BTLD BTTM BTTRMLK CHOIC CHOPD
  CHS CINN CKD CMDTY CND CNTR COATD COCNT COMM COMMLY CONC COND CONDMNT CRL CRM CRMD CTTNSD DECORT DEHYD DK DRK DRND DRSNG
  DRUMSTK DSSRT ENR EVAP FLAV FLR FRSH FRSTD FRSTNG FRZ GRDS GRLD GRLLD GRN GRNS HTD HVY HYDR IMITN IMMAT INCL INST JUC KRNLS
  LIQ LOFAT LRG LT LTTC MARSHMLLW MSHD MXD NZ PDR PK PLN PNAPPL PNUT PNUTS PREP PROT PRTRHS PUDD REFR REG RND RST RSTD RTB RTD
  RTE RTF RTH RTL RTS RW SAU SCALLPD SD SEL SHLDR SHRT SIMMRD SIRL SKN SLN SML SMMR SNDWCH SOL SOLN SOYBN SPL SPRD SRLN STK STKS
  STMD STR STWD SWT SWTND SWTNR TMT TNDR TODD TSTD UNCKD UNENR UNHTD UNPREP UNSPEC UNSWTND VAR VEG VIT WHL WNTR XCPT YEL`.split(
    /\s+/,
  ),
);

const HEADER =
  'ndb_number\tdescription\tcalories_kcal\tprotein_g\tfat_g\tcarbs_g\tfiber_g\tsugar_g\tsodium_mg\tsaturated_fat_g\tcholesterol_mg\tpotassium_mg\tweight_1_g\tweight_1\tweight_2_g\tweight_2';
const PORRIDGE =
  '08999\tCEREALS, OATS, INST, PREP WITH H2O\t68\t2.4\t1.4\t12\t1.7\t\t0\t0.2\t0\t61\t234\t1 cup\t\t';

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
  test('becomes a food with a name and a category a person would use', async () => {
    const [food] = await read(`${HEADER}\n${PORRIDGE}\n`);
    expect(food).toMatchObject({
      source: 'usda',
      line: 2,
      key: '08999',
      code: null,
      names: ['Cereals, oats, instant, prepared with water'],
      generic_name: null,
      brand: null,
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

  test('has no serving where the table has no weight', async () => {
    const row = '08999\tOATS\t389\t16.9\t6.9\t66.3\t10.6\t\t2\t1.2\t\t429\t\t1 cup\t\t';
    const [food] = await read(`${HEADER}\n${row}`);
    expect(food!.serving_size_g).toBeNull();
    expect(food!.serving_desc).toBeNull();
  });

  test('has its leading zeros back if a spreadsheet took them', async () => {
    const [food] = await read(`${HEADER}\n${PORRIDGE.replace('08999', '8999')}`);
    expect(food!.key).toBe('08999');
  });

  test('of an alcoholic drink tells the alcohol that its energy implies', async () => {
    const beer = '14999\tALCOHOLIC BEV, BEER, REG\t43\t0.46\t0\t3.55\t0\t0\t4\t0\t0\t27\t356\t1 can\t\t';
    const [food] = await read(`${HEADER}\n${beer}`);
    expect(food!.alcohol_g).toBeCloseTo(3.89, 2);
    expect((await read(`${HEADER}\n${PORRIDGE}`))[0]!.alcohol_g).toBeNull();
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
    ['nothing but blank lines', '\n\n', 'foods.tsv: has no header line; '],
    ['a row cut short', `${row}09999\tPEARS, RAW\t57\t0.36`, 'foods.tsv:3: 4 fields where 16 belong; '],
    ['a row too long', `${row}${PORRIDGE}\t1`, 'foods.tsv:3: 17 fields where 16 belong; '],
    [
      'a word for a number',
      row.replace('\t68\t', '\tlow\t'),
      'foods.tsv:2: "low" in calories_kcal is no number; ',
    ],
    [
      'a word for a weight',
      row.replace('\t234\t', '\t1 cup\t'),
      'foods.tsv:2: "1 cup" in weight_1_g is no number; ',
    ],
    [
      'a description longer than any',
      row.replace(/(\n[^\t]*\t)[^\t]*/, `$1${'A'.repeat(201)}`),
      'foods.tsv:2: a description of 201 letters; ',
    ],
    [
      'a number that is none of the NDB',
      row.replace('08999', 'A8999'),
      'foods.tsv:2: "A8999" is no NDB number; ',
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
  const opened = await openUsda(join(import.meta.dir, '../../../data/usda-sr28.tsv'));
  const foods = (await Array.fromAsync(opened.batches)).flatMap((batch) => batch.foods);
  const byNumber = new Map(foods.map((food) => [food.key, food]));

  test('holds all 8,790 foods of SR28, each once', () => {
    expect(foods.length).toBe(8790);
    expect(byNumber.size).toBe(8790);
  });

  test('has the figures of foods that everybody knows', () => {
    expect(byNumber.get('09040')).toMatchObject({
      names: ['Bananas, raw'],
      calories_kcal: 89,
      potassium_mg: 358,
    });
    expect(byNumber.get('01001')).toMatchObject({
      calories_kcal: 717,
      serving_desc: '1 pat (1" sq, 1/3" high) (5 g)',
    });
    expect(byNumber.get('02047')).toMatchObject({
      names: ['Salt, table'],
      calories_kcal: 0,
      sodium_mg: 38758,
    });
  });

  test('knows no sugar of caraway cheese and a sugar of zero in olive oil', () => {
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

  test('leaves no abbreviation in any name', () => {
    const left = foods
      .flatMap((food) => food.names)
      .filter((name) =>
        (name.toUpperCase().match(/[A-Z0-9]+/g) ?? []).some((word) => ABBREVIATIONS.has(word)),
      );
    expect(left).toEqual([]);
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
