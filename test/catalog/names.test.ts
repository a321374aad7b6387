import { describe, expect, test } from 'bun:test';
import { kindOfFood } from '../../build/names/kinds.ts';
import namesTable from '../../data/names.tsv' with { type: 'text' };
import { addDetails } from '../../src/food/add-details.ts';
import { type Food, type FoodSource, isGenericSource } from '../../src/food/food.ts';
import { NO_FILTERS } from '../../src/food/food-filters.ts';
import { readNames, saidName } from '../../src/food/food-names.ts';
import { readHeader, readTable } from '../../src/text/data-table.ts';
import { useStarter } from '../starter-catalog.ts';
import { openNameSearch } from './search/search-catalog.ts';

/** Names that are searched for are looked for among this many foods, as on a first page. */
const FOUND_AMONG = 10;
/** The rest are names that a better known food has in another language, or that have too few words of their own. */
const MIN_FOUND_PERCENT = 99;
const MIN_FIRST_PERCENT = 95;

const NOTHING_ADDED = { grams: null, servings: null, explain: false, full: false, lang: null };
const FRENCH_GRAPES = 'Raisin cru (aliment moyen)';
const MILK = 'Milk, whole, 3.25% milkfat, with added vitamin D';

const catalog = await useStarter();

const search = (q: string, language: string | null = null, limit = 10): Food[] =>
  catalog.search({ q, limit, source: null, language });

/** Rows for foods that are known by their table and code: a catalogue need not have that table. */
const isByCode = (food: string) => /^[a-z]+:\S+$/.test(food);
const rows = readTable(namesTable).filter(([food]) => !isByCode(food!));

test('Every food that data/names.tsv names as its table does is in the starter catalogue', () => {
  const names = new Set(catalog.listBest(catalog.size).map(({ name }) => name));
  expect(rows.filter(([food]) => !names.has(food!))).toEqual([]);
});

test('Each of the thousand foods that people eat most has an everyday English name', () => {
  const foods = catalog.db
    .prepare(
      'SELECT name, source, names FROM foods ORDER BY coalesce(scans, 0) * confidence DESC, confidence DESC, id LIMIT 1000',
    )
    .all() as { name: string; source: FoodSource; names: string | null }[];
  const fromTables = foods.filter(({ source }) => isGenericSource(source));
  expect(fromTables.length).toBeGreaterThan(700);
  const unnamed = fromTables.filter(({ names }) => saidName(readNames(names), 'en') === null);
  expect(unnamed.map(({ name }) => name)).toEqual([]);
});

/** The food of data/names.tsv that this one is, or that it is another table's version of. */
const foodMeant = (food: Food) => kindOfFood(food) ?? food.name;

/** Of the names that are tried. */
const ONE_OF = 11;

test('Nearly every name of data/names.tsv finds its food, in whichever table, and most find it first', () => {
  const [, ...languages] = readHeader(namesTable);
  let names = 0;
  let asked = 0;
  let found = 0;
  let first = 0;
  for (const [food, ...columns] of rows) {
    for (const [at, list] of columns.entries()) {
      for (const q of list.split(', ').filter((name) => name !== '' && !name.startsWith('!'))) {
        // All of them would take a minute.
        if (names++ % ONE_OF !== 0) continue;
        const answers = search(q.replace('~', ''), languages[at]!, FOUND_AMONG).map(foodMeant);
        asked++;
        if (answers.includes(food!)) found++;
        if (answers[0] === food) first++;
      }
    }
  }
  expect(asked).toBeGreaterThan(1000);
  expect((100 * found) / asked).toBeGreaterThanOrEqual(MIN_FOUND_PERCENT);
  expect((100 * first) / asked).toBeGreaterThanOrEqual(MIN_FIRST_PERCENT);
}, 120_000);

describe('The language that is asked for', () => {
  test('decides between foods of the same name', () => {
    expect(search('raisin', 'fr')[0]!.name).toBe(FRENCH_GRAPES);
    expect(search('raisin', 'en')[0]!.name).toMatch(/^Raisins/);
    expect(search('raisin')[0]!.name).toMatch(/^Raisins/);
  });
  test('decides in lists with filters too, in a page as in all', () => {
    const first = (language: string) => {
      const sort = { by: 'relevance', isDescending: false } as const;
      const page = { sort, limit: 1, offset: 0, language, isExplained: true };
      const request = { ...NO_FILTERS, q: 'raisin', ...page };
      const { foods, matches } = catalog.find(request)!;
      return { food: foods[0]!.name.split(',')[0], by: matches[0]!.name, language: matches[0]!.language };
    };
    expect(first('fr')).toEqual({ food: FRENCH_GRAPES, by: 'raisin', language: 'fr' });
    expect(first('en')).toMatchObject({ food: 'Raisins', language: 'en' });
  });
  test('is that of the name that is shown, where the food has one', () => {
    const [milk] = search('whole milk', null, 1);
    expect(milk!.name).toBe(MILK);
    const named = (lang: string) => addDetails(catalog, milk!, { ...NOTHING_ADDED, lang }).name.toLowerCase();
    expect([named('de'), named('FR'), named('en')]).toEqual(['vollmilch', 'lait entier', 'whole milk']);
    expect(named('ja')).toBe(MILK.toLowerCase());
  });
});

test('A full record lists the other names by language, and none that is only for finding', () => {
  const [milk] = search('whole milk', null, 1);
  const { names } = addDetails(catalog, milk!, { ...NOTHING_ADDED, full: true }).full!;
  expect(Object.keys(names).sort()).toEqual(expect.arrayContaining(['de', 'en', 'es', 'fr', 'it']));
  const derived = search('Eggplant, pickled', null, 1)[0]!;
  expect(catalog.findRecord(derived)!.names.some(({ kind }) => kind === 'derived')).toBe(true);
  expect(addDetails(catalog, derived, { ...NOTHING_ADDED, full: true }).full!.names).toEqual({});
  expect(addDetails(catalog, derived, { ...NOTHING_ADDED, lang: 'de' }).name).toBe('Eggplant, pickled');
});

test('An explanation tells the name that was found and its language: English for the own name of a generic food', () => {
  const explain = (q: string) => {
    const { foods, matches } = catalog.searchRead({ q, limit: 1, source: null });
    const { match } = addDetails(catalog, foods[0]!, { ...NOTHING_ADDED, explain: true }, matches[0]!)
      .explanation!;
    return [match!.name.toLowerCase(), match!.language];
  };
  expect(explain('Eier')).toEqual(['eier', 'de']);
  expect(explain('Eggplant, pickled')).toEqual(['eggplant, pickled', 'en']);
});

describe('False friends', () => {
  test('are told apart by the names that foods have', () => {
    expect(search('raisin sans pépins')[0]!.name).toBe(FRENCH_GRAPES);
    expect(search('raisins sans pépins')[0]!.name).toBe(FRENCH_GRAPES);
    expect(search('maçã')[0]!.name).toMatch(/^Apples/);
    expect(search('pão')[0]!.name).toMatch(/^Bread/);
  });
  const labels = (...names: string[]) => names.map((name) => ({ name }));
  const generic = (...names: string[]) =>
    names.map((name) => ({ name, source: 'usda' as const, confidence: 0.98 }));
  test('products that are called so come before a food that merely stands in', () => {
    const hams = ['Jamón ibérico', 'Jamón Ibérico de Cebo', 'Jamón ibérico 50%'];
    const { find } = openNameSearch([
      ...generic('Pork, cured, ham, whole, separable lean only, unheated'),
      ...labels(...hams),
    ]);
    expect(find('jamon iberico').slice(0, 3).sort()).toEqual(hams.toSorted());
  });
  test('accents that were typed tell words apart', () => {
    const { find } = openNameSearch([
      ...generic('Restaurant, Chinese, kung pao chicken'),
      ...labels('Maçã Gala', 'Maca em pó', 'Pão de forma', 'Kung Pao sauce'),
    ]);
    expect(find('maçã')[0]).toBe('Maçã Gala');
    expect(find('pão')[0]).toBe('Pão de forma');
  });
});

describe('A text that no food has whole', () => {
  const { find } = openNameSearch(
    [
      'Água aromatizada',
      'Leche de crecimiento',
      'Curry de dattes',
      'Curry vert',
      'The Essential Oat Drink',
      'Le coffret parfait',
      'Le coffret de thés',
    ].map((name) => ({ name })),
  );
  test('finds the food that has all words but one that no food has', () => {
    expect(find('aromatizada baby')[0]).toBe('Água aromatizada');
    expect(find('curry ayamtm dattes')[0]).toBe('Curry de dattes');
  });
  test('finds by an unfinished last word, whatever comes before it', () => {
    expect(find('the essen')[0]).toBe('The Essential Oat Drink');
    expect(find('le coffret par')[0]).toBe('Le coffret parfait');
    expect(find('essen')[0]).toBe('The Essential Oat Drink');
  });
});
