import { afterAll, describe, expect, test } from 'bun:test';
import { openCatalog } from '../../src/catalog/open.ts';
import { compatCatalog } from './compat-catalog.ts';
import { BARE, COLA, ESTIMATED, GRANOLA, PRODUCTS, WEAK } from './products.ts';
import { countingCatalog, serveApp } from './served-app.ts';

const catalog = openCatalog(await compatCatalog());
const send = serveApp({ catalog });
afterAll(() => catalog.close());

const ask = async (version: string, code: string, fields?: string) => {
  const query = fields === undefined ? '' : `?fields=${fields}`;
  return (await send(`/api/v${version}/product/${code}${query}`)).body.product;
};
const BEFORE_NUTRITION = ['0', '1', '2', '3', '3.0', '3.1', '3.2', '3.3', '3.4'];
const WITH_NUTRITION = ['3.5', '3.6', '3.7', '3.10', '4'];
const TAG_TYPES = ['categories', 'labels', 'countries', 'allergens', 'traces'];

describe('A version of the API', () => {
  test.each([
    ['0', 996],
    ['1', 997],
    ['2', 998],
    ['3', 999],
    ['3.0', 999],
    ['3.1', 1000],
    ['3.2', 1001],
    ['3.3', 1002],
    ['3.4', 1002],
    ['3.5', 1003],
    ['3.6', 1004],
    ['3.7', 1004],
    ['3.10', 1004],
    ['4', 1004],
  ])('%s has the schema %i', async (version, schema) => {
    const product = await ask(version, GRANOLA);
    expect(product.schema_version).toBe(schema);
    expect(product.brands).toBe('Mühlenhof, Kornblume');
    const prefix = schema >= 1001 ? 'xx:' : '';
    expect(product.brands_tags).toEqual([`${prefix}muhlenhof`, `${prefix}kornblume`]);
    expect(product.brands_hierarchy).toEqual(
      schema >= 1001 && schema < 1004 ? product.brands_tags : undefined,
    );
    expect(product.images === undefined).toBe(schema < 1002);
    expect(await ask(version, GRANOLA, 'code')).toEqual({ code: GRANOLA });
    expect(await ask(version, GRANOLA, 'schema_version')).toEqual({ schema_version: schema });
  });

  test('finds no product as it always did', async () => {
    for (const [version, status] of [
      ['0', 200],
      ['1', 404],
      ['2', 404],
      ['3.5', 404],
      ['4', 404],
    ] as const) {
      const answer = await send(`/api/v${version}/product/4000000000006`);
      expect({ version, status: answer.status }).toEqual({ version, status });
      expect(answer.body.status).toBe(Number(version) < 3 ? 0 : 'failure');
    }
  });

  test('is named by a parameter in a search of pages, and is 2 without one', async () => {
    const asked = async (path: string, version: string) => {
      const { body } = await send(
        `${path}?search_terms=granola&api_version=${version}&fields=schema_version,brands_tags`,
      );
      return body.products[0];
    };
    const plain = await asked('/cgi/search.pl', '');
    expect(plain).toEqual({ schema_version: 998, brands_tags: ['muhlenhof', 'kornblume'] });
    expect((await asked('/cgi/search.pl', '3.2')).brands_tags[0]).toBe('xx:muhlenhof');
    expect((await asked('/cgi/search.pl', '3.5')).schema_version).toBe(1003);
    expect((await asked('/cgi/search.pl', 'x')).schema_version).toBe(998);
    // A search of version 2 is one of version 2.
    expect((await asked('/api/v2/search', '3.5')).schema_version).toBe(998);
  });
});

test('The environmental score is called so from 3.1 on, and ecoscore before', async () => {
  for (const [version, name] of [
    ['v0', 'ecoscore_grade'],
    ['v2', 'ecoscore_grade'],
    ['v3', 'ecoscore_grade'],
    ['v3.1', 'environmental_score_grade'],
    ['v3.6', 'environmental_score_grade'],
  ] as const) {
    const { body } = await send(`/api/${version}/product/${GRANOLA}`);
    const named = Object.keys(body.product).filter((one) => /^(?:ecoscore|environmental)/.test(one));
    expect(named).toEqual([name]);
    expect(body.product[name]).toBe('b');
  }
});

describe('Nutrition from 3.5 on', () => {
  const GONE = ['nutriments', 'nutrition_data', 'nutrition_data_per', 'no_nutrition_data'];

  test('has every number of version 2 once, in the same amount, and no other', async () => {
    for (const { code } of PRODUCTS) {
      const { nutriments } = await ask('2', code);
      const expected = Object.entries(nutriments)
        .filter(([name]) => name.endsWith('_100g'))
        .map(([name, value]) => [name.slice(0, -'_100g'.length), value]);
      for (const version of WITH_NUTRITION) {
        const product = await ask(version, code);
        expect(Object.keys(product).filter((name) => GONE.includes(name))).toEqual([]);
        expect('nutrition' in product).toBe(expected.length > 0);
        if (expected.length === 0) continue;
        const { aggregated_set, input_sets } = product.nutrition;
        const values = Object.entries(aggregated_set.nutrients).map(([name, nutrient]) => [
          name,
          (nutrient as { value: number }).value,
        ]);
        expect(values as unknown[]).toEqual(expected);
        expect(Object.keys(input_sets[0].nutrients)).toEqual(
          expected.flatMap(([name]) => (name === 'energy' ? [] : [name as string])),
        );
        expect(JSON.stringify(product)).not.toContain('null');
      }
      for (const version of BEFORE_NUTRITION) expect(await ask(version, code)).toMatchObject({ nutriments });
    }
  });

  test('says unit, basis and source', async () => {
    const { nutrition } = await ask('3.5', COLA);
    expect(nutrition.aggregated_set).toMatchObject({ preparation: 'as_sold', per: '100ml' });
    const source = { source: 'packaging', source_index: 0, source_per: '100ml' };
    expect(nutrition.aggregated_set.nutrients).toMatchObject({
      energy: { value: 176, unit: 'kJ', ...source },
      'energy-kcal': { value: 42, unit: 'kcal', ...source },
      fat: { value: 0, unit: 'g', ...source },
    });
    expect(nutrition.input_sets).toEqual([
      {
        preparation: 'as_sold',
        per: '100ml',
        per_quantity: 100,
        per_unit: 'ml',
        source: 'packaging',
        nutrients: expect.objectContaining({
          sugars: { value: 10.6, value_string: '10.6', unit: 'g' },
          'energy-kj': { value: 176, value_string: '176', unit: 'kJ' },
        }),
      },
    ]);
    const { nutrients } = (await ask('3.6', GRANOLA)).nutrition.aggregated_set;
    expect(nutrients['vitamin-c']).toMatchObject({ value: 0.0012, unit: 'g', source_per: '100g' });
  });

  test('marks what is only an estimate', async () => {
    const { body } = await send(
      `/cgi/search.pl?api_version=3.5&search_terms=${encodeURIComponent(ESTIMATED)}&fields=nutrition`,
    );
    const { aggregated_set, input_sets } = body.products[0].nutrition;
    expect(aggregated_set.nutrients['energy-kcal']).toEqual({
      value: 90,
      unit: 'kcal',
      modifier: '~',
      source: 'estimate',
      source_index: 0,
      source_per: '100g',
    });
    expect(input_sets[0]).toMatchObject({ source: 'estimate', per_unit: 'g' });
  });

  test('is given in part, and in the old form where that is named', async () => {
    expect(await ask('3.6', GRANOLA, 'nutrition.aggregated_set.per,images.selected.front.en.rev')).toEqual({
      nutrition: { aggregated_set: { per: '100g' } },
      images: { selected: { front: { en: { rev: 7 } } } },
    });
    expect(await ask('3.6', GRANOLA, 'nutriments.fat_100g')).toEqual({ nutriments: { fat_100g: 18 } });
    expect((await ask('3.5', GRANOLA, 'nutriments')).nutriments.fat_serving).toBe(7.2);
    expect(await ask('3.4', GRANOLA, 'nutrition,nutrition_data_per')).toEqual({ nutrition_data_per: '100g' });
    expect(await ask('3.5', GRANOLA, 'nutrition_data_per')).toEqual({});
    expect(await ask('3.5', BARE, 'nutrition,nutriments')).toEqual({ nutriments: {} });
  });

  test('is made once, however many parts of it are named', async () => {
    // What is an estimate is looked up each time that nutrition is made.
    const { counted, calls } = countingCatalog(catalog, 'findExamined');
    const parts = ['per', ...Array.from({ length: 250 }, (_, at) => `nutrients.n${at}`)];
    const fields = parts.map((part) => `nutrition.aggregated_set.${part}`).join(',');
    const { body } = await serveApp({ catalog: counted })(
      `/cgi/search.pl?api_version=3.6&search_terms=granola&page_size=1&fields=${fields}`,
    );
    expect(body.products).toEqual([{ nutrition: { aggregated_set: { per: '100g' } } }]);
    expect(calls()).toBe(1);
  });
});

describe('Tags', () => {
  test('have a hierarchy, a language and a text below 3.6', async () => {
    for (const version of BEFORE_NUTRITION) {
      const product = await ask(version, GRANOLA);
      for (const type of TAG_TYPES) {
        expect(product[`${type}_hierarchy`]).toEqual(product[`${type}_tags`]);
        expect(product[`${type}_lc`]).toBe('en');
      }
      expect(product).toMatchObject({
        labels: 'Organic',
        countries: 'Austria, Germany',
        allergens: 'Gluten, Milk, Nuts',
        traces: 'Soybeans',
      });
      const cola = await ask(version, COLA);
      expect(Object.keys(cola).filter((name) => /^(labels|allergens|traces)/.test(name))).toEqual([]);
    }
  });

  test('have their sources from 3.6 on, and nothing else', async () => {
    const product = await ask('3.6', GRANOLA);
    const names = Object.keys(product);
    expect(names.filter((name) => /_(hierarchy|lc)$/.test(name) || TAG_TYPES.includes(name))).toEqual([]);
    expect(product).toMatchObject({ brands: 'Mühlenhof, Kornblume', lang: 'en', lc: 'en' });
    expect(product.ingredients_text).toBe('Oats, sugar, hazelnuts 9 %, milk powder');
    expect(Object.keys(product.tags_sources).sort()).toEqual([...TAG_TYPES, 'brands'].sort());
    for (const type of [...TAG_TYPES, 'brands']) {
      const packaging = { tags: product[`${type}_tags`], last_updated_t: 1_767_225_600 };
      expect(product.tags_sources[type]).toEqual({ packaging });
    }
    expect(await ask('3.6', GRANOLA, 'labels,labels_hierarchy,labels_lc,categories,labels_tags')).toEqual({
      labels_tags: ['en:organic'],
    });
    expect('tags_sources' in (await ask('3.6', BARE))).toBe(false);
    expect('tags_sources' in (await ask('3.5', GRANOLA))).toBe(false);
  });

  test('are named in English where their language is English', async () => {
    expect(await ask('2', GRANOLA, 'categories_tags_en,labels_tags_en')).toEqual({
      categories_tags_en: ['Breakfasts', 'Breakfast cereals', 'Mueslis'],
      labels_tags_en: ['Organic'],
    });
  });

  test('of an analysis say also what it could not find out', async () => {
    const { ingredients_analysis_tags } = await ask('2', WEAK);
    expect(ingredients_analysis_tags).toEqual(['en:palm-oil-content-unknown', 'en:vegan-status-unknown']);
  });
});

describe('Numbers', () => {
  test('of salt are not rounded where they follow from sodium', async () => {
    const { nutriments } = await ask('2', WEAK, 'nutriments');
    expect(nutriments).toMatchObject({ sodium_100g: 0.007, salt_100g: 0.0175, salt_value: 0.0175 });
  });
});
