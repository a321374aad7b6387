import { describe, expect, test } from 'bun:test';
import { openCatalog } from '../../src/catalog/open.ts';
import { type FindRequest, NO_FILTERS, readOrder } from '../../src/food/food-filters.ts';
import { extendedCatalog } from '../contract/extended-catalog.ts';
import { openPages } from './page-client.ts';

const pages = await openPages({ catalog: openCatalog(await extendedCatalog()) });

const foodsOn = (text: string) =>
  [...text.matchAll(/<a class="food" href="([^"]+)"/g)].map(([, href]) => href!);
const expected = (request: Partial<FindRequest>) => {
  const all = { ...NO_FILTERS, sort: readOrder(null, null), limit: 20, offset: 0, ...request };
  return pages.catalog.find(all)!.foods.map(({ static_url }) => static_url!);
};
/** The part of a page that is one element, by its id. */
const selectOf = (text: string, id: string) =>
  new RegExp(`<select id="${id}"[\\s\\S]*?</select>`).exec(text)?.[0] ?? '';

describe('filters on the search page', () => {
  test('find what the API finds, in its order', async () => {
    const bounds = [{ nutrient: 'protein_g', min: 8, max: 11 } as const];
    const { text } = await pages.get('/?min_protein_g=8&max_protein_g=11&sort=-protein_g');
    expect(foodsOn(text)).toEqual(expected({ bounds, sort: readOrder('-protein_g', null) }));
    expect(foodsOn(text).length).toBe(4);
    expect(text).toContain('4 foods, per 100 g');
  });

  test.each([
    ['category=Snacks', { category: 'Snacks' }, 3],
    ['brand=Kr%C3%A4uterhof', { brand: 'Kräuterhof' }, 3],
    ['country=de&category=', { country: 'de' }, 4],
    ['nutriscore=a&nutriscore=b', { nutriscores: ['a', 'b'] }, 2],
    ['allergen_free=en:milk&allergen_free=en:eggs', { allergenFree: ['en:milk', 'en:eggs'] }, 2],
    ['min_protein_g=7%2C5&max_protein_g=', { bounds: [{ nutrient: 'protein_g', min: 7.5, max: null }] }, 5],
  ] as const)('take %s as a form sends it', async (query, request, count) => {
    const found = foodsOn((await pages.get(`/?${query}`)).text);
    expect(found).toEqual(expected(request as Partial<FindRequest>));
    expect(found).toHaveLength(count);
  });

  test('take diets, labels, groups, grades, additives and any nutrient', async () => {
    const query = 'label=no-additives&nova=1&nova=2&environment=b&min_calcium_mg=100';
    const { text } = await pages.get(`/?${query}`);
    expect(foodsOn(text)).toEqual(['/food/4006381000017/plain-skyr.html']);
    for (const chip of [
      'No additives',
      'NOVA group 1',
      'NOVA group 2',
      'Environmental score B',
      'Calcium ≥ 100 mg',
    ])
      expect(text).toContain(`>${chip} <`);
    expect(text).toContain('name="label" value="en:no-additives" form="search" checked');
    expect(text).toContain('name="nova" value="2" form="search" checked');
    expect(text).toContain('name="environment" value="b" form="search" checked');
    expect(text).toContain('name="diet" value="en:vegan" form="search">');
  });

  test.each([
    [
      'diet=vegann',
      'Diet: ‘vegann’ is not known here. The known ones are: Vegan, Vegetarian and Without palm oil.',
    ],
    ['label=xyz', 'Labels: ‘xyz’ is not known here.'],
    ['additive_free=xyz', 'Without additives: ‘xyz’ is not known here.'],
  ])('say that %s is not known, and find nothing', async (query, message) => {
    const { text } = await pages.get(`/?${query}`);
    expect(text).toContain(message);
    expect(text).not.toContain('class="chip"');
    expect(foodsOn(text)).toEqual([]);
  });

  test('combine with words, which are kept in the box', async () => {
    const { text } = await pages.get('/?q=skyr&min_protein_g=10');
    expect(foodsOn(text)).toEqual(['/food/4006381000017/plain-skyr.html']);
    expect(text).toContain('One food for <q>skyr</q>, per 100 g');
    expect(text).toContain('id="q" name="q" type="search" value="skyr"');
    expect(text).toContain('value="10" inputmode="decimal"');
  });

  test('offer what there is, and count what is filtered by without its own filter', async () => {
    const { text } = await pages.get('/?category=Snacks&country=de');
    expect(selectOf(text, 'filter-category')).toContain(
      '<option value="Snacks" selected>Snacks (2)</option>',
    );
    expect(selectOf(text, 'filter-category')).toContain('<option value="Yogurts">Yogurts (1)</option>');
    expect(selectOf(text, 'filter-country')).toContain('<option value="de" selected>Germany (2)</option>');
    expect(selectOf(text, 'filter-country')).toContain('<option value="fr">France (1)</option>');
    expect(text).toContain('<option value="Nordmilk"></option>');
  });

  test('can each be removed', async () => {
    const { text } = await pages.get('/?q=skyr&category=Yogurts&nutriscore=a&nutriscore=d&max_fat_g=1');
    const active = /<ul class="active-filters"[\s\S]*?<\/ul>/.exec(text)?.[0] ?? '';
    const links = [...active.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));
    expect(links).toEqual([
      '/?q=skyr&category=Yogurts&nutriscore=a%2Cd',
      '/?q=skyr&max_fat_g=1&nutriscore=a%2Cd',
      '/?q=skyr&max_fat_g=1&category=Yogurts&nutriscore=d',
      '/?q=skyr&max_fat_g=1&category=Yogurts&nutriscore=a',
    ]);
    expect(active).toContain('Fat ≤ 1 g');
  });

  test.each([
    ['min_fat_g=much', 'Fat, at least (g): enter a number, such as 12 or 2.5.'],
    ['max_fat_g=nan', 'Fat, at most (g): enter a number, such as 12 or 2.5.'],
    ['min_fat_g=-1', 'Fat, at least (g): enter a number that is not below 0.'],
    ['min_fat_g=5&max_fat_g=3', 'Fat: the lower bound is above the upper one.'],
    ['country=france', 'Sold in: choose one from the list.'],
    ['nutriscore=x', 'Nutri-Score: choose one from the list.'],
    ['sort=taste', 'Sort by: choose one from the list.'],
    ['min_protein=20', 'There is no filter ‘min_protein’.'],
    ['q=skyr&allergens_free=milk', 'There is no filter ‘allergens_free’.'],
  ])('say what is wrong with %s, and find nothing', async (query, message) => {
    const { status, text } = await pages.get(`/?${query}`);
    expect(status).toBe(200);
    expect(text).toContain(`<li>${message}</li>`);
    expect(text).toContain('No results shown.');
    expect(foodsOn(text)).toEqual([]);
  });

  test.each([
    ['en', '‘xyz’ is not a known allergen. The known ones are: Gluten, '],
    ['de', '„xyz“ ist hier nicht als Allergen bekannt. Bekannt sind: Gluten, '],
    ['fr', '« xyz » n’est pas un allergène connu ici. Sont connus : Gluten, '],
    ['es', '«xyz» no es un alérgeno conocido aquí. Se conocen: Gluten, '],
  ])('say in %s that an allergen is not known, and find nothing', async (language, message) => {
    for (const page of ['/', '/results']) {
      const { text } = await pages.get(`${page}?q=skyr&allergen_free=xyz&lang=${language}`);
      expect(text).toContain(`<li>${message}`);
      expect(text).not.toContain('class="chip"');
      expect(foodsOn(text)).toEqual([]);
    }
  });

  test('take an allergen by its name in any language, and name it in that of the page', async () => {
    const { text } = await pages.get('/?allergen_free=Milch,walnut&lang=fr');
    const found = foodsOn(text).map((href) => href.replace('?lang=fr', ''));
    expect(found).toEqual(expected({ allergenFree: ['en:milk', 'en:walnuts'] }));
    expect(text).toContain('>sans lait <');
    expect(text).toContain('>sans noix de grenoble <');
    expect(text).toContain('value="en:milk" form="search" checked');
  });

  test.each(['constructor', '__proto__', 'toString'])('take %s for a plain word', async (name) => {
    const { status, text } = await pages.get(`/?allergen_free=${name}`);
    expect(status).toBe(200);
    expect(text).toContain(`‘${name}’ is not a known allergen`);
  });

  test.each(['utm_source=x', 'page=1', 'lang=de', 'ref=42'])(
    'take nothing else for a filter: %s',
    async (query) => {
      expect(foodsOn((await pages.get(`/?q=skyr&${query}`)).text)).toHaveLength(2);
    },
  );

  test('mark the field that is wrong, and keep what was typed', async () => {
    const { text } = await pages.get('/?min_fat_g=%3Cmuch%3E');
    expect(text).toMatch(/name="min_fat_g" form="search" value="&lt;much&gt;"[^>]* aria-invalid="true"/);
  });

  test('say so when no food meets them', async () => {
    const { text } = await pages.get('/?category=Nothing');
    expect(text).toContain('No food meets all these conditions.');
    expect(text).toContain('<option value="Nothing" selected>Nothing</option>');
  });

  test('ignore an order by relevance that is left over from a query', async () => {
    const { text } = await pages.get('/?q=&sort=relevance');
    expect(text).toContain('Popular foods');
  });

  test('are the same in the fragment for the script', async () => {
    const query = '?q=skyr&min_protein_g=5&sort=-protein_g';
    const fragment = (await pages.get(`/results${query}`)).text;
    expect(foodsOn(fragment)).toHaveLength(2);
    expect((await pages.get(`/${query}`)).text).toContain(fragment);
  });
});

describe('many foods', () => {
  test('are shown page by page, each once', async () => {
    const { get, catalog } = await openPages();
    const seen: string[] = [];
    let next: string | undefined = '/?sort=-popularity';
    while (next !== undefined) {
      const { text } = await get(next);
      seen.push(...foodsOn(text));
      next = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(seen).toHaveLength(catalog.size);
    expect(new Set(seen).size).toBe(catalog.size);
    expect(foodsOn((await get('/?sort=-popularity&page=9999')).text).length).toBeGreaterThan(0);
  });

  test('with the words of a query can all be listed', async () => {
    const { get, catalog } = await openPages();
    const q = catalog.listCategories()[0]!.category;
    const all = catalog.find({
      ...NO_FILTERS,
      q,
      sort: readOrder(null, q),
      limit: 20,
      offset: 0,
    })!.total;
    const { text } = await get(`/?q=${encodeURIComponent(q)}`);
    expect(text.includes('sort=relevance')).toBe(all > 20);
    const listed = await get(`/?q=${encodeURIComponent(q)}&sort=relevance`);
    expect(foodsOn(listed.text)).toHaveLength(Math.min(all, 20));
  });
});

test('a value that was refused is not among the filters in use', async () => {
  const { text } = await pages.get('/?q=milk&min_protein_g=abc&max_fat_g=5');
  const inUse = /<ul class="active-filters"[\s\S]*?<\/ul>/.exec(text)?.[0] ?? '';
  expect(inUse).toContain('Fat ≤ 5 g');
  expect(inUse).not.toContain('≥ abc');
});
