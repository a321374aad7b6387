import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOverlay } from '../../build/overlay.ts';
import { type OpenedCatalog, openCatalog } from '../../src/catalog/open.ts';
import { overlayCatalog } from '../../src/catalog/overlay/overlay.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import type { Suggestion } from '../../src/food/suggestion.ts';
import { fold, words } from '../../src/text/fold.ts';
import { buildFrom, type ExportRow, temporaryFolder } from '../build/export-file.ts';
import { soldFoods } from '../build/sold-foods.ts';

const named = (code: number, name: string, brands: string, scans: number): ExportRow => ({
  code: String(4_006_381_000_000 + code),
  product_name: name,
  brands,
  categories_tags: 'en:dairies',
  'energy-kcal_100g': '60',
  proteins_100g: '3',
  fat_100g: '3',
  carbohydrates_100g: '5',
  unique_scans_n: String(scans),
});

const PRODUCTS = [
  ...soldFoods(1500, 31),
  named(17, 'Whole milk', 'Nordmilk', 90_000),
  named(24, 'WHOLE MILK', 'Nordmilk', 80_000),
  named(31, 'Milk chocolate', 'Nordmilk', 70_000),
  named(48, 'Milk', 'Hof', 500),
  named(93, 'Chocolate of nobody', '', 0),
  named(55, 'Crème brûlée', 'Café Breizh', 400),
  named(62, '北海道牛乳', '北海道', 300),
  named(79, 'Yogurt with milkfat "0%"', 'Hof', 200),
  ...Array.from({ length: 60 }, (_, at) => named(100_000 + at, `Eggplant dip no. ${at}`, '', 190 - at)),
  ...Array.from({ length: 60 }, (_, at) => named(200_000 + at, `Egg noodles no. ${at}`, '', 180 - at)),
  named(300_000, 'Egg', '', 2),
  named(300_001, 'Käse', '', 3),
  named(300_002, 'Käsekuchen', '', 4),
  named(300_003, 'Kas', '', 1),
  ...Array.from({ length: 60 }, (_, at) => named(400_000 + at, `Kasha no. ${at}`, '', 190 - at)),
  named(500_000, 'Öl von Oliven', '', 5),
  ...Array.from({ length: 60 }, (_, at) => named(600_000 + at, `Olives no. ${at}`, '', 190 - at)),
];

let folder: string;
let file: string;
let catalog: OpenedCatalog;
beforeAll(async () => {
  folder = temporaryFolder();
  file = await buildFrom(folder, PRODUCTS);
  catalog = openCatalog(file);
});
afterAll(() => {
  catalog.close();
  rmSync(folder, { recursive: true });
});

const suggest = (q: string, limit = 8, from: Catalog = catalog) => from.suggest({ q, limit });
const texts = (suggestions: readonly Suggestion[], kind = 'food') =>
  suggestions.filter((one) => one.kind === kind).map(({ text }) => text);
const hasWordsOf = (text: string, q: string) =>
  words(q).every((typed) => words(text).some((word) => word.startsWith(typed)));

describe('Suggestions', () => {
  test('begin as typed or have such words, never repeat themselves, and lead to the food of that name', () => {
    const beginnings = ['m', 'oa', 'hon', 'butt', 'oat b', 'honey co', 'lemon sy', 'far', 'pl f', 'sp'];
    for (const q of beginnings) {
      for (const limit of [1, 8, 20]) {
        const found = suggest(q, limit);
        expect(found.length).toBeGreaterThan(0);
        expect(found.length).toBeLessThanOrEqual(limit);
        expect(found.filter(({ text }) => !hasWordsOf(text, q))).toEqual([]);
        const keys = found.map(({ text, kind }) => `${kind} ${fold(text)}`);
        expect(new Set(keys).size).toBe(keys.length);
        for (const { text, kind, id } of found) {
          if (kind === 'food') expect(catalog.findFood(id!)?.name).toBe(text);
          else expect(id).toBeNull();
        }
      }
    }
  });

  test('come in the order of popularity, those first that begin as typed', () => {
    expect(texts(suggest('mil'))).toEqual([
      'Milk chocolate',
      'Milk',
      'Whole milk',
      'Yogurt with milkfat "0%"',
    ]);
    // One that is far better known comes first, wherever it has the word.
    expect(texts(suggest('choco', 2))).toEqual(['Milk chocolate', 'Chocolate of nobody']);
    const popular = catalog.listPopular({ limit: 1e6, offset: 0, category: null, hasImage: false });
    const oats = popular.filter(({ name }) => name.startsWith('Oat ')).map(({ name }) => name);
    const beginning = texts(suggest('oat', 20)).filter((text) => text.startsWith('Oat '));
    expect(beginning.length).toBeGreaterThan(5);
    expect(beginning).toEqual([...new Set(oats)].slice(0, beginning.length));
  });

  test('put a text that was typed to its end further up', () => {
    expect(texts(suggest('milk'))[0]).toBe('Milk');
  });

  test('bring the food of that name, however little known, and then those that have the whole word', () => {
    const found = texts(suggest('egg'));
    expect(found[0]).toBe('Egg');
    expect(found.slice(1).every((text) => text.startsWith('Egg noodles'))).toBe(true);
    expect(texts(suggest('eggp')).every((text) => text.startsWith('Eggplant'))).toBe(true);
    expect(texts(suggest('egg', 1))).toEqual(['Egg']);
  });

  test('put those first that have the accents as typed', () => {
    expect(texts(suggest('käs')).slice(0, 2).sort()).toEqual(['Käse', 'Käsekuchen']);
    expect(texts(suggest('kas')).slice(0, 1)).toEqual(['Kas']);
    expect(texts(suggest('kas'))[1]).toStartWith('Kasha');
    expect(texts(suggest('öl'))[0]).toBe('Öl von Oliven');
    expect(texts(suggest('crème'))[0]).toBe('Crème brûlée');
  });

  test('show the better known of two foods that read alike', () => {
    expect(suggest('whole milk')).toEqual([{ text: 'Whole milk', kind: 'food', id: 4_006_381_000_017 }]);
  });

  test('include brands and categories, beside foods of the same name', () => {
    expect(suggest('nord')).toEqual([{ text: 'Nordmilk', kind: 'brand', id: null }]);
    expect(suggest('dair')).toEqual([{ text: 'Dairies', kind: 'category', id: null }]);
    expect(texts(suggest('bread', 20), 'category')).toEqual(['Breads']);
    expect(texts(suggest('oat f', 20), 'brand')).toEqual(['Oat Farm']);
  });

  test('take a lone s for the beginning of a word', () => {
    expect(texts(suggest('lemon s')).every((text) => / s(yrup|oup|pread)/.test(text))).toBe(true);
  });

  test('ignore case and accents, and find scripts without spaces by any character', () => {
    expect(texts(suggest('CREME BR'))).toEqual(['Crème brûlée']);
    expect(texts(suggest('brûlée'))).toEqual(['Crème brûlée']);
    expect(texts(suggest('牛'))).toEqual(['北海道牛乳']);
    expect(texts(suggest('北海道牛'))).toEqual(['北海道牛乳']);
  });

  test('forgive a typo in queries of four letters and more', () => {
    for (const typo of ['mlik', 'milc', 'mikl', 'millk', 'miilk', 'mulk']) {
      expect(texts(suggest(typo))).toContain('Milk');
    }
    expect(texts(suggest('yogrt'))).toContain('Yogurt with milkfat "0%"');
    expect(texts(suggest('chocolte milk'))).toEqual(['Milk chocolate']);
    expect(texts(suggest('nordmlik'), 'brand')).toEqual(['Nordmilk']);
    // Two slips, in a longer word.
    expect(texts(suggest('chocollatt'))).toContain('Milk chocolate');
    expect(suggest('mlk')).toEqual([]);
  });

  test('leave out a word that no food has, and that is too short to correct', () => {
    expect(texts(suggest('mlk choc'))[0]).toBe('Milk chocolate');
    expect(texts(suggest('zzyzx brulee'))).toEqual(['Crème brûlée']);
  });

  test('take operators, quotes and nonsense for text', () => {
    expect(texts(suggest('"0%"'))).toEqual(['Yogurt with milkfat "0%"']);
    for (const q of [
      '*',
      '"',
      '#',
      'milk AND',
      'NOT milk',
      '(',
      '#milk',
      "'",
      '\u0000',
      '💥',
      'zzzzqqqqxx',
    ]) {
      expect(Array.isArray(suggest(q))).toBe(true);
    }
    expect(suggest('zzzzqqqqxx')).toEqual([]);
    expect(suggest('***')).toEqual([]);
  });
});

describe('Suggestions of a catalogue with an overlay', () => {
  let overlaid: Catalog;
  beforeAll(async () => {
    const own = join(folder, 'own.csv');
    const rows = ['Milk of our cow,,Home', 'Skimmed milk,4006381000017,', 'Milk rice,,Home'];
    const more = Array.from({ length: 20 }, (_, at) => `Milk shake ${at},,Home`);
    writeFileSync(own, ['name,barcode,brand', ...rows, ...more].join('\n'));
    const below = openCatalog(file);
    overlaid = overlayCatalog(below, openCatalog(await buildOverlay(own, below.db), 'overlay'));
  });
  afterAll(() => overlaid.close());

  test('have the foods of both, and the corrected one only once', () => {
    const found = suggest('milk', 20, overlaid);
    expect(texts(found)).toContain('Milk chocolate');
    expect(texts(found)).not.toContain('Whole milk');
    expect(found.filter(({ id }) => id === 4_006_381_000_017).map(({ text }) => text)).toEqual([
      'Skimmed milk',
    ]);
    expect(found).toHaveLength(20);
    expect(texts(suggest('hom', 8, overlaid), 'brand')).toEqual(['Home']);
  });

  test('leave half of the list to the catalogue below', () => {
    const found = suggest('milk', 4, overlaid);
    expect(found).toHaveLength(4);
    expect(texts(found).slice(2)).toEqual(['Milk', 'Milk chocolate']);
  });

  test('guess only where neither has what was typed', () => {
    expect(texts(suggest('rice', 8, overlaid))).toEqual(['Milk rice']);
    expect(texts(suggest('mlik', 20, overlaid))).toContain('Milk of our cow');
  });
});
