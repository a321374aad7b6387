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

test('a catalogue of the export alone may be replaced', () => {
  expect(() => refuseLoss('catalog.db', manifest({}), new Set())).not.toThrow();
});

test('a slice is not replaced by a whole catalogue', () => {
  const cut = { parent_sha256: '', parent_foods: 1, countries: ['fr'], languages: null, top: null };
  expect(() => refuseLoss('catalog.db', manifest({ cut_from: [cut] }), new Set())).toThrow(
    'catalog.db: is a slice, which a pull would replace by a whole catalogue; pull to another --data',
  );
});

test.each([
  ['community', '--community'],
  ['ai_estimate', '--estimates'],
  ['usda', '--usda'],
] as const)('foods of the source %s are not lost', (source, flag) => {
  const present = manifest({ foods_by_source: { off: 95, [source]: 5 } });
  expect(() => refuseLoss('catalog.db', present, new Set())).toThrow(`give ${flag} FILE again, or --force`);
  expect(() => refuseLoss('catalog.db', present, new Set([source]))).not.toThrow();
});

test('a catalogue that lost its values does not replace a good one', () => {
  expect(() => refuseCollapse('catalog.db', manifest({}), manifest({ fill: { calories_kcal: 20 } }))).toThrow(
    'catalog.db: the new catalogue is not put in its place, since calories_kcal is known for 20.0 %',
  );
  expect(() => refuseCollapse('catalog.db', manifest({}), manifest({ foods: 95 }))).not.toThrow();
});
