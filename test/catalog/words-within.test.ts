import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type OpenedCatalog, openCatalog } from '../../src/catalog/open.ts';
import { findsRanks } from '../../src/catalog/words-within.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';

let catalog: OpenedCatalog;
beforeAll(async () => {
  catalog = openCatalog(await fixtureCatalog());
});
afterAll(() => catalog.close());

const MILK = { words: 'milk', isPhrase: false } as const;
const FOUND = 30;
const open = (most: number) => {
  const read: number[] = [];
  const ranks = Uint32Array.from({ length: FOUND }, (_, at) => at + 1);
  const genericNameOf = (rank: number) => {
    read.push(rank);
    return 'Milk';
  };
  const finds = findsRanks(catalog.db, () => ({ ranks, way: 0 }), genericNameOf, most);
  return { ...finds, read, generic: () => [...finds.ranksWith({ ...MILK, within: 'generic_name' })] };
};

test('a request reads a bounded number of texts, however many conditions it has, and the best foods first', () => {
  const finds = open(60);
  expect(finds.generic()).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  expect(finds.generic()).toEqual([]);
  expect([...finds.ranksWith({ ...MILK, within: 'name' })]).toEqual([]);
  expect(finds.read).toHaveLength(20);
});

test('the next request may read as many again', () => {
  const finds = open(60);
  finds.generic();
  finds.beginRequest();
  expect(finds.generic()).toHaveLength(20);
});
