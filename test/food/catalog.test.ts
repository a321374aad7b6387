import { expect, test } from 'bun:test';
import { type CatalogFacts, newestRecordOf } from '../../src/food/catalog.ts';

test.each([
  ['2026-01-01', { off: 9, usda: 1 }, '2026-01-01'],
  [null, { off: 9 }, null],
  // The tables of the USDA have no dates of their own, but were revised for the last time on a known day.
  [null, { usda: 9, community: 1 }, '2016-05-01'],
])(
  'The newest record of a catalogue with the date %p and the foods %j is of %p',
  (dump_date, foods_by_source, newest) => {
    expect(newestRecordOf({ dump_date, foods_by_source } as unknown as CatalogFacts)).toBe(newest);
  },
);
