import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog, Matched } from '../../src/food/catalog.ts';
import { namesByLanguage } from '../../src/food/food-names.ts';
import { readTable } from '../../src/text/data-table.ts';
import type { Outcome } from './evaluate.ts';

/** Whether answers say what they are: `partial-honest.tsv` lists what may be said of the first food of each query. */
export const HONEST = 'partial-honest';

export function evaluateHonest(catalog: Pick<Catalog, 'searchRead' | 'findRecord'>): Outcome[] {
  const table = readFileSync(join(import.meta.dir, 'partial-honest.tsv'), 'utf8');
  return readTable(table).map(([q = '', language = '', must = '', first = '', notFirst = '']) => {
    const startedMs = performance.now();
    const { foods, matched } = catalog.searchRead({ q, limit: 10, source: null });
    const tookMs = performance.now() - startedMs;
    const expectation = { kind: 'nothing' as const };
    const query = { class: HONEST, q, expected: must, expectation, note: language };
    const [food] = foods;
    if (food === undefined) return { query, place: must.includes('nothing') ? 1 : null, tookMs };
    const own = `${food.name} | ${food.brand ?? ''}`;
    const names = Object.values(namesByLanguage(catalog.findRecord(food)?.names ?? []));
    const isRight =
      must.split('|').includes(matched satisfies Matched | null as string) &&
      new RegExp(first, 'i').test([own, ...names].join(' | ')) &&
      (notFirst === '' || !new RegExp(notFirst, 'i').test(own));
    return { query, place: isRight ? 1 : null, tookMs };
  });
}
