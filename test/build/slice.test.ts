import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CleanFood } from '../../build/normalize/normalize.ts';
import { buildCatalog } from '../../build/pipeline.ts';
import { openCatalogRecords } from '../../build/read-catalog.ts';
import { planSlice, type SliceFilters, writeSlice } from '../../build/slice.ts';
import { readChecksum } from '../../src/catalog/checksum.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { listCountries } from '../../src/food/countries.ts';
import { temporaryFolder, writeExport, writeGenericFoods } from './export-file.ts';
import { soldFoods } from './sold-foods.ts';

let folder: string;
let whole: string;
beforeAll(async () => {
  folder = temporaryFolder();
  whole = newPath();
  const own = join(folder, 'own.csv');
  writeFileSync(
    own,
    'name,calories_kcal,protein_g,fat_g,carbs_g\nHome soup,45,2,1,7\nHome bread,250,8,2,50\n',
  );
  const path = writeExport(join(folder, 'export.tsv'), soldFoods(400, 21));
  const sources = [
    { source: 'off' as const, path },
    { source: 'community' as const, path: own },
  ];
  await buildCatalog({ base: null, sources, out: whole, force: false }, () => {});
});
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = () => join(folder, `${files++}.db`);

const EVERYTHING: SliceFilters = { countries: null, languages: null, top: null };

async function cut(from: string, filters: Partial<SliceFilters>): Promise<string> {
  const out = newPath();
  const parent = openCatalogRecords(from);
  await writeSlice(parent, planSlice(parent, { ...EVERYTHING, ...filters }), out, () => {});
  parent.close();
  return out;
}

function foodsOf(path: string): CleanFood[] {
  const parent = openCatalogRecords(path);
  const foods = [...parent.foods()];
  parent.close();
  return foods;
}

const isSoldIn = (country: string) => (food: CleanFood) =>
  food.countries === null || listCountries(food.countries).includes(country);
const isLabelledIn = (languages: string[]) => (food: CleanFood) =>
  food.language === null || languages.includes(food.language);

describe('a slice', () => {
  test('of a country has all foods that are sold there or whose country is unknown, and no others', async () => {
    const foods = foodsOf(whole);
    const kept = foods.filter(isSoldIn('fr'));
    expect(kept.length).toBeGreaterThan(50);
    expect(kept.length).toBeLessThan(foods.length - 50);
    expect(kept.some(({ source }) => source === 'community')).toBe(true);
    expect(foodsOf(await cut(whole, { countries: ['fr'] }))).toEqual(kept);
  });

  test('of several countries has the foods that are sold in any of them', async () => {
    const kept = foodsOf(whole).filter((food) => isSoldIn('fr')(food) || isSoldIn('ci')(food));
    expect(foodsOf(await cut(whole, { countries: ['fr', 'ci'] }))).toEqual(kept);
  });

  test('of languages has the foods labelled in one of them or whose language is unknown', async () => {
    const foods = foodsOf(whole);
    const kept = foods.filter(isLabelledIn(['fr', 'en']));
    expect(kept.length).toBeLessThan(foods.length - 50);
    expect(foodsOf(await cut(whole, { languages: ['fr', 'en'] }))).toEqual(kept);
  });

  test('of the most popular has exactly that many, in list order, including the operator’s best foods', async () => {
    const catalog = openCatalog(whole);
    const popular = catalog
      .listPopular({ limit: 500, offset: 0, category: null, hasImage: false })
      .filter(({ source }) => source === 'off')
      .map(({ id }) => id);
    catalog.close();
    const top = foodsOf(await cut(whole, { top: 60 }));
    expect(top).toHaveLength(60);
    const products = top.filter(({ source }) => source === 'off').map(({ id }) => id);
    expect(products.toSorted()).toEqual(popular.slice(0, products.length).toSorted());
    // Nobody scans a soup at home; it would come after everything that was ever scanned.
    expect(top.filter(({ source }) => source === 'community')).toHaveLength(2);
    expect(foodsOf(await cut(whole, { top: 1_000_000 }))).toEqual(foodsOf(whole));
  });

  describe('of a catalogue with generic foods', () => {
    const GENERIC_FOODS = 150;
    let mixed: string;
    beforeAll(async () => {
      mixed = newPath();
      const sources = [
        { source: 'off' as const, path: join(folder, 'export.tsv') },
        { source: 'usda' as const, path: writeGenericFoods(join(folder, 'usda.tsv'), GENERIC_FOODS) },
      ];
      await buildCatalog({ base: null, sources, out: mixed, force: false }, () => {});
    });
    const countIn = (path: string) => {
      const products = foodsOf(path).filter(({ source }) => source === 'off').length;
      return { products, generic: foodsOf(path).length - products };
    };

    test('is estimated with a generic food as large as one and a half products, since it has more names and nutrients', () => {
      const parent = openCatalogRecords(mixed);
      const bytesOf = (top: number, generic: string[] | null) =>
        planSlice(parent, { ...EVERYTHING, top, generic }).bytes;
      expect(bytesOf(0, null)).toBe(bytesOf(1.5 * GENERIC_FOODS, []));
      expect(bytesOf(0, null)).toBeGreaterThan(bytesOf(1.5 * GENERIC_FOODS - 50, []));
      parent.close();
    });

    test('has so many products, and all generic foods beside them', async () => {
      const sold = await cut(mixed, { countries: ['fr'], top: 30 });
      expect(countIn(sold)).toEqual({ products: 30, generic: GENERIC_FOODS });
      expect(foodsOf(sold).filter(({ source }) => source === 'off')).toEqual(
        foodsOf(await cut(mixed, { countries: ['fr'], top: 30, generic: [] })),
      );
    });

    test('has no generic foods where none are asked for, and says so', async () => {
      const without = await cut(mixed, { generic: [] });
      expect(countIn(without)).toEqual({ products: 400, generic: 0 });
      const { manifest, close } = openCatalog(without);
      close();
      expect(manifest.cut_from![0]).toMatchObject({ top: null, generic: [] });
      expect(countIn(await cut(mixed, { top: 30, generic: ['usda'] }))).toEqual({
        products: 30,
        generic: GENERIC_FOODS,
      });
    });
  });

  const STEPS: [string, Partial<SliceFilters>, Partial<SliceFilters>][] = [
    ['countries, then languages', { countries: ['fr', 'de'] }, { languages: ['fr'] }],
    ['languages, then countries', { languages: ['fr', 'de'] }, { countries: ['be'] }],
    ['countries, then the most popular', { countries: ['us'] }, { top: 30 }],
    ['both, then the most popular', { countries: ['us', 'fr'], languages: ['en'] }, { top: 25 }],
    ['the most popular, then fewer of them', { top: 90 }, { top: 40 }],
  ];
  test.each(STEPS)('of a slice is the slice by both: %s', async (_, first, second) => {
    const inTurn = foodsOf(await cut(await cut(whole, first), second));
    expect(inTurn.length).toBeGreaterThan(5);
    expect(inTurn).toEqual(foodsOf(await cut(whole, { ...first, ...second })));
  });

  test('is identical byte for byte when it is cut again', async () => {
    const filters = { countries: ['fr'], languages: ['fr', 'en'], top: 50 };
    expect(readFileSync(await cut(whole, filters)).equals(readFileSync(await cut(whole, filters)))).toBe(
      true,
    );
  });

  test('is a catalogue like any other, with a checksum, its licence, its sources and what it was cut from', async () => {
    const parent = openCatalog(whole);
    const once = await cut(whole, { countries: ['fr', 'be'], top: 50 });
    const twice = await cut(once, { languages: ['fr'] });
    const checksum = readChecksum(twice)!;
    expect(checksum.stored).toBe(checksum.computed);
    const between = openCatalog(once);
    const catalog = openCatalog(twice);
    const { licence, licence_url, credit, sources } = parent.manifest;
    expect(catalog.manifest).toMatchObject({ licence, licence_url, credit, sources });
    expect(catalog.manifest.foods).toBe(foodsOf(twice).length);
    expect(catalog.manifest.cut_from).toEqual([
      {
        parent_sha256: parent.contentHash,
        parent_foods: parent.size,
        countries: ['be', 'fr'],
        languages: null,
        top: 50,
      },
      { parent_sha256: between.contentHash, parent_foods: 50, countries: null, languages: ['fr'], top: null },
    ]);
    expect(parent.manifest.cut_from).toBeUndefined();
    for (const opened of [parent, between, catalog]) opened.close();
  });

  test('remains a slice when it is updated', async () => {
    const sliced = await cut(whole, { countries: ['fr'] });
    const out = newPath();
    await buildCatalog({ base: sliced, sources: [], out, force: false }, () => {});
    expect(readFileSync(out).equals(readFileSync(sliced))).toBe(true);
  });

  test('answers like its parent for foods in both, and finds each food by its name', async () => {
    const parent = openCatalog(whole);
    const catalog = openCatalog(await cut(whole, { countries: ['fr'] }));
    for (const { id, name } of foodsOf(whole).filter(isSoldIn('fr'))) {
      expect(catalog.findFood(id)).toEqual(parent.findFood(id));
      expect(catalog.search({ q: name, limit: 1, source: null })[0]!.name).toBe(name);
    }
    // Terms that the API does not return still find it, even misspelt.
    expect(catalog.search({ q: 'bisciuts', limit: 1, source: null })[0]!.name).toEndWith('biscuits');
    expect(catalog.search({ q: 'made of', limit: 50, source: null }).length).toBeGreaterThan(10);
    parent.close();
    catalog.close();
  });

  test('is estimated before it is cut, including how many foods are kept because nothing is known', () => {
    const parent = openCatalogRecords(whole);
    const plan = planSlice(parent, { countries: ['fr'], languages: ['fr'], top: null });
    const kept = [...parent.foodsAt(plan.ranks)];
    expect(plan.withoutCountry).toBe(kept.filter(({ countries }) => countries === null).length);
    expect(plan.withoutLanguage).toBe(kept.filter(({ language }) => language === null).length);
    expect(planSlice(parent, EVERYTHING).bytes).toBe(parent.bytes);
    expect(plan.bytes).toBeLessThan(parent.bytes);
    parent.close();
  });

  test('that cannot be written leaves nothing behind', async () => {
    const own = temporaryFolder();
    const parent = openCatalogRecords(whole);
    const plan = planSlice(parent, { ...EVERYTHING, top: 5 });
    writeFileSync(join(own, 'letter.txt'), 'dear all');
    await expect(writeSlice(parent, plan, join(own, 'letter.txt'), () => {})).rejects.toThrow(
      /not a catalogue/,
    );
    const failing = writeSlice(parent, plan, join(own, 'slice.db'), ({ step }) => {
      if (step === 'computing the checksum') throw new Error('the disk is full');
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(readdirSync(own)).toEqual(['letter.txt']);
    parent.close();
    rmSync(own, { recursive: true });
  });
});
