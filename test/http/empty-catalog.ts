import type { Catalog } from '../../src/food/catalog.ts';

/** An empty catalogue, for tests of what surrounds one. */
export function emptyCatalog(more: Partial<Catalog> = {}): Catalog {
  return {
    size: 0,
    contentHash: '0123456789abcdef'.repeat(4),
    facts: {
      foods: 0,
      foods_by_source: {},
      fill: {},
      sources: [],
      dump_date: null,
      licence: 'Open Database License (ODbL) 1.0',
      licence_url: 'https://opendatacommons.org/licenses/odbl/1-0/',
      credit: '',
    },
    hasChanged: false,
    findFood: () => null,
    findExamined: () => null,
    findRecord: () => null,
    nameIn: (food) => food.name,
    findBarcode: () => null,
    search: () => [],
    searchRead: (request) => {
      const foods = more.search?.(request) ?? [];
      return { foods, matched: foods.length === 0 ? null : 'all', leftOut: [], corrected: null, matches: [] };
    },
    find: () => ({ foods: [], total: 0, matches: [] }),
    countFacets: () => ({}),
    countTags: ({ by }) => by.map(() => ({ counts: [], total: 0 })),
    hasAllergenTag: () => false,
    knownTags: () => ({ has: () => false, first: () => [] }),
    findNamed: () => [],
    findVersion: () => null,
    suggest: () => [],
    listPopular: () => [],
    listCategories: () => [],
    listBest: () => [],
    listAddresses: () => [],
    sampleConfidence: () => [],
    close() {},
    ...more,
  };
}
