import { expect } from 'bun:test';
import { FOOD_FIELDS } from '../../src/food/food.ts';
import { CREPES, extendedCatalog, SKYR, TEA } from './extended-catalog.ts';
import { runScenarios, type Scenario } from './scenario.ts';

/** What larder offers beyond the interface, as its contract says. */
const scenarios = (part: string, list: Scenario[]) => runScenarios(part, list, extendedCatalog);

const invalid = (name: string, target: string, ...detail: object[]): Scenario => ({
  name,
  target,
  status: 422,
  detail,
});
const json = <Body>(name: string, target: string, check: (body: Body) => void): Scenario => ({
  name,
  target,
  status: 200,
  json: check as Scenario['json'] & {},
});

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
const parsing = (name: string, input: string) => ({
  type: 'float_parsing',
  loc: ['query', name],
  msg: 'Input should be a valid number, unable to parse string as a number',
  input,
});
const notFinite = (name: string, input: string) => ({
  type: 'finite_number',
  loc: ['query', name],
  msg: 'Input should be a finite number',
  input,
});
const notAbove = (name: string, input: string) => ({
  type: 'greater_than',
  loc: ['query', name],
  msg: 'Input should be greater than 0',
  input,
  ctx: { gt: 0 },
});
const above = (name: string, input: string, le: number) => ({
  type: 'less_than_equal',
  loc: ['query', name],
  msg: `Input should be less than or equal to ${le}`,
  input,
  ctx: { le },
});
const notBoth = (one: string, other: string, input: string) => ({
  type: 'value_error',
  loc: ['query', other],
  msg: `Value error, give ${one} or ${other}, not both`,
  input,
  ctx: { error: `give ${one} or ${other}, not both` },
});
const notTwoLetters = (name: string, input: string) => ({
  type: 'string_pattern_mismatch',
  loc: ['query', name],
  msg: "String should match pattern '^[A-Za-z]{2}$'",
  input,
  ctx: { pattern: '^[A-Za-z]{2}$' },
});

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
  json<Extended>('is given in servings of the label', skyr('servings=2'), ({ portion }) =>
    expect(portion).toMatchObject({ grams: 300, calories_kcal: 189, protein_g: 33 }),
  ),
  json<Extended>('is null where no serving size is known', `/food/${CREPES}?servings=1`, (food) =>
    expect(food.portion).toBeNull(),
  ),
  json<Extended>('can be asked for by barcode', `/barcode/${SKYR}?grams=1e2`, ({ portion }) =>
    expect(portion).toMatchObject({ grams: 100, calories_kcal: 63 }),
  ),
  json<Extended[]>('can be asked for in a search', '/search?q=skyr&grams=200', (foods) => {
    expect(foods.map(({ portion }) => portion?.calories_kcal)).toEqual([150, 126]);
  }),
  invalid('of no grams is refused', skyr('grams=0'), notAbove('grams', '0')),
  invalid('of negative grams is refused', skyr('grams=-1'), notAbove('grams', '-1')),
  invalid('of over 100,000 g is refused', skyr('grams=100000.1'), above('grams', '100000.1', 100000)),
  invalid('of over 1,000 servings is refused', skyr('servings=1001'), above('servings', '1001', 1000)),
  invalid('has to be a number', skyr('grams=many'), parsing('grams', 'many')),
  invalid('has to be a number, not nothing', skyr('grams='), parsing('grams', '')),
  invalid('is not read from hexadecimal', skyr('grams=0x10'), parsing('grams', '0x10')),
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
    {
      type: 'string_too_short',
      loc: ['query', 'q'],
      msg: 'String should have at least 2 characters',
      input: 'a',
      ctx: { min_length: 2 },
    },
    parsing('grams', 'x'),
    notAbove('servings', '0'),
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
      traces: [],
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
    });
  }),
  json<Extended>('keeps unknown allergens apart from none', '/food/4006381000062?full=1', ({ full }) =>
    expect(full).toMatchObject({ allergens: null, traces: null, nutriscore: null, nova: null }),
  ),
  json<Extended>(
    'says that there are none where the ingredients are known',
    `/food/${TEA}?full=yes`,
    ({ full }) => expect(full).toMatchObject({ allergens: [], traces: [] }),
  ),
  json<Extended[]>('comes with each food of a search', '/search?q=rice+cakes&full=on', (foods) =>
    expect(foods[0]?.full).toMatchObject({ traces: ['en:sesame-seeds'] }),
  ),
  json<Extended>('is left out unless asked for', skyr('full=false'), (food) =>
    expect(Object.keys(food)).toEqual(FOOD_FIELDS),
  ),
  invalid('is asked for with a boolean', skyr('full=maybe'), {
    type: 'bool_parsing',
    loc: ['query', 'full'],
    msg: 'Input should be a valid boolean, unable to interpret input',
    input: 'maybe',
  }),
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
      for (const { explanation } of foods) {
        const { read_as, score, parts } = explanation!.match!;
        expect(read_as).toBeNull();
        expect(Object.values(parts).reduce((sum, points) => sum + points, 0)).toBe(score);
      }
    },
  ),
  json<Extended[]>('says what a misspelled query was read as', '/search?q=pepermint&explain=true', (foods) =>
    expect(foods[0]?.explanation?.match?.read_as).toBe('peppermint'),
  ),
  json<Extended>('stands between portion and full record', skyr('full=1&explain=1&grams=5'), (food) =>
    expect(Object.keys(food)).toEqual([...FOOD_FIELDS, 'portion', 'explanation', 'full']),
  ),
]);
