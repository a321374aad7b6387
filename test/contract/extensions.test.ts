import { expect } from 'bun:test';
import { FOOD_FIELDS } from '../../src/food/food.ts';
import {
  extra,
  missing,
  noBoolean,
  noInteger,
  noNumber,
  noneOf,
  notAbove,
  notBoth,
  notFinite,
  notTwoLetters,
  tooLarge,
  tooLong,
  tooMany,
  tooShort,
  tooSmall,
  wrongValue,
} from './expected-issues.ts';
import { CREPES, extendedCatalog, SKYR, TEA } from './extended-catalog.ts';
import { gives, invalid, json, runScenarios, type Scenario, shows } from './scenario.ts';

/** What larder offers beyond the interface, as its contract says. */
const scenarios = (part: string, list: Scenario[]) => runScenarios(part, list, extendedCatalog);

interface Extended {
  name: string;
  portion?: Record<string, number | null> | null;
  explanation?: {
    confidence: { score: number; band: string; parts: Record<string, number>; findings: unknown[] };
    match?: { read_as: string | null; score: number; parts: Record<string, number> };
  };
  full?: Record<string, unknown>;
}

const skyr = (query: string) => `/food/${SKYR}?${query}`;
scenarios('A portion', [
  json<Extended>('has each of the ten nutrients for so many grams', skyr('grams=33.333'), (food) => {
    expect(Object.keys(food)).toEqual([...FOOD_FIELDS, 'portion']);
    expect(food.portion).toEqual({
      grams: 33.33,
      calories_kcal: 21,
      protein_g: 3.667,
      fat_g: 0.067,
      carbs_g: 1.333,
      fiber_g: null,
      sugar_g: 1.333,
      sodium_mg: 16.7,
      saturated_fat_g: null,
      cholesterol_mg: null,
      potassium_mg: null,
    });
  }),
  shows('is given in servings of the label', skyr('servings=2'), {
    portion: { grams: 300, calories_kcal: 189, protein_g: 33 },
  }),
  json<Extended>('is null where no serving size is known', `/food/${CREPES}?servings=1`, (food) =>
    expect(food.portion).toBeNull(),
  ),
  shows('can be asked for by barcode', `/barcode/${SKYR}?grams=1e2`, {
    portion: { grams: 100, calories_kcal: 63 },
  }),
  json<Extended[]>('can be asked for in a search', '/search?q=skyr&grams=200', (foods) => {
    expect(foods.map(({ portion }) => portion?.calories_kcal)).toEqual([150, 126]);
  }),
  invalid('of no grams is refused', skyr('grams=0'), notAbove('grams', '0', 0)),
  invalid('of negative grams is refused', skyr('grams=-1'), notAbove('grams', '-1', 0)),
  invalid('of over 100,000 g is refused', skyr('grams=100000.1'), tooLarge('grams', '100000.1', 100000)),
  invalid('of over 1,000 servings is refused', skyr('servings=1001'), tooLarge('servings', '1001', 1000)),
  invalid('has to be a number', skyr('grams=many'), noNumber('grams', 'many')),
  invalid('has to be a number, not nothing', skyr('grams='), noNumber('grams', '')),
  invalid('is not read from hexadecimal', skyr('grams=0x10'), noNumber('grams', '0x10')),
  invalid('has to be finite', skyr('grams=nan'), notFinite('grams', 'nan')),
  invalid(
    'has to be finite, however it is written',
    skyr('servings=-Infinity'),
    notFinite('servings', '-Infinity'),
  ),
  invalid('has to be finite as a double', skyr('grams=1e999'), notFinite('grams', '1e999')),
  invalid('is in grams or servings', skyr('grams=1&servings=2'), notBoth('grams', 'servings', '2')),
  invalid(
    'is in grams or servings, in any order',
    skyr('servings=2&grams=1'),
    notBoth('grams', 'servings', '2'),
  ),
  invalid(
    'reports every failure, each once',
    '/search?q=a&grams=x&servings=0&lang=eng',
    tooShort('a'),
    noNumber('grams', 'x'),
    notAbove('servings', '0', 0),
    notTwoLetters('lang', 'eng'),
  ),
  { name: 'is validated before the food is looked up', target: '/food/1?grams=0', status: 422 },
  { name: 'of an unknown food is 404', target: '/food/1?grams=5', status: 404, detail: 'Food not found' },
]);

scenarios('A full record', [
  json<Extended>('has every member, known or not', skyr('full=true'), (food) => {
    expect(Object.keys(food)).toEqual([...FOOD_FIELDS, 'full']);
    expect(food.full).toEqual({
      nutrients: { salt_g: 0.125, calcium_mg: 120 },
      ingredients_text: 'Skimmed milk, cultures',
      allergens: ['en:milk'],
      traces: null,
      additives: null,
      labels: ['en:no-additives'],
      categories: ['en:yogurts'],
      countries: ['en:austria', 'en:germany'],
      analysis: null,
      nutriscore: 'a',
      nova: 1,
      quantity: '450 g',
      product_quantity: 450,
      product_quantity_unit: 'g',
      serving_unit: 'g',
      basis: 'g',
      generic_name: null,
      language: 'en',
      names: { de: 'Skyr natur', en: 'Plain skyr', fr: 'Skyr nature' },
      modified: '2026-01-01',
      measures: null,
      environment: 'b',
    });
  }),
  shows('keeps unknown allergens apart from none', '/food/4006381000062?full=1', {
    full: { allergens: null, traces: null, nutriscore: null, nova: null },
  }),
  shows(
    'says that there are no allergens where the ingredients are known, but nothing about traces',
    `/food/${TEA}?full=yes`,
    { full: { allergens: [], traces: null } },
  ),
  json<Extended[]>('comes with each food of a search', '/search?q=rice+cakes&full=on', (foods) =>
    expect(foods[0]?.full).toMatchObject({ traces: ['en:sesame-seeds'] }),
  ),
  json<Extended>('is left out unless asked for', skyr('full=false'), (food) =>
    expect(Object.keys(food)).toEqual(FOOD_FIELDS),
  ),
  invalid('is asked for with a boolean', skyr('full=maybe'), noBoolean('full', 'maybe')),
]);

scenarios('The language of a name', [
  json<Extended>('can be chosen, in either case', skyr('lang=DE'), (food) => {
    expect(Object.keys(food)).toEqual(FOOD_FIELDS);
    expect(food).toMatchObject({ name: 'Skyr natur', static_url: `/food/${SKYR}/plain-skyr.html` });
  }),
  json<Extended>('stays as it is where there is no other', skyr('lang=pl'), ({ name }) =>
    expect(name).toBe('Plain skyr'),
  ),
  json<Extended[]>('can be chosen for a search', '/search?q=plain+skyr&lang=fr', (foods) =>
    expect(foods[0]?.name).toBe('Skyr nature'),
  ),
  invalid('has two letters', skyr('lang=deu'), notTwoLetters('lang', 'deu')),
  invalid('has letters alone', skyr('lang=d1'), notTwoLetters('lang', 'd1')),
  invalid('is two letters and no line break', skyr('lang=de%0A'), notTwoLetters('lang', 'de\n')),
]);

/** Checks that the parts of a match are its score, and returns what the query was read as. */
function addsUp({ explanation }: Extended): string | null {
  const { read_as, score, parts } = explanation!.match!;
  expect(score).toBeGreaterThan(0);
  expect(Object.values(parts).reduce((sum, points) => sum + points, 0)).toBe(score);
  return read_as;
}

scenarios('An explanation', [
  json<Extended>('says where the confidence comes from', '/food/4006381000062?explain=true', (food) => {
    expect(Object.keys(food)).toEqual([...FOOD_FIELDS, 'explanation']);
    const { confidence, match } = food.explanation!;
    expect(confidence.band).toBe('complete');
    expect(Object.keys(confidence.parts)).toEqual(['completeness', 'plausibility', 'source', 'agreement']);
    expect(confidence.findings).toEqual([]);
    expect(match).toBeUndefined();
  }),
  json<Extended[]>(
    'of a search has parts that add up to the score',
    '/search?q=skyr&explain=true',
    (foods) => {
      expect(foods).toHaveLength(2);
      for (const food of foods) expect(addsUp(food)).toBeNull();
    },
  ),
  json<Extended[]>('says what a misspelled query was read as', '/search?q=pepermint&explain=true', (foods) =>
    expect(foods[0]?.explanation?.match?.read_as).toBe('peppermint'),
  ),
  json<Extended[]>(
    'of foods found with a text has parts that add up to the score, in any order',
    '/foods/find?q=skry&explain=true&sort=calories_kcal',
    (foods) => {
      expect(foods.map(({ name }) => name)).toEqual(['Plain skyr', 'Skyr with berries']);
      for (const food of foods) expect(addsUp(food)).toBe('skyr');
    },
  ),
  json<Extended[]>(
    'of foods found without a text has no match',
    '/foods/find?limit=1&explain=true',
    ([food]) => {
      expect(food?.explanation?.confidence.band).toBe('complete');
      expect(food?.explanation?.match).toBeUndefined();
    },
  ),
  json<Extended[]>(
    'of foods asked for by id has no match',
    `/foods/bulk?ids=${SKYR}&explain=true`,
    ([food]) => expect(Object.keys(food!.explanation!)).toEqual(['confidence']),
  ),
  json<Extended>('stands between portion and full record', skyr('full=1&explain=1&grams=5'), (food) =>
    expect(Object.keys(food)).toEqual([...FOOD_FIELDS, 'portion', 'explanation', 'full']),
  ),
]);

/** The last digits of the barcode; 0 for the estimate, which has none. */
const ids = (foods: { id: number; barcode: string | null }[]) =>
  foods.map(({ id, barcode }) => (barcode === null ? 0 : id % 1000));
const found = (
  name: string,
  query: string,
  expected: number[],
  total = String(expected.length),
): Scenario => ({
  name,
  target: `/foods/find?${query}`,
  status: 200,
  json: ((foods: Parameters<typeof ids>[0]) => expect(ids(foods)).toEqual(expected)) as Scenario['json'] & {},
  answers: { 'x-total-count': total },
});

scenarios('Foods found by their values', [
  found('are all foods, the most popular first', '', [17, 48, 24, 55, 62, 79, 31, 0], '8'),
  found('have at least so much of a nutrient', 'min_protein_g=9', [17, 48, 79]),
  found('have at most so much of a nutrient', 'max_calories_kcal=75&min_protein_g=1', [17, 79]),
  found('are within both bounds, the ends included', 'min_protein_g=7&max_protein_g=8', [24, 55, 62]),
  found('without the nutrient match no bound', 'min_sugar_g=0', [17, 24]),
  found('have the brand, whatever its case and accents', 'brand=KRAUTERHOF', [55, 62, 31]),
  found('have the brand as one of several', 'brand=nordmilk', [17, 48, 24]),
  found('have the whole brand, not a part of it', 'brand=nord', []),
  found('are in the category, whatever its case', 'category=snacks', [48, 55, 62]),
  found('are sold in the country', 'country=FR', [24, 55]),
  found('are from the source', 'source=ai_estimate', [0]),
  found('have an image, if that is asked for', 'has_image=true', [79]),
  found('may have no image', 'has_image=false&source=off', [17, 48, 24, 55, 62, 79, 31]),
  found('have a grade of the list', 'nutriscore=a,d', [17, 24]),
  found('are known to be free of an allergen and its traces', 'allergen_free=en:nuts', [17, 55, 31]),
  found('are free of all of several', 'allergen_free=milk,sesame-seeds', [31]),
  found('are free of allergens by their names in any language', 'allergen_free=Milch', [55, 31]),
  found('are free of an allergen in the singular', 'allergen_free=egg', [17, 48, 55, 31]),
  found('are free of what a wider allergen may stand for', 'allergen_free=bl%C3%A9,walnuts', [17, 55, 31]),
  found('are free of all that is named, however often', 'allergen_free=lait&allergen_free=s%C3%A9same', [31]),
  found('have all words of a text', 'q=skyr', [79, 17]),
  found('have all words of a text as corrected', 'q=pepermint+tea', [31]),
  found(
    'are ordered by a nutrient, ties by popularity',
    'sort=protein_g&source=off',
    [31, 24, 55, 62, 79, 17, 48],
  ),
  found('are ordered descending', 'sort=-protein_g&source=off', [48, 17, 79, 55, 62, 24, 31]),
  found('without the nutrient come last, ascending', 'sort=sugar_g&brand=nordmilk', [17, 24, 48]),
  found('without the nutrient come last, descending', 'sort=-sugar_g&brand=nordmilk', [24, 17, 48]),
  found('are ordered by relevance when there is a text', 'q=skyr&sort=relevance', [79, 17]),
  found('with a text can be ordered otherwise', 'q=skyr&sort=-popularity', [17, 79]),
  found('come a page at a time', 'limit=3&offset=2', [24, 55, 62], '8'),
  found('beyond the end are none', 'offset=10000', [], '8'),
  found('can take portions and full records along', 'category=yogurts&grams=10&full=1', [17, 79]),
  {
    name: 'have a link to the next page while there is one',
    target: '/foods/find?limit=2&category=snacks&offset=0',
    status: 200,
    answers: {
      link: /<\/foods\/find\?limit=2&category=snacks&offset=2>; rel="next"/,
      'access-control-expose-headers': /X-Total-Count.*Link/,
    },
  },
  {
    name: 'have no link after the last page',
    target: '/foods/find?category=snacks&offset=2',
    status: 200,
    answers: { link: /^(?!.*rel="next")/ },
  },
  {
    name: 'answer HEAD with their number',
    method: 'HEAD',
    target: '/foods/find',
    status: 200,
    answers: { 'x-total-count': '8' },
  },
  { name: 'are no other path', target: '/foods/find/', status: 401 },
  invalid(
    'need finite bounds',
    '/foods/find?min_fat_g=inf&max_fat_g=-1',
    notFinite('min_fat_g', 'inf'),
    tooSmall('max_fat_g', '-1', 0),
  ),
  invalid('need a country of two letters', '/foods/find?country=fra', notTwoLetters('country', 'fra')),
  invalid(
    'cannot be ordered backwards by relevance',
    '/foods/find?q=skyr&sort=-relevance',
    wrongValue('relevance is always best first', 'sort', '-relevance'),
  ),
  invalid(
    'cannot be ordered by relevance without a text',
    '/foods/find?sort=relevance',
    wrongValue('relevance needs q', 'sort', 'relevance'),
  ),
  invalid(
    'have grades from a to e',
    '/foods/find?nutriscore=a,f',
    noneOf("'a', 'b', 'c', 'd' or 'e'", ['query', 'nutriscore', 1], 'f'),
  ),
  invalid(
    'are at most 100 at a time',
    '/foods/find?limit=101&offset=10001',
    tooLarge('limit', '101', 100),
    tooLarge('offset', '10001', 10000),
  ),
  invalid(
    'need a confidence of at most 1',
    '/foods/find?min_confidence=1.1',
    tooLarge('min_confidence', '1.1', 1),
  ),
]);

const error =
  'unknown allergen; known are en:gluten, en:crustaceans, en:eggs, en:fish, en:peanuts, en:soybeans, en:milk, en:nuts, en:celery, en:mustard, en:sesame-seeds, en:sulphur-dioxide-and-sulphites, en:lupin, en:molluscs, en:cashew-nuts, en:walnuts, en:squid, en:red-caviar, and their names in English, German, French, Spanish, Italian, Portuguese and Dutch';
const unknownAllergen = (index: number, input: string) =>
  wrongValue(error, ['query', 'allergen_free', index], input);

scenarios('An allergen that is not known', [
  ...['/foods/find?', '/foods/facets?by=brand&'].flatMap((route) => [
    invalid(`is refused by ${route}`, `${route}allergen_free=xyz`, unknownAllergen(0, 'xyz')),
    invalid(
      `is refused by ${route} among others`,
      `${route}allergen_free=milk,,xyz`,
      unknownAllergen(1, ''),
      unknownAllergen(2, 'xyz'),
    ),
    invalid(
      `is not taken for a member of objects by ${route}`,
      `${route}allergen_free=__proto__,constructor`,
      unknownAllergen(0, '__proto__'),
      unknownAllergen(1, 'constructor'),
    ),
  ]),
  invalid(
    'is listed with whatever else is wrong',
    '/foods/find?min_fat_g=inf&allergen_free=xyz&limit=101',
    notFinite('min_fat_g', 'inf'),
    unknownAllergen(0, 'xyz'),
    tooLarge('limit', '101', 100),
  ),
]);

scenarios('A parameter that does not exist', [
  invalid(
    'is refused for the one that was meant',
    '/foods/find?min_protein=20',
    extra('min_protein', '20', 'min_protein_g'),
  ),
  invalid(
    'is refused if it filters by an allergen',
    '/foods/find?allergens_free=milk',
    extra('allergens_free', 'milk', 'allergen_free'),
  ),
  invalid(
    'is refused if it names allergens',
    '/foods/find?allergens=milk',
    extra('allergens', 'milk', 'allergen_free'),
  ),
  invalid('is refused if it is a bound of anything', '/foods/find?max_price=3', extra('max_price', '3')),
  invalid('is refused once, with its last text', '/foods/find?limt=1&limt=2', extra('limt', '2', 'limit')),
  invalid(
    'is refused on facets',
    '/foods/facets?by=brand&catgory=Snacks',
    extra('catgory', 'Snacks', 'category'),
  ),
  invalid('is refused in bulk', '/foods/bulk?ids=1&gram=5', extra('gram', '5', 'grams')),
  invalid('is refused by suggestions', '/suggest?q=sk&limits=3', extra('limits', '3', 'limit')),
  invalid('is refused by meals', '/meal?text=an+egg&lag=de', extra('lag', 'de', 'lang')),
  invalid('is refused by recipes', '/recipe?line=1+egg&serving=2', extra('serving', '2', 'servings')),
  invalid(
    'is refused beside a missing one',
    '/recipe?lines=1+egg',
    missing('line'),
    extra('lines', '1 egg', 'line'),
  ),
  ...['utm_source=x', '_=17', 'v=2', 'foo=1', 'constructor=1', '__proto__=1'].map(
    (query): Scenario => ({
      name: `is ignored if nothing like it exists: ${query}`,
      target: `/foods/find?${query}`,
      status: 200,
      answers: { 'x-total-count': '8' },
    }),
  ),
  { name: 'is ignored by the interface', target: '/search?q=skyr&limt=1&min_protein=20', status: 200 },
]);

scenarios('An order that does not exist', [
  {
    name: 'is refused with the list of those that do',
    target: '/foods/find?sort=price',
    status: 422,
    json: ((body: { detail: { type: string; loc: unknown; msg: string }[] }) => {
      expect(body.detail).toMatchObject([{ type: 'literal_error', loc: ['query', 'sort'], input: 'price' }]);
      expect(body.detail[0]!.msg).toStartWith(
        "Input should be 'calories_kcal', '-calories_kcal', 'protein_g'",
      );
      expect(body.detail[0]!.msg).toEndWith("'-popularity' or 'relevance'");
    }) as Scenario['json'] & {},
  },
]);

const counts = (byValue: Record<string, number>) =>
  Object.entries(byValue).map(([value, count]) => ({ value, count }));

scenarios('Facets', [
  gives(
    'count every value, highest first, then by value',
    '/foods/facets?by=category,brand,country,source,nutriscore',
    {
      category: counts({ Snacks: 3, Yogurts: 2, Breakfasts: 1, Cakes: 1, Teas: 1 }),
      brand: counts({ Kräuterhof: 3, Nordmilk: 3, 'Café Breizh': 1, Isey: 1 }),
      country: counts({ de: 4, fr: 2, at: 1 }),
      source: counts({ off: 7, ai_estimate: 1 }),
      nutriscore: counts({ a: 1, b: 1, c: 1, d: 1 }),
    },
  ),
  gives('count the foods that match alone', '/foods/facets?by=brand&category=snacks&max_calories_kcal=380', {
    brand: counts({ Kräuterhof: 1, Nordmilk: 1 }),
  }),
  gives('of a text count the foods that have its words', '/foods/facets?by=source,nutriscore&q=skyr', {
    source: counts({ off: 2 }),
    nutriscore: counts({ a: 1 }),
  }),
  gives('without a match are empty', '/foods/facets?by=brand&min_fat_g=99', { brand: [] }),
  invalid('have to be named', '/foods/facets', missing('by')),
  invalid(
    'have to exist',
    '/foods/facets?by=brand,colour',
    noneOf(
      "'category', 'brand', 'country', 'source', 'nutriscore', 'label', 'nova', 'environment' or 'diet'",
      ['query', 'by', 1],
      'colour',
    ),
  ),
]);

const many = (count: number) => Array.from({ length: count }, (_, at) => at).join(',');
const bulk = (name: string, query: string, expected: number[]): Scenario => ({
  name,
  target: `/foods/bulk?${query}`,
  status: 200,
  json: ((foods: ({ id: number } | null)[]) =>
    expect(foods.map((food) => (food === null ? 0 : food.id % 1000))).toEqual(
      expected,
    )) as Scenario['json'] & {},
});

scenarios('Several foods at once', [
  bulk('come in the order asked for, repeats repeated', `ids=${CREPES},${SKYR},${CREPES}`, [24, 17, 24]),
  bulk('are null where there is none', `ids=1,${TEA},99999999999999999999`, [0, 31, 0]),
  bulk('can be asked for by barcode', `barcodes=${SKYR},4006381-00003+1`, [17, 31]),
  bulk('are null for a barcode that is none', 'barcodes=hello,,4006381000024', [0, 0, 24]),
  bulk('may be a hundred', `ids=${many(100)}`, new Array(100).fill(0)),
  json<(Extended | null)[]>(
    'can have portions and names',
    `/foods/bulk?ids=${SKYR},1&grams=50&lang=de`,
    (foods) => expect(foods).toMatchObject([{ name: 'Skyr natur', portion: { calories_kcal: 31.5 } }, null]),
  ),
  invalid(
    'have ids that are integers',
    '/foods/bulk?ids=1,two,',
    noInteger(['query', 'ids', 1], 'two'),
    noInteger(['query', 'ids', 2], ''),
  ),
  invalid('are at most a hundred', `/foods/bulk?ids=${many(101)}`, tooMany('ids', many(101), 100, 101)),
  invalid('have to be named', '/foods/bulk?grams=5', missing('ids')),
  invalid('are named by id or by barcode', '/foods/bulk?barcodes=1&ids=2', notBoth('ids', 'barcodes', '1')),
]);

const preflight = (target: string): Scenario => ({
  name: 'can be asked for from other origins',
  method: 'OPTIONS',
  target,
  status: 204,
  answers: { allow: 'GET, HEAD, OPTIONS', 'access-control-allow-origin': '*' },
});
const head = (target: string): Scenario => ({
  name: 'has an ETag and no body for HEAD',
  method: 'HEAD',
  target,
  status: 200,
  answers: { etag: /^W\/"/, 'content-type': 'application/json' },
});

const suggested = (name: string, query: string, expected: object[]): Scenario => ({
  name,
  target: `/suggest?${query}`,
  status: 200,
  body: JSON.stringify(expected),
  answers: { 'content-type': 'application/json', etag: /^W\/"/, 'x-catalog-version': /^[0-9a-f]{16}$/ },
});
const food = (text: string, id: number) => ({ text, kind: 'food', id });
const SUGGESTED_SKYR = [food('Plain skyr', SKYR), food('Skyr with berries', 4006381000079)];

scenarios('Suggestions', [
  suggested('are foods, brands and categories', 'q=skyr', SUGGESTED_SKYR),
  suggested('are as many as asked for', 'q=skyr&limit=1', SUGGESTED_SKYR.slice(0, 1)),
  suggested('have no id unless they are foods', 'q=nord', [{ text: 'Nordmilk', kind: 'brand', id: null }]),
  suggested('ignore accents', 'q=crepe', [food('Crêpes', CREPES)]),
  suggested('begin with the first letter', 'q=T', [
    { text: 'Teas', kind: 'category', id: null },
    food('Peppermint tea', TEA),
  ]),
  suggested('forgive typos from four letters on', 'q=skry', SUGGESTED_SKYR),
  suggested('of nonsense are none', 'q=zzzzzzzz', []),
  { name: 'have no body for HEAD', method: 'HEAD', target: '/suggest?q=skyr', status: 200, body: '' },
  preflight('/suggest'),
  {
    name: 'are not modified while the caller has them',
    target: '/suggest?q=skyr',
    headers: { 'if-none-match': '*' },
    status: 304,
  },
  invalid('need a text', '/suggest', missing('q')),
  invalid('need at least one character', '/suggest?q=', tooShort('', 'q', 1)),
  invalid(
    'list all failures at once',
    `/suggest?q=${'a'.repeat(101)}&limit=21`,
    tooLong('a'.repeat(101), 'q', 100),
    tooLarge('limit', '21', 20),
  ),
]);

const recipe = (lines: readonly string[], rest = '') =>
  `/recipe?${lines.map((line) => `line=${encodeURIComponent(line)}`).join('&')}${rest}`;
interface ReadRecipe {
  lines: {
    line: string;
    quantity: number | null;
    unit: string | null;
    food: { id: number } | null;
    grams: number | null;
    method: string;
    confidence: number;
    stand_in: boolean;
    ignored: string | null;
  }[];
  total: Record<string, number>;
  per_serving: Record<string, number>;
  incomplete: string[];
  unresolved: number[];
}
/** What a line or an item was read as, in the order of its members, with the id of the food at the end. */
const read = (
  quantity: number | null,
  unit: string | null,
  grams: number | null,
  method: string,
  confidence: number,
  food: number | null,
) => ({ quantity, unit, grams, method, confidence, stand_in: false, ignored: null, food });
const withId = <Read extends { food: { id: number } | null }>({ food, ...rest }: Read) => ({
  ...rest,
  food: food?.id ?? null,
});
const MEMBERS = ['quantity', 'unit', 'food', 'grams', 'method', 'confidence'];
const LINES = [
  '200 g plain skyr',
  '2 plain skyr',
  '100 ml peppermint tea',
  'plain skyr to taste',
  '1 zzqx',
  '',
];

scenarios('A recipe', [
  json<ReadRecipe>('has what each line was read as', recipe(LINES), ({ lines }) => {
    expect(lines.map(withId)).toEqual([
      { line: LINES[0]!, ...read(200, 'g', 200, 'weight', 0.9, SKYR) },
      { line: LINES[1]!, ...read(2, null, 300, 'each', 0.45, SKYR) },
      { line: LINES[2]!, ...read(100, 'ml', 100, 'volume', 0.77, TEA) },
      { line: LINES[3]!, ...read(null, null, null, 'none', 0, SKYR) },
      { line: LINES[4]!, ...read(1, null, null, 'none', 0, null) },
      { line: '', ...read(null, null, null, 'none', 0, null) },
    ]);
  }),
  json<ReadRecipe>('has its members in the order of the contract', recipe(['1 g skyr']), (body) => {
    expect(Object.keys(body)).toEqual(['lines', 'total', 'per_serving', 'incomplete', 'unresolved']);
    expect(Object.keys(body.lines[0]!)).toEqual(['line', ...MEMBERS, 'stand_in', 'ignored']);
    expect(Object.keys(body.lines[0]!.food!)).toEqual([...FOOD_FIELDS]);
    expect(Object.keys(body.total)).toEqual(Object.keys(body.per_serving));
    expect(Object.keys(body.total)).toHaveLength(10);
  }),
  json<ReadRecipe>('adds up what is known and names the rest', recipe(LINES, '&servings=2.5'), (body) => {
    expect(body.total).toMatchObject({ calories_kcal: 316, protein_g: 55, carbs_g: 20.2, potassium_mg: 0 });
    expect(body.per_serving).toMatchObject({ calories_kcal: 126.4, protein_g: 22, carbs_g: 8.08 });
    expect(body.incomplete).toEqual([
      'fiber_g',
      'sugar_g',
      'sodium_mg',
      'saturated_fat_g',
      'cholesterol_mg',
      'potassium_mg',
    ]);
    expect(body.unresolved).toEqual([3, 4, 5]);
  }),
  json<ReadRecipe>('says what it leaves out', recipe(['200 g plain skyr and 100 ml tea']), ({ lines }) =>
    expect(lines[0]).toMatchObject({ grams: 200, ignored: '100 ml tea', confidence: 0.5 }),
  ),
  json<ReadRecipe>('counts a range as its mean', recipe(['100-200 g plain skyr']), ({ lines }) =>
    expect(lines[0]).toMatchObject({ quantity: 150, grams: 150 }),
  ),
  {
    name: 'can be kept by the caller',
    target: recipe(['1 g skyr']),
    headers: { 'if-none-match': '*' },
    status: 304,
  },
  head(recipe(['1 g skyr'])),
  preflight('/recipe'),
  invalid('needs a line', '/recipe', missing('line')),
  invalid(
    'has at most fifty lines and a thousand servings',
    `/recipe?${'line=a&'.repeat(51)}servings=1001`,
    tooMany('line', new Array(51).fill('a'), 50, 51),
    tooLarge('servings', '1001', 1000),
  ),
  invalid(
    'has lines of at most 200 characters',
    recipe(['1 g skyr', 'a'.repeat(201)], '&servings=nan'),
    tooLong('a'.repeat(201), ['query', 'line', 1]),
    notFinite('servings', 'nan'),
  ),
  invalid(
    'makes at least one serving',
    recipe(['1 g skyr'], '&servings=0.5'),
    tooSmall('servings', '0.5', 1),
  ),
  { name: 'has no near miss', target: '/recipe/', status: 401 },
]);

const meal = (text: string, rest = '') => `/meal?text=${encodeURIComponent(text)}${rest}`;
interface ReadMeal {
  items: (Omit<ReadRecipe['lines'][number], 'line'> & { text: string })[];
  total: Record<string, number>;
  incomplete: string[];
  unresolved: number[];
}

scenarios('A meal in words', [
  json<ReadMeal>(
    'has an item for each food that was named, in the order of the text',
    meal('For breakfast I had 200 g plain skyr with 100 ml peppermint tea, and a zzqx'),
    ({ items, total, unresolved }) => {
      expect(items.map(withId)).toEqual([
        { text: '200 g plain skyr', ...read(200, 'g', 200, 'weight', 0.9, SKYR) },
        { text: '100 ml peppermint tea', ...read(100, 'ml', 100, 'volume', 0.77, TEA) },
        { text: 'a zzqx', ...read(1, null, null, 'none', 0, null) },
      ]);
      expect(total.calories_kcal).toBe(127);
      expect(unresolved).toEqual([2]);
    },
  ),
  json<ReadMeal>('counts a usual portion where no amount was said', meal('plain skyr'), ({ items }) => {
    expect(items[0]).toMatchObject({ quantity: null, unit: null, method: 'assumed', grams: 150 });
    expect(items[0]!.confidence).toBeLessThanOrEqual(0.6);
  }),
  json<ReadMeal>('does not count what it was without', meal('peppermint tea without skyr'), ({ items }) =>
    expect(items.map(({ text, food }) => [text, food?.id])).toEqual([['peppermint tea without skyr', TEA]]),
  ),
  json<ReadMeal>('has its members in the order of the contract', meal('plain skyr'), (body) => {
    expect(Object.keys(body)).toEqual(['items', 'total', 'incomplete', 'unresolved']);
    expect(Object.keys(body.items[0]!).slice(0, 7)).toEqual(['text', ...MEMBERS]);
    expect(Object.keys(body.items[0]!.food!)).toEqual([...FOOD_FIELDS]);
    expect(Object.keys(body.total)).toHaveLength(10);
  }),
  json<ReadMeal>('may name nothing', meal('?!'), (body) =>
    expect(body).toMatchObject({ items: [], incomplete: [], unresolved: [] }),
  ),
  head(meal('plain skyr')),
  preflight('/meal'),
  invalid('needs a text', '/meal', missing('text')),
  invalid('needs at least two characters', '/meal?text=a', tooShort('a', 'text')),
  invalid('has at most 500 characters', meal('a'.repeat(501)), tooLong('a'.repeat(501), 'text', 500)),
  { name: 'has no near miss', target: '/meals', status: 401 },
]);
