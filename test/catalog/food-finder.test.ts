import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOverlay } from '../../build/overlay.ts';
import { buildCatalog } from '../../build/pipeline.ts';
import { type OpenedCatalog, openCatalog } from '../../src/catalog/open.ts';
import { overlayCatalog } from '../../src/catalog/overlay/overlay.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { countryTags, listCountries } from '../../src/food/countries.ts';
import type { Food } from '../../src/food/food.ts';
import {
  FACETS,
  type Facet,
  type FindRequest,
  type FoodFilters,
  NO_FILTERS,
  RANKED_BY_SEARCH,
  TAG_KINDS,
  type TagKind,
  type Where,
} from '../../src/food/food-filters.ts';
import { NUTRISCORES } from '../../src/food/food-record.ts';
import { fullRecordOf } from '../../src/food/full-record.ts';
import { NUTRIENTS, type Nutrient } from '../../src/food/nutrients.ts';
import { DIETS, isAdditive } from '../../src/food/tag-filters.ts';
import { tagOf } from '../../src/food/tags.ts';
import { fold } from '../../src/text/fold.ts';
import { temporaryFolder } from '../build/export-file.ts';
import { soldFoods } from '../build/sold-foods.ts';
import { randomOf } from '../random.ts';

const FOODS = 1500;
const ALLERGENS = ['en:milk', 'en:nuts', 'en:gluten', 'en:eggs'];
/** Egg white, as somebody typed it. */
const TYPED = 'de:hühnereiweiss';
const LABELS = ['en:organic', 'en:vegan', 'fr:sans-sucre-ajouté'];
const ADDITIVES = ['en:e322', 'en:e322i', 'en:e330'];
const ANALYSIS = ['en:vegan', 'en:vegetarian', 'en:palm-oil-free', 'en:vegan-status-unknown'];
const FURTHER = ['salt_g', 'energy_kj', 'vitamin_c_mg', 'biotin_ug'] as const;
/** What foods are asked to have; some of it occurs among tags of every kind. */
const TAGS = [
  ...ALLERGENS.slice(0, 2),
  ...ADDITIVES,
  ...['en:organic', 'fr:sans-sucre-ajoute', 'en:breads', 'xx:plum-farm', 'Rye & Co', 'en:france', 'a', 'c'],
  ...['1', '4', 'en', 'fr', 'en:nothing'],
];

let folder: string;
let file: string;
let catalog: OpenedCatalog;
let overlaid: Catalog;
beforeAll(async () => {
  folder = temporaryFolder();
  file = join(folder, 'catalog.db');
  const path = join(folder, 'products.jsonl');
  writeFileSync(
    path,
    products()
      .map((product) => `${JSON.stringify(product)}\n`)
      .join(''),
  );
  await buildCatalog({ base: null, sources: [{ source: 'off', path }], out: file, force: false }, () => {});
  catalog = openCatalog(file);
  const own = join(folder, 'own.csv');
  const codes = soldFoods(FOODS, 31)
    .slice(0, 40)
    .map(({ code }) => code);
  const corrections = codes.map((code, at) => `Corrected bread ${at},${code},${at * 9},OAT & CO,Breads`);
  const added = Array.from({ length: 30 }, (_, at) => `Own soup ${at},,${at * 11},Home,Soups`);
  writeFileSync(own, ['name,barcode,calories_kcal,brand,category', ...corrections, ...added].join('\n'));
  const below = openCatalog(file);
  overlaid = overlayCatalog(below, openCatalog(await buildOverlay(own, below.db), 'overlay'));
});
afterAll(() => {
  catalog.close();
  overlaid.close();
  rmSync(folder, { recursive: true });
});

function products(): object[] {
  const random = randomOf(5);
  const some = (list: readonly string[]) => list.filter(() => random() < 0.3);
  return soldFoods(FOODS, 31).map((row) => {
    const nutriments = Object.entries(row).filter(([name, value]) => name.endsWith('_100g') && value !== '');
    return {
      ...Object.fromEntries(Object.entries(row).filter(([name]) => !name.endsWith('_100g'))),
      nutriments: {
        ...Object.fromEntries(nutriments),
        ...(random() < 0.5 && { 'vitamin-c_100g': Math.floor(random() * 9) / 1000 }),
      },
      nutriscore_grade: NUTRISCORES[Math.floor(random() * 8)] ?? 'unknown',
      ingredients_text: random() < 0.6 ? 'Flour, water' : '',
      allergens_tags: [...some(ALLERGENS), ...(random() < 0.1 ? [TYPED] : [])],
      traces_tags: some(ALLERGENS),
      labels_tags: some(LABELS),
      additives_tags: some(ADDITIVES),
      nova_group: Math.floor(random() * 6),
      environmental_score_grade: [...NUTRISCORES, 'a-plus', 'f', 'unknown'][Math.floor(random() * 10)],
      ingredients_analysis_tags: some(ANALYSIS),
      last_modified_t: random() < 0.2 ? undefined : 1_700_000_000 + Math.floor(random() * 300),
      ...(random() < 0.4 && { image_front_url: 'https://images.example/1.jpg' }),
    };
  });
}

/** Every food with what it can be filtered by, in the order of popularity. */
function describeAll(all: Catalog) {
  const foods = all.listPopular({ limit: 1e6, offset: 0, category: null, hasImage: false });
  // A correction has the popularity of the food that it corrects.
  const scansOf = catalog.db.prepare('SELECT scans FROM foods WHERE id = ?').pluck();
  return foods.map((food) => {
    const scans = (scansOf.get(food.id) ?? null) as number | null;
    const stored = all.findRecord(food)!;
    const { record, countries } = stored;
    const brands = [...(food.brand === null ? [] : [food.brand]), ...(record?.further_brands ?? [])];
    const sold = countries === null ? [] : listCountries(countries);
    return { food, stored, record, brands, scans, countries: sold };
  });
}
type DescribedFood = ReturnType<typeof describeAll>[number];

function tagsOf({ record, brands, countries, stored }: DescribedFood, kind: TagKind): string[] | null {
  const one = (value: string | number | null | undefined) => (value == null ? null : [String(value)]);
  if (kind === 'brands') return brands.length === 0 ? null : brands.map(fold);
  if (kind === 'countries') return countries.length === 0 ? null : countryTags(countries.join(' '));
  if (kind === 'language') return one(stored.language);
  if (kind === 'nova' || kind === 'nutriscore' || kind === 'environment') return one(record?.[kind]);
  return record?.[kind]?.map(tagOf) ?? null;
}

function meets(one: DescribedFood, where: Where): boolean {
  if ('all' in where) return where.all.every((part) => meets(one, part));
  if ('any' in where) return where.any.some((part) => meets(one, part));
  if ('allergenFree' in where) return fits(one, { ...NO_FILTERS, allergenFree: where.allergenFree });
  if ('additiveFree' in where) {
    const own = one.record?.additives ?? null;
    return (
      own !== null && !own.some((tag) => where.additiveFree.some((unwanted) => isAdditive(tag, unwanted)))
    );
  }
  let isMet: boolean;
  if ('kind' in where) {
    const own = tagsOf(one, where.kind);
    const wanted = typeof where.tags === 'string' ? null : where.tags;
    if (wanted === null) isMet = own !== null && (where.tags === 'known' || own.length > 0);
    else
      isMet = wanted.some(
        (tag) => own?.includes(where.kind === 'brands' ? fold(tag.replace('xx:', '')) : tag) ?? false,
      );
  } else if ('nutrient' in where) {
    const value = one.food[where.nutrient];
    const { min, max, isMinExcluded, isMaxExcluded } = where.range;
    isMet = value !== null && (min === null || (isMinExcluded ? value > min : value >= min));
    isMet &&= max === null || (isMaxExcluded ? value! < max : value! <= max);
  } else if ('ids' in where) isMet = where.ids.includes(one.food.id);
  else {
    const within = where.within === 'name' ? [one.food.name] : [one.record?.generic_name ?? ''];
    if (where.within === 'anything') within.push(one.food.name, one.food.category ?? '', ...one.brands);
    const texts = within.map((text) => ` ${fold(text)} `);
    const has = (text: string, words: string) => text.includes(` ${words} `);
    isMet = where.isPhrase
      ? texts.some((text) => has(text, fold(where.words)))
      : fold(where.words)
          .split(' ')
          .every((word) => texts.some((text) => has(text, word)));
  }
  return isMet !== (where.isWithout ?? false);
}

function randomWhere(random: () => number, depth = 0): Where {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  const several = () =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => randomWhere(random, depth + 1));
  const isWithout = random() < 0.3;
  const chosen = random();
  if (depth < 2 && chosen < 0.15) return { all: several() };
  if (depth < 2 && chosen < 0.4) return { any: several() };
  if (chosen < 0.5) {
    const range = { min: random() * 10, max: 10 + random() * 30, isMinExcluded: random() < 0.5 };
    return { nutrient: pick(NUTRIENTS), range, isWithout };
  }
  if (chosen < 0.6) {
    const within = pick(['name', 'anything'] as const);
    return { words: pick(['honey bread', 'plum', 'rye bread']), within, isPhrase: random() < 0.5, isWithout };
  }
  if (chosen < 0.65) return { allergenFree: [pick(ALLERGENS)] };
  if (chosen < 0.7) return { additiveFree: [pick(ADDITIVES)] };
  const kind = pick(TAG_KINDS);
  const tags = pick(['known', 'any', [pick(TAGS)], [pick(TAGS), pick(TAGS)]] as const);
  return { kind, tags, isWithout };
}

function fits(one: DescribedFood, filters: FoodFilters): boolean {
  const { food, record, brands, countries } = one;
  const isWithin = filters.bounds.every(({ nutrient, min, max }) => {
    const further = fullRecordOf(food, one.stored).nutrients as Partial<Record<string, number>>;
    const value = nutrient in food ? food[nutrient as Nutrient] : (further[nutrient] ?? null);
    return value !== null && (min === null || value >= min) && (max === null || value <= max);
  });
  const allergens = record?.allergens ?? null;
  const unwanted = [...(allergens ?? []), ...(record?.traces ?? [])];
  return (
    isWithin &&
    (filters.brand === null || brands.some((brand) => fold(brand) === fold(filters.brand!))) &&
    (filters.category === null ||
      (food.category !== null && fold(food.category) === fold(filters.category))) &&
    (filters.country === null || countries.includes(filters.country.toLowerCase())) &&
    (filters.source === null || food.source === filters.source) &&
    (!filters.hasImage || food.image_url !== null) &&
    (filters.minConfidence === null || food.confidence >= filters.minConfidence) &&
    (filters.nutriscores.length === 0 || filters.nutriscores.some((grade) => grade === record?.nutriscore)) &&
    filters.where.every((where) => meets(one, where)) &&
    (filters.allergenFree.length === 0 ||
      (allergens !== null && ![TYPED, ...filters.allergenFree].some((tag) => unwanted.includes(tag))))
  );
}

function sorted(foods: DescribedFood[], { by, isDescending }: FindRequest['sort']): Food[] {
  if (by === 'relevance') throw new Error('not here');
  const keyOf = ({ food, record, stored }: DescribedFood): number | string | null => {
    if (by === 'modified') return stored.modified_t;
    if (by === 'nova' || by === 'nutriscore') return record?.[by] ?? null;
    return by === 'popularity' || by === 'scans' ? null : food[by];
  };
  const ordered = foods.toSorted((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === right) return 0;
    if (left === null || right === null) return left === null ? 1 : -1;
    return left < right === isDescending ? 1 : -1;
  });
  const foodOf = ({ food }: DescribedFood) => food;
  if (by !== 'popularity' || isDescending) return ordered.map(foodOf);
  const known = ordered.filter(({ scans }) => scans !== null);
  return [...known.reverse(), ...ordered.filter(({ scans }) => scans === null)].map(foodOf);
}

function randomFilters(random: () => number): FoodFilters {
  const maybe = <Value>(share: number, value: () => Value) => (random() < share ? value() : null);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  return {
    ...NO_FILTERS,
    bounds: [...NUTRIENTS, ...FURTHER]
      .filter(() => random() < 0.1)
      .map((nutrient) => ({
        nutrient,
        min: maybe(0.7, () => Math.round(random() * 100) / 10),
        max: maybe(0.5, () => 2 + Math.round(random() * 300)),
      })),
    brand: maybe(0.2, () => pick(['OAT & co', 'Plum Farm', 'honey farm', 'Rye & Co', 'nobody'])),
    category: maybe(0.2, () => pick(['breads', 'SODAS', 'Spreads', 'nothing'])),
    country: maybe(0.2, () => pick(['fr', 'DE', 'us', 'pl'])),
    source: maybe(0.1, () => pick(['off', 'community', 'usda'])),
    hasImage: random() < 0.2,
    minConfidence: maybe(0.2, () => Math.round(random() * 100) / 100),
    nutriscores: random() < 0.2 ? NUTRISCORES.filter(() => random() < 0.4) : [],
    allergenFree: random() < 0.2 ? ALLERGENS.filter(() => random() < 0.4) : [],
    where: random() < 0.6 ? [randomWhere(random)] : [],
  };
}

const ORDERS = [...NUTRIENTS, 'confidence', 'popularity', 'nutriscore', 'nova', 'modified'] as const;

describe.each([
  ['a catalogue', () => catalog as Catalog],
  ['a catalogue with an overlay', () => overlaid],
])('Foods of %s', (_, open) => {
  test('are found, ordered and counted as by looking at every one of them', () => {
    const random = randomOf(17);
    const all = describeAll(open());
    let found = 0;
    for (let round = 0; round < 250; round++) {
      const filters = randomFilters(random);
      const sort = { by: ORDERS[Math.floor(random() * ORDERS.length)]!, isDescending: random() < 0.5 };
      const limit = 1 + Math.floor(random() * 60);
      const offset = random() < 0.5 ? 0 : Math.floor(random() * 200);
      const matching = all.filter((one) => fits(one, filters));
      const expected = sorted(matching, sort).slice(offset, offset + limit);
      const { foods, total } = open().find({ ...filters, sort, limit, offset })!;
      expect(foods.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect(foods).toEqual(expected);
      expect(total).toBe(matching.length);
      found += total;
    }
    expect(found).toBeGreaterThan(5000);
  });

  test('are counted by their values as by looking at every one of them', () => {
    const random = randomOf(23);
    const all = describeAll(open());
    const valuesOf: Record<Facet, (one: DescribedFood) => (string | null)[]> = {
      category: ({ food }) => [food.category],
      brand: ({ brands }) => [...new Set(brands.map(fold))],
      country: ({ countries }) => countries,
      source: ({ food }) => [food.source],
      nutriscore: ({ record }) => [record?.nutriscore ?? null],
      label: ({ record }) => [...(record?.labels ?? [])],
      nova: ({ record }) => [record?.nova?.toString() ?? null],
      environment: ({ record }) => [record?.environment ?? null],
      diet: ({ record }) => DIETS.filter((diet) => record?.analysis?.includes(`en:${diet}`)),
    };
    for (let round = 0; round < 60; round++) {
      // Counts over all foods are remembered, so they are asked for twice.
      const filters = round < 2 ? NO_FILTERS : randomFilters(random);
      const counts = open().countFacets({ ...filters, by: FACETS })!;
      const matching = all.filter((one) => fits(one, filters));
      for (const facet of FACETS) {
        const expected = new Map<string, number>();
        for (const value of matching.flatMap(valuesOf[facet])) {
          if (value !== null) expected.set(value, (expected.get(value) ?? 0) + 1);
        }
        const received = counts[facet]!.map(({ value, count }) => [
          facet === 'brand' ? fold(value) : value,
          count,
        ]);
        expect(Object.fromEntries(received)).toEqual(Object.fromEntries(expected));
        const order = counts[facet]!.map(({ value, count }) => [-count, value] as const);
        expect(order).toEqual([...order].sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1)));
      }
    }
  });

  test('are counted by their tags as by looking at every one of them', () => {
    const random = randomOf(29);
    const all = describeAll(open());
    for (let round = 0; round < 40; round++) {
      const filters = round === 0 ? NO_FILTERS : randomFilters(random);
      const most = 1 + Math.floor(random() * 6);
      const counted = open().countTags({ ...filters, by: TAG_KINDS, most })!;
      const matching = all.filter((one) => fits(one, filters));
      for (const [at, kind] of TAG_KINDS.entries()) {
        const expected = new Map<string, number>();
        for (const tag of matching.flatMap((one) => [...new Set(tagsOf(one, kind) ?? [])]))
          expected.set(tag, (expected.get(tag) ?? 0) + 1);
        const { counts, total } = counted[at]!;
        expect(total).toBe([...expected.values()].reduce((sum, count) => sum + count, 0));
        const keyOf = kind === 'brands' ? fold : (tag: string) => (tag.includes(':') ? tagOf(tag) : tag);
        for (const { value, count } of counts) if (count > 0) expect(expected.get(keyOf(value))).toBe(count);
        const highest = [...expected.values()].sort((a, b) => b - a).slice(0, most);
        expect(counts.slice(0, most).map(({ count }) => count)).toEqual(highest);
      }
    }
  });

  test('are found by a search though more than those first found are hidden', async () => {
    const request = { q: 'bread', limit: 5, source: null };
    const best = catalog.search({ ...request, limit: 60 });
    const own = join(folder, 'corrections.csv');
    const rows = best.slice(0, 55).map(({ id }) => `Own soup,${id},Home,Soups`);
    writeFileSync(own, ['name,barcode,brand,category', ...rows].join('\n'));
    const below = openCatalog(file);
    const both = overlayCatalog(below, openCatalog(await buildOverlay(own, below.db), 'overlay'));
    const found = both.search(request).map(({ id }) => id);
    expect(found).toHaveLength(5);
    expect(found).toEqual(best.slice(55).map(({ id }) => id));
    both.close();
  });

  test('are counted by as many tags as asked for, with foods of ones own on top', async () => {
    const own = join(folder, 'brands.csv');
    const rows = Array.from({ length: 60 }, (_, at) => `Own soup ${at},Kitchen ${at}`);
    writeFileSync(own, ['name,brand', ...rows].join('\n'));
    const below = openCatalog(file);
    const both = overlayCatalog(below, openCatalog(await buildOverlay(own, below.db), 'overlay'));
    const [brands] = both.countTags({ ...NO_FILTERS, by: ['brands'], most: 58 })!;
    expect(brands!.counts).toHaveLength(58);
    both.close();
  });

  test('with all words of a text are those that the search knows, best first', () => {
    const request = { ...NO_FILTERS, q: 'honey bread', limit: 300, offset: 0 };
    const relevance = { by: 'relevance', isDescending: false } as const;
    const { foods, total } = open().find({ ...request, sort: relevance })!;
    const all = describeAll(open()).filter(({ food, record, brands }) => {
      const text = fold([food.name, food.category, record?.generic_name, ...brands].join(' '));
      return text.includes('honey') && text.includes('bread');
    });
    expect(total).toBe(all.length);
    expect(new Set(foods.map(({ id }) => id))).toEqual(new Set(all.map(({ food }) => food.id)));
    const [best] = open().search({ q: 'honey bread', limit: 1, source: null });
    expect(foods[0]).toEqual(best!);
    const corrected = open().find({ ...request, q: 'honney bread', sort: relevance })!;
    expect(corrected.total).toBe(total);
    const sugary = open().find({
      ...request,
      bounds: [{ nutrient: 'carbs_g', min: 25, max: null }],
      sort: { by: 'carbs_g', isDescending: true },
    })!;
    expect(sugary.foods.map(({ id }) => id)).toEqual(
      sorted(
        all.filter(({ food }) => food.carbs_g !== null && food.carbs_g >= 25),
        {
          by: 'carbs_g',
          isDescending: true,
        },
      ).map(({ id }) => id),
    );
    expect(open().find({ ...request, q: 'zzzzqqqq', sort: relevance })).toEqual({
      foods: [],
      total: 0,
      matches: [],
    });
  });

  test('that pass the filters come best first, also those that the search alone would not rank', () => {
    const request = { ...NO_FILTERS, q: 'bread', limit: 300, offset: 0, isExplained: true };
    const relevance = { by: 'relevance', isDescending: false } as const;
    const all = open().find({ ...request, sort: relevance })!;
    expect(all.total).toBeGreaterThan(RANKED_BY_SEARCH);
    const bounds = [{ nutrient: 'carbs_g', min: 25, max: null } as const];
    const { foods, total, matches } = open().find({ ...request, bounds, sort: relevance })!;
    expect(total).toBeLessThan(all.total);
    const points = matches.map(({ score }) => score);
    expect(points).toEqual(points.toSorted((one, other) => other - one));
    const page = open().find({ ...request, bounds, sort: relevance, limit: 5, offset: 7 })!;
    expect(page.foods).toEqual(foods.slice(7, 12));
  });

  test('are paged without a gap or a repeat, in any order', () => {
    for (const by of ['popularity', 'fat_g', 'confidence'] as const) {
      const sort = { by, isDescending: true };
      const whole = open().find({ ...NO_FILTERS, sort, limit: 500, offset: 0 })!.foods;
      const pages = [0, 1, 2, 3, 4].flatMap(
        (page) => open().find({ ...NO_FILTERS, sort, limit: 100, offset: page * 100 })!.foods,
      );
      expect(pages).toEqual(whole);
      expect(new Set(pages.map(({ id }) => id)).size).toBe(500);
    }
  });
});
