import { describe, expect, test } from 'bun:test';
import { EMPTY_RECORD, type FoodRecord } from '../../src/food/food-record.ts';
import { indexOfNutrient } from '../../src/food/further-nutrients.ts';
import { facetsOf, RECORD_TAGS, readFacets } from '../../src/food/record-facets.ts';

const facetsIn = (record: Partial<FoodRecord>) => readFacets(facetsOf({ ...EMPTY_RECORD, ...record }));
const NOTHING_KNOWN = RECORD_TAGS.map(() => null);

describe('the facets of a full record', () => {
  test('are its grades, its NOVA group, its further nutrients, its tags and its further brands', () => {
    const record = {
      nutriscore: 'c',
      nova: 4,
      environment: 'b',
      nutrients: { salt_g: 0.107, vitamin_c_mg: 0 },
      allergens: ['en:nuts', 'en:milk'],
      traces: ['en:eggs', 'en:milk'],
      additives: [],
      labels: ['en:organic'],
      categories: ['en:spreads', 'fr:pâtes'],
      analysis: ['en:vegan'],
      further_brands: ['Second', 'Third'],
    } as const;
    expect(facetsIn(record)).toEqual({
      hasIngredients: false,
      nutriscore: 'c',
      nova: 4,
      environment: 'b',
      nutrients: [
        [indexOfNutrient('salt_g')!, 0.107],
        [indexOfNutrient('vitamin_c_mg')!, 0],
      ],
      tags: ['en:nuts en:milk', 'en:eggs en:milk', '', 'en:organic', 'en:spreads fr:pâtes', 'en:vegan'],
      furtherBrands: ['Second', 'Third'],
    });
  });

  test('tell no tags from unknown ones', () => {
    expect(facetsIn({ allergens: [] }).tags[0]).toBe('');
    expect(facetsIn({ nutriscore: 'a' }).tags).toEqual(NOTHING_KNOWN);
    expect(facetsIn({ traces: ['en:milk'] }).tags[0]).toBeNull();
  });

  test('are read from the record alone, whatever its texts look like', () => {
    const text = '"allergens":["en:fish"],"nutriscore":"e" and \\"traces\\":["en:eggs"]';
    const hostile = {
      names: { en: text },
      ingredients_text: text,
      quantity: text,
      further_brands: ['a "quoted" ] one', 'ends in \\', '], "nutriscore":"d"'],
    };
    expect(facetsIn(hostile)).toEqual({
      hasIngredients: true,
      nutriscore: null,
      nova: null,
      environment: null,
      nutrients: [],
      tags: NOTHING_KNOWN,
      furtherBrands: hostile.further_brands,
    });
    expect(facetsIn({ ...hostile, allergens: ['en:milk'] }).tags[0]).toBe('en:milk');
  });

  test('are nothing where the record says nothing of them', () => {
    expect(facetsOf(EMPTY_RECORD)).toBeNull();
    expect(facetsOf({ ...EMPTY_RECORD, quantity: '1 kg' })).toBeNull();
    expect(readFacets(null)).toEqual({
      hasIngredients: false,
      nutriscore: null,
      nova: null,
      environment: null,
      nutrients: [],
      tags: NOTHING_KNOWN,
      furtherBrands: [],
    });
  });
});
