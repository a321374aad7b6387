import { expect, test } from 'bun:test';
import { refuseCollapse, refuseLoss } from '../../../build/pull/replacement.ts';
import type { Manifest } from '../../../src/catalog/manifest.ts';

function manifest(changes: Partial<Manifest>): Manifest {
  return {
    foods: 100,
    foods_by_source: { off: 100 },
    fill: { calories_kcal: 90 },
    sources: [],
    ...changes,
  } as Manifest;
}

test('a catalogue built only from the export may be replaced', () => {
  expect(() => refuseLoss('catalog.db', manifest({}), new Set())).not.toThrow();
});

test('a slice is not replaced by a whole catalogue', () => {
  const cut = { parent_sha256: '', parent_foods: 1, countries: ['fr'], languages: null, top: null };
  expect(() => refuseLoss('catalog.db', manifest({ cut_from: [cut] }), new Set())).toThrow(
    'catalog.db: is a slice, and a pull would replace it with a whole catalogue; pull into another --data',
  );
});

test.each([
  ['community', '--community'],
  ['ai_estimate', '--estimates'],
  ['usda', '--usda'],
] as const)('foods from the source %s are not lost', (source, flag) => {
  const current = manifest({ foods_by_source: { off: 95, [source]: 5 } });
  expect(() => refuseLoss('catalog.db', current, new Set())).toThrow(
    `give ${flag} FILE again, or use --force`,
  );
  expect(() => refuseLoss('catalog.db', current, new Set([source]))).not.toThrow();
});

test('a catalogue that has lost values does not replace a good one', () => {
  expect(() => refuseCollapse('catalog.db', manifest({}), manifest({ fill: { calories_kcal: 20 } }))).toThrow(
    'catalog.db: not replaced by the new catalogue, because calories_kcal is known for 20.0 %',
  );
  expect(() => refuseCollapse('catalog.db', manifest({}), manifest({ foods: 95 }))).not.toThrow();
});
