import { heapStats } from 'bun:jsc';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOverlay } from '../../build/overlay.ts';
import { type OpenedCatalog, openCatalog } from '../../src/catalog/open.ts';
import { overlayCatalog } from '../../src/catalog/overlay/overlay.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { listFindings } from '../../src/food/findings.ts';
import type { Food } from '../../src/food/food.ts';
import { buildFrom, type ExportRow, temporaryFolder } from '../build/export-file.ts';

/** Foods in four categories, some with pictures, some with scans, some equal in both. */
const BELOW: ExportRow[] = Array.from({ length: 240 }, (_, i) => ({
  code: String(5000000000000 + i),
  product_name: `${['Oat', 'Rye', 'Corn', 'Rice'][i % 4]} bread of baker ${i}`,
  categories_tags: ['en:breads', 'en:cheeses', 'en:snacks', ''][i % 4]!,
  'energy-kcal_100g': String(100 + (i % 50)),
  proteins_100g: '8',
  fat_100g: '2',
  carbohydrates_100g: '20',
  unique_scans_n: i % 3 === 0 ? '' : String((i * 37) % 101),
  image_url: i % 2 ? `https://images.example/${i}.jpg` : '',
}));
/** Its energy is more than any food has, and is calculated. */
BELOW.push({
  code: '5000000000302',
  product_name: 'Ginger nuts',
  'energy-kcal_100g': '4500',
  proteins_100g: '7',
  fat_100g: '18',
  carbohydrates_100g: '65',
});

const OWN = `name,barcode,category,calories_kcal,image_url,serving_desc,serving_size_g
Grandmother's plum dumpling,,Snacks,210,,,
"Oat bread, corrected",5000000000004,,,,,
Rye crisp instead,5000000000005,Snacks,333,https://images.example/own.jpg,2 slices,20
A new loaf,5999999999990,Breads,240,https://images.example/loaf.jpg,,
Nothing but a name,,,,,,
Spätzle of ours,,Pastas of ours,150,,,
`;

let folder: string;
let below: OpenedCatalog;
let overlaid: Catalog;
beforeAll(async () => {
  folder = temporaryFolder();
  below = openCatalog(await buildFrom(folder, BELOW));
  overlaid = await overlay(OWN);
});
afterAll(() => {
  overlaid.close();
  rmSync(folder, { recursive: true });
});

async function overlay(csv: string): Promise<Catalog> {
  const path = join(folder, 'own.csv');
  writeFileSync(path, csv);
  return overlayCatalog(openCatalog(below.db.name), openCatalog(await buildOverlay(path, below.db), path));
}

const find = (q: string) => overlaid.search({ q, limit: 10, source: null }).map(({ name }) => name);

describe('an overlay', () => {
  test('adds foods, which are found by name, barcode and id', () => {
    const [dumpling] = overlaid.search({ q: 'plum dumpling', limit: 10, source: null });
    expect(dumpling).toMatchObject({
      name: "Grandmother's plum dumpling",
      source: 'community',
      calories_kcal: 210,
    });
    expect(overlaid.findFood(dumpling!.id)).toEqual(dumpling!);
    expect(overlaid.findBarcode('5999999999990')?.name).toBe('A new loaf');
    expect(below.findBarcode('5999999999990')).toBeNull();
    expect(overlaid.size).toBe(below.size + 4);
  });

  test('corrects the fields that a row has, and leaves the others unchanged', () => {
    const former = below.findFood(5000000000005)!;
    expect(overlaid.findFood(5000000000005)).toEqual({
      ...former,
      name: 'Rye crisp instead',
      category: 'Snacks',
      calories_kcal: 333,
      image_url: 'https://images.example/own.jpg',
      image_thumb_url: 'https://images.example/own.jpg',
      serving_desc: '2 slices',
      serving_size_g: 20,
      source: 'community',
      confidence: expect.any(Number),
      static_url: '/food/5000000000005/rye-crisp-instead.html',
    });
    expect(overlaid.findFood(5000000000004)).toMatchObject({
      name: 'Oat bread, corrected',
      calories_kcal: below.findFood(5000000000004)!.calories_kcal,
      category: 'Breads',
    });
    expect(overlaid.findExamined(5000000000005)!.food.name).toBe('Rye crisp instead');
  });

  test('that corrects what an energy was calculated from has it calculated again', async () => {
    expect(below.findFood(5000000000302)!.calories_kcal).toBe(450);
    const corrected = await overlay('name,barcode,fat_g\nGinger nuts,5000000000302,20\n');
    expect(corrected.findFood(5000000000302)).toMatchObject({ fat_g: 20, calories_kcal: 468 });
    expect(listFindings(corrected.findExamined(5000000000302)!.findings)).toEqual(['energy_computed']);
    corrected.close();
    const stated = await overlay('name,barcode,calories_kcal\nGinger nuts,5000000000302,455\n');
    expect(stated.findFood(5000000000302)!.calories_kcal).toBe(455);
    expect(listFindings(stated.findExamined(5000000000302)!.findings)).toEqual([]);
    stated.close();
  });

  test('hides what it corrects: the old name no longer finds it', () => {
    expect(below.search({ q: 'Rye bread of baker 5', limit: 1, source: null })[0]?.id).toBe(5000000000005);
    expect(find('Rye bread of baker 5')).not.toContain('Rye bread of baker 5');
    expect(find('rye crisp instead')[0]).toBe('Rye crisp instead');
  });

  test('is searched despite typos, but exact matches below come first', () => {
    expect(find('plumm dumplin')).toEqual(["Grandmother's plum dumpling"]);
    expect(overlaid.searchRead({ q: 'plumm dumpling', limit: 3, source: null }).corrected).toBe(
      'plum dumpling',
    );
    expect(find('corn bread').every((name) => name.startsWith('Corn bread'))).toBe(true);
  });

  test('with one of the words as typed does not hide foods below that have all of them but for a typo', () => {
    expect(find('coorn bread')[0]).toMatch(/^Corn bread/);
  });

  test('gives a food the same id at every start', async () => {
    const again = await overlay(
      OWN.split('\n').slice(0, 1).concat(OWN.split('\n').slice(1).reverse()).join('\n'),
    );
    const idOf = (catalog: Catalog) => catalog.search({ q: 'plum dumpling', limit: 1, source: null })[0]!.id;
    expect(idOf(again)).toBe(idOf(overlaid));
    again.close();
  });

  test('changes what the catalogue says about itself, and its version', () => {
    expect(overlaid.contentHash).toMatch(/^[0-9a-f]{64}$/);
    expect(overlaid.contentHash).not.toBe(below.contentHash);
    expect(overlaid.facts.foods_by_source).toEqual({ off: below.size - 2, community: 6 });
    const all = listAll(overlaid, null, false);
    expect(all).toHaveLength(overlaid.size);
    expect(overlaid.facts.fill.calories_kcal).toBe(
      all.filter(({ calories_kcal }) => calories_kcal !== null).length,
    );
    expect(overlaid.facts.fill.image_url).toBe(all.filter(({ image_url }) => image_url !== null).length);
    expect(overlaid.facts.sources.map(({ name }) => name)).toEqual(['catalog.tsv', 'own.csv']);
  });
});

/** Every food of a list, page by page. */
function listAll(catalog: Catalog, category: string | null, hasImage: boolean, page = 7): Food[] {
  const foods: Food[] = [];
  for (let offset = 0; ; offset += page) {
    const next = catalog.listPopular({ limit: page, offset, category, hasImage });
    foods.push(...next);
    if (next.length < page) return foods;
  }
}

describe('the popular lists with an overlay', () => {
  const lists = [null, 'Breads', 'Cheeses', 'Snacks', 'Pastas of ours', 'Unknown'].flatMap((category) =>
    [false, true].map((hasImage) => [category, hasImage] as const),
  );

  test.each(lists)('of %s, with pictures only: %p, hold each food once, in order', (category, hasImage) => {
    const scansOf = (id: number) =>
      Number(BELOW.find(({ code }) => code === String(id))?.unique_scans_n || 0);
    const everything = new Map(listAll(below, null, false).map(({ id }) => [id, overlaid.findFood(id)!]));
    for (const { id } of listAll(overlaid, null, false)) everything.set(id, overlaid.findFood(id)!);
    const expected = [...everything.values()]
      .filter(
        (food) => (category === null || food.category === category) && (!hasImage || food.image_url !== null),
      )
      .sort(
        (a, b) =>
          scansOf(b.id) * b.confidence - scansOf(a.id) * a.confidence ||
          b.confidence - a.confidence ||
          a.id - b.id,
      );
    for (const page of [1, 7, 50, 1000])
      expect(listAll(overlaid, category, hasImage, page)).toEqual(expected);
    expect(overlaid.listPopular({ limit: 5, offset: 100_000, category, hasImage })).toEqual([]);
  });

  test('of categories that do not exist are not kept', () => {
    const list = (at: number) =>
      overlaid.listPopular({ limit: 1, offset: 0, category: `${at}`.padEnd(10_000, 'x'), hasImage: false });
    Bun.gc(true);
    const before = heapStats().extraMemorySize;
    for (let at = 0; at < 3000; at++) expect(list(at)).toEqual([]);
    Bun.gc(true);
    expect(heapStats().extraMemorySize - before).toBeLessThan(10_000_000);
  });

  test('are counted by category', () => {
    const counted = overlaid.listCategories();
    expect(counted.map(({ count }) => count)).toEqual(
      counted.map(({ count }) => count).sort((a, b) => b - a),
    );
    for (const { category, count } of counted) expect(listAll(overlaid, category, false)).toHaveLength(count);
    expect(counted.map(({ category }) => category).toSorted()).toEqual([
      'Breads',
      'Cheeses',
      'Pastas of ours',
      'Snacks',
    ]);
  });

  test('include every food in the list of addresses', () => {
    const addresses: string[] = [];
    for (let offset = 0; ; offset += 50) {
      const next = overlaid.listAddresses(offset, 50);
      if (next.length === 0) break;
      addresses.push(...next);
    }
    expect(addresses.toSorted()).toEqual(
      listAll(overlaid, null, false)
        .map(({ static_url }) => static_url!)
        .toSorted(),
    );
  });
});

describe('an overlay that cannot be used is reported in one line', () => {
  test.each([
    ['no such file', null, /own-missing\.csv: no such file/],
    ['a row without a name', 'name,calories_kcal\nSoup,40\n,12\n', /own\.csv:3: /],
    [
      'a word for a number',
      'name,calories_kcal\nSoup,abc\n',
      /own\.csv:2: bad number: calories_kcal "abc" in Soup,abc; fix this line$/,
    ],
    ['an empty file', '', /own\.csv: is empty; add foods to it, or leave it out$/],
    ['no rows', 'name,calories_kcal\n', /has no rows/],
    ['an unknown column', 'name,energy\nSoup,40\n', /own\.csv:1: .*energy/],
  ])('%s', async (_, csv, words) => {
    const path = join(folder, csv === null ? 'own-missing.csv' : 'own.csv');
    if (csv !== null) writeFileSync(path, csv);
    await expect(buildOverlay(path, below.db)).rejects.toThrow(words);
  });
});
