import { describe, expect, test } from 'bun:test';
import { EMPTY_RECORD, type FoodRecord, writeRecord } from '../../src/food/food-record.ts';
import { facetsOf, readFacets } from '../../src/food/record-facets.ts';

const facetsIn = (record: Partial<FoodRecord>) =>
  readFacets(facetsOf(writeRecord({ ...EMPTY_RECORD, ...record })));

describe('the facets of a full record', () => {
  test('are its grade, its allergens with its traces in order, and its further brands', () => {
    const record = {
      nutriscore: 'c',
      allergens: ['en:nuts', 'en:milk'],
      traces: ['en:eggs', 'en:milk'],
      further_brands: ['Second', 'Third'],
    } as const;
    expect(facetsIn(record)).toEqual({
      nutriscore: 'c',
      allergens: 'en:eggs en:milk en:nuts',
      furtherBrands: ['Second', 'Third'],
    });
  });

  test('tell no allergens from unknown ones, whose traces say nothing', () => {
    expect(facetsIn({ allergens: [] }).allergens).toBe('');
    expect(facetsIn({ nutriscore: 'a' }).allergens).toBeNull();
    expect(facetsIn({ traces: ['en:milk'] }).allergens).toBeNull();
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
      nutriscore: null,
      allergens: null,
      furtherBrands: hostile.further_brands,
    });
    expect(facetsIn({ ...hostile, allergens: ['en:milk'] }).allergens).toBe('en:milk');
  });

  test('are nothing where the record says nothing of them', () => {
    expect(facetsOf(null)).toBeNull();
    expect(facetsOf(writeRecord({ ...EMPTY_RECORD, quantity: '1 kg' }))).toBeNull();
    expect(readFacets(null)).toEqual({ nutriscore: null, allergens: null, furtherBrands: [] });
  });
});
