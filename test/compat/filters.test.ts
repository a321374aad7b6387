import { afterAll, describe, expect, test } from 'bun:test';
import { openCatalog } from '../../src/catalog/open.ts';
import { serveApp } from './served-app.ts';
import {
  has,
  hasBrand,
  isCalled,
  isFreeOf,
  isKnown,
  lacks,
  TAGGED,
  type TaggedProduct,
  taggedCatalog,
  tagsOf,
} from './tagged-products.ts';

const catalog = openCatalog(await taggedCatalog());
const send = serveApp({ catalog });
afterAll(() => catalog.close());

/** The codes on all pages of a search, and its count. */
async function findAll(path: string, query: string): Promise<{ codes: string[]; count: number }> {
  const codes: string[] = [];
  let count = 0;
  for (let page = 1; page === 1 || codes.length < Math.min(count, 500); page++) {
    const { body } = await send(`${path}?${query}&fields=code&page_size=100&page=${page}`);
    count = body.count;
    if (body.products.length === 0) break;
    codes.push(...body.products.map(({ code }: { code: string }) => code));
  }
  return { codes, count };
}

type Test = (product: TaggedProduct) => boolean;
const every = (product: TaggedProduct) => product.code !== '';
const organic = has('labels_tags', 'en:organic');
const vegan = has('labels_tags', 'en:vegan');

const FILTERS: readonly [query: string, test: Test][] = [
  ['labels_tags=en:organic', organic],
  ['labels_tags=organic', organic],
  ['labels_tags=en:organic,en:vegan', (one) => organic(one) && vegan(one)],
  ['labels_tags=en:organic|en:vegan', (one) => organic(one) || vegan(one)],
  ['tagtype_0=labels&tag_contains_0=contains&tag_0=en:gluten-free', has('labels_tags', 'en:no-gluten')],
  ['labels_tags=en:no-gluten', has('labels_tags', 'en:no-gluten')],
  ['labels_tags=-Gluten-free', lacks('labels_tags', 'en:no-gluten')],
  ['labels_tags=-en:organic', lacks('labels_tags', 'en:organic')],
  [
    'labels_tags=-en:organic|en:vegan,en:gluten-free',
    (one) => !organic(one) && !vegan(one) && has('labels_tags', 'en:no-gluten')(one),
  ],
  ['labels_tags=en:organic&labels_tags=en:vegan', (one) => organic(one) && vegan(one)],
  ['categories_tags_en=sweet snacks', has('categories_tags', 'en:sweet-snacks')],
  ['categories_tags_de=Sweet%20Snacks', has('categories_tags', 'en:sweet-snacks')],
  ['categories_tags=fr:pates-a-tartiner', has('categories_tags', 'fr:pâtes-à-tartiner')],
  ['categories_tags=fr:pâtes-à-tartiner', has('categories_tags', 'fr:pâtes-à-tartiner')],
  ['brands_tags=lidl', hasBrand('Lidl')],
  ['brands_tags=xx:marks-spencer', hasBrand('Marks & Spencer')],
  ['brands_tags=cafe-noir|zweitmarke', (one) => hasBrand('Café Noir')(one) || hasBrand('Zweitmarke')(one)],
  ['brands_tags=hof-s-s-a', hasBrand("Hof's S.A.")],
  ['brands_tags=-lidl', (one) => !hasBrand('Lidl')(one)],
  ['countries_tags=en:norway', has('countries_tags', 'en:norway')],
  [
    'countries_tags=en:norway|france',
    (one) => has('countries_tags', 'en:norway')(one) || has('countries_tags', 'en:france')(one),
  ],
  ['countries=germany', has('countries_tags', 'en:germany')],
  ['countries=fr', has('countries_tags', 'en:france')],
  ['countries_tags_en=france', has('countries_tags', 'en:france')],
  ['tagtype_0=countries&tag_contains_0=without&tag_0=france', lacks('countries_tags', 'en:france')],
  ['countries=Atlantis', every],
  ['countries_tags=-germany', lacks('countries_tags', 'en:germany')],
  ['countries_tags=en:world', every],
  ['countries_tags=en:atlantis', () => false],
  ['allergens_tags=en:milk', has('allergens_tags', 'en:milk')],
  ['allergens_tags=-en:milk', isFreeOf('en:milk')],
  ['allergens_tags=-en:milk|nuts', (one) => isFreeOf('en:milk')(one) && isFreeOf('en:nuts')(one)],
  ['allergens_tags=-milk', isFreeOf('en:milk')],
  ['allergens_tags=Milch', has('allergens_tags', 'en:milk')],
  ['allergens_tags=-en:xyz', () => false],
  ['allergens_tags=-en:milk,-__proto__', () => false],
  ['tagtype_0=allergens&tag_contains_0=does_not_contain&tag_0=xyz', () => false],
  [`code=${TAGGED[0]!.code}&allergens_tags=-en:xyz`, () => false],
  [
    `code=${TAGGED[0]!.code},${TAGGED[1]!.code}&allergens_tags=-en:milk`,
    (one) => TAGGED.slice(0, 2).includes(one) && isFreeOf('en:milk')(one),
  ],
  ['tagtype_0=allergens&tag_contains_0=does_not_contain&tag_0=milk', isFreeOf('en:milk')],
  ['traces_tags=en:eggs', has('traces_tags', 'en:eggs')],
  ['traces_tags=-en:eggs', isFreeOf('en:eggs')],
  ['additives_tags=en:e322', has('additives_tags', 'en:e322')],
  [
    'additives_tags=-en:e322',
    (one) => isKnown('additives_tags')(one) && !has('additives_tags', 'en:e322')(one),
  ],
  ['additives=without', (one) => tagsOf(one, 'additives_tags')?.length === 0],
  ['additives=with', (one) => (tagsOf(one, 'additives_tags')?.length ?? 0) > 0],
  ['additives=indifferent', every],
  ['ingredients_analysis_tags=en:vegan', has('ingredients_analysis_tags', 'en:vegan')],
  [
    'ingredients_analysis_tags=en:vegetarian-status-unknown',
    has('ingredients_analysis_tags', 'en:vegetarian-status-unknown'),
  ],
  [
    'ingredients_analysis_tags=-en:vegan',
    (one) => isKnown('ingredients_analysis_tags')(one) && !has('ingredients_analysis_tags', 'en:vegan')(one),
  ],
  ['nutrition_grades_tags=a|b', (one) => ['a', 'b'].includes(one.nutriscore_grade ?? '')],
  ['nutrition_grades_tags=unknown', (one) => one.nutriscore_grade === undefined],
  ['nutrition_grades_tags=-a', (one) => one.nutriscore_grade !== 'a'],
  ['nutrition_grades=c', (one) => one.nutriscore_grade === 'c'],
  ['nova_groups_tags=4', (one) => one.nova_group === 4],
  ['nova_groups_tags=en:4-ultra-processed-food-and-drink-products', (one) => one.nova_group === 4],
  ['environmental_score_tags=a|b', (one) => ['a', 'b'].includes(one.environmental_score_grade ?? '')],
  ['ecoscore_tags=unknown', (one) => one.environmental_score_grade === undefined],
  ['ecoscore_grade=c', (one) => one.environmental_score_grade === 'c'],
  ['tagtype_0=labels&tag_contains_0=contains&tag_0=Organic', organic],
  [
    'tagtype_0=labels&tag_contains_0=does_not_contain&tag_0=Organic&tagtype_1=countries&tag_1=Germany',
    (one) => !organic(one) && has('countries_tags', 'en:germany')(one),
  ],
  ['tagtype_0=allergens&tag_contains_0=without&tag_0=en:gluten', isFreeOf('en:gluten')],
  ['tagtype_0=labels&tag_0=organic&tagtype_2=labels&tag_2=vegan', organic],
  ['states_tags=en:complete', every],
  ['attribute_unwanted_ingredients_tags=en:sugar', every],
  ['pnns_groups_2_tags=cheese', () => false],
  ['stores_tags=lidl', () => false],
  ['stores_tags=-lidl', () => false],
  ['tagtype_0=packaging&tag_contains_0=does_not_contain&tag_0=plastic', () => false],
  ['sugars_100g<=5', (one) => (one.nutriments.sugars_100g ?? Number.NaN) <= 5],
  ['sugars_100g=>5', (one) => (one.nutriments.sugars_100g ?? Number.NaN) > 5],
  ['sodium_100g>=0.07', (one) => (one.nutriments.sodium_100g ?? Number.NaN) >= 0.07],
  ['taurine_100g<=5', () => false],
  [
    'sugars_100g=<12&sugars_100g=>5',
    ({ nutriments: { sugars_100g = Number.NaN } }) => sugars_100g < 12 && sugars_100g > 5,
  ],
  [
    'allergens_tags=-en:milk&allergens_tags=-en:nuts',
    (one) => isFreeOf('en:milk')(one) && isFreeOf('en:nuts')(one),
  ],
  ['labels_tags=', every],
  [
    'labels_tags=en:vegan&nutrition_grades_tags=a|b|c&allergens_tags=-en:milk&countries_tags_en=france',
    (one) =>
      vegan(one) &&
      ['a', 'b', 'c'].includes(one.nutriscore_grade ?? '') &&
      isFreeOf('en:milk')(one) &&
      has('countries_tags', 'en:france')(one),
  ],
];

describe.each(['/api/v2/search', '/cgi/search.pl'])('%s', (path) => {
  test.each(FILTERS)('with %s finds what a look at every product finds', async (query, test) => {
    for (const [words, isMeant] of [
      ['', every],
      ['search_terms=chocolate&', isCalled('chocolate')],
    ] as const) {
      const expected = TAGGED.filter((one) => test(one) && isMeant(one)).map(({ code }) => code);
      const { codes, count } = await findAll(path, `${words}${query}`);
      const known = codes.filter((code) => code.length === 13);
      expect(known.sort()).toEqual(expected.sort());
      // Two foods of other sources have no tags, and are found where nothing is asked for.
      expect(count).toBe(codes.length);
    }
  });

  test.each(FILTERS)(
    'with %s has the same answer by GET and by POST, as either kind of form',
    async (query) => {
      const parts = new FormData();
      for (const [name, value] of new URLSearchParams(query)) parts.append(name, value);
      const forms: RequestInit[] = [{ body: new URLSearchParams(query) }, { body: parts }];
      const { text } = await send(`${path}?${query}`);
      for (const form of forms) expect((await send(path, { method: 'POST', ...form })).text).toBe(text);
    },
  );
});

describe('An order', () => {
  test.each<[order: string, keyOf: (product: TaggedProduct) => string | number | null]>([
    ['last_modified_t', ({ last_modified_t }) => -last_modified_t!],
    ['nutriscore_score', ({ nutriscore_grade }) => nutriscore_grade ?? null],
    ['nova_score', ({ nova_group }) => nova_group ?? null],
    ['scans_n', ({ unique_scans_n }) => (unique_scans_n === undefined ? null : -unique_scans_n)],
    ['popularity', ({ unique_scans_n }) => (unique_scans_n === undefined ? null : -unique_scans_n)],
  ])('by %s has the unknown last', async (order, keyOf) => {
    const { codes } = await findAll('/cgi/search.pl', `search_terms=cheese&sort_by=${order}`);
    const products = codes.map((code) => TAGGED.find((one) => one.code === code)!);
    const keys = products.map(keyOf);
    const expected = keys.toSorted((a, b) => {
      if (a === b) return 0;
      if (a === null || b === null) return a === null ? 1 : -1;
      return a < b ? -1 : 1;
    });
    expect(keys).toEqual(expected);
    expect(keys.length).toBe(TAGGED.filter(isCalled('cheese')).length);
  });
});

test('Filters agree with those of the API', async () => {
  const theirs = await findAll(
    '/api/v2/search',
    'countries_tags=en:france&nutrition_grades_tags=a|b|c&allergens_tags=-en:milk',
  );
  const query = 'country=fr&nutriscore=a,b,c&allergen_free=milk&limit=100';
  const { body } = await send(`/foods/find?${query}`);
  expect(body.map(({ barcode }: { barcode: string }) => barcode).sort()).toEqual(theirs.codes.sort());
  expect(theirs.count).toBeGreaterThan(0);
  const glutenFree = await findAll('/api/v2/search', 'labels_tags=gluten-free');
  const found = await send('/foods/find?label=gluten-free&limit=1');
  expect(found.answer.headers.get('x-total-count')).toBe(String(glutenFree.count));
  expect(glutenFree.count).toBe(TAGGED.filter(has('labels_tags', 'en:no-gluten')).length);
});
