import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog } from '../../src/food/catalog.ts';
import { nameIn } from '../../src/food/full-record.ts';
import { foldName } from './judge.ts';

/** What people type for an everyday food, what it is called in their language, and the energy that it may have. */
export interface EverydayFood {
  language: string;
  query: string;
  called: string;
  kcal: [least: number, most: number];
}

const FILE = join(import.meta.dir, 'everyday-foods.tsv');

export function readEverydayFoods(): EverydayFood[] {
  const [, ...lines] = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [language, query, called, least, most] = line.split('\t') as [
      string,
      string,
      string,
      string,
      string,
    ];
    return { language, query, called, kcal: [Number(least), Number(most)] };
  });
}

/** What the first answer lacks of what was meant, in words; null where it is right. */
export function findFault(catalog: Catalog, wanted: EverydayFood, lang: string | null): string | null {
  const { language, query, called, kcal } = wanted;
  const [first] = catalog.search({ q: query, limit: 1, source: null, language: lang });
  if (first === undefined) return `${language} ${query}: nothing`;
  const name = nameIn(first, catalog.findRecord(first), language) ?? first.name;
  const energy = first.calories_kcal ?? Number.NaN;
  const isRight = isCalled(name, called) && energy >= kcal[0] && energy <= kcal[1];
  return isRight ? null : `${language} ${query}: ${name} (${first.source}, ${energy} kcal)`;
}

function isCalled(name: string, called: string): boolean {
  const own = foldName(name).split(' ');
  return called
    .split('|')
    .some((one) => one.split(' ').every((pattern) => own.some((word) => matches(word, pattern))));
}

/** A star stands for any letters. */
function matches(word: string, pattern: string): boolean {
  return new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(word);
}
