import { expect, test } from 'bun:test';
import { refuseCollapse, refuseLoss } from '../../../build/pull/replacement.ts';
import type { Manifest } from '../../../src/catalog/manifest.ts';

function manifest(changes: Partial<Manifest>): Manifest {
  return {
    foods: 100,
    foods_by_source: { off: 100 },
    fill: { calories_kcal: 90 },
    fill_by_source: { off: { calories_kcal: 90 } },
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
  ['community', 'give --community FILE again'],
  ['ai_estimate', 'give --estimates FILE again'],
  ['table', 'give --table FILE again'],
  ['usda', 'name usda in --generic'],
  ['bls', 'name bls in --generic'],
] as const)('foods from the source %s are not lost', (source, remedy) => {
  const current = manifest({ foods_by_source: { off: 95, [source]: 5 } });
  expect(() => refuseLoss('catalog.db', current, new Set())).toThrow(`${remedy}, or use --force`);
  expect(() => refuseLoss('catalog.db', current, new Set([source]))).not.toThrow();
});

test('dishes that come with larder are nobody’s own foods, and may be left out', () => {
  const dishes = {
    name: 'dishes.csv',
    kind: 'community',
    sha256: '',
    bytes: 1,
    rows: 5,
    newest: null,
    built_in: true,
  };
  const current = manifest({ foods_by_source: { off: 95, community: 5 }, sources: [dishes] });
  expect(() => refuseLoss('catalog.db', current, new Set())).not.toThrow();
  expect(() => refuseCollapse('catalog.db', current, manifest({}))).not.toThrow();
  const own = manifest({ foods_by_source: { off: 95, community: 6 }, sources: [dishes] });
  expect(() => refuseLoss('catalog.db', own, new Set())).toThrow('has 1 foods from the source community');
});

test('a catalogue that has lost values does not replace a good one', () => {
  expect(() =>
    refuseCollapse('catalog.db', manifest({}), manifest({ fill_by_source: { off: { calories_kcal: 20 } } })),
  ).toThrow('catalog.db: not replaced by the new catalogue, because calories_kcal is known for 20.0 %');
  expect(() => refuseCollapse('catalog.db', manifest({}), manifest({ foods: 95 }))).not.toThrow();
});

test('products are counted apart from generic foods, which would hide that most of them have vanished', () => {
  const of = (off: number, usda: number, known = off) =>
    manifest({
      foods: off + usda,
      foods_by_source: { off, usda },
      fill: { calories_kcal: known + usda },
      fill_by_source: { off: { calories_kcal: known }, usda: { calories_kcal: usda } },
    });
  const replace = (next: Manifest) => () => refuseCollapse('catalog.db', of(988, 8789), next);
  expect(replace(of(50, 8789))).toThrow(
    'catalog.db: not replaced by the new catalogue, because it has 50 foods from the source off, and the current catalogue has 988; check the source, or use --force',
  );
  expect(replace(of(988, 8789, 400))).toThrow(
    'calories_kcal is known for 40.5 % of its foods from the source off, down from 100.0 %',
  );
  expect(replace(of(20_000, 0))).toThrow('it has 0 foods from the source usda');
  expect(replace(of(900, 8789))).not.toThrow();
});

test('a few own foods may be removed, but not all of them', () => {
  const of = (own: number) => manifest({ foods: 100 + own, foods_by_source: { off: 100, community: own } });
  expect(() => refuseCollapse('catalog.db', of(4), of(2))).not.toThrow();
  expect(() => refuseCollapse('catalog.db', of(4), of(0))).toThrow(
    'it has 0 foods from the source community',
  );
});
