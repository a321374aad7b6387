import { words } from '../../src/text/fold.ts';
import { Random } from './random.ts';

/** A query of a class, made from the name of a food that is there. */
export interface BenchQuery {
  class: string;
  q: string;
}

/** With the words of the name that an answer must have; none of them for a query that nothing answers. */
export interface MadeQuery extends BenchQuery {
  wanted: readonly string[];
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** The classes people's queries fall into, in equal numbers. */
export function makeQueries(names: readonly string[], each: number, seed: number): MadeQuery[] {
  const random = new Random(seed);
  const makers: Record<string, (name: string[]) => string> = {
    exact: (name) => name.join(' '),
    partial: (name) => [...name].reverse().slice(0, 2).join(' '),
    prefix: (name) => [...name.slice(0, -1), name.at(-1)!.slice(0, 3)].join(' '),
    extra: (name) => [...name, random.pick(words(random.pick(names)))].join(' '),
    'typo-one': (name) => misspell(longest(name), random),
    'typo-many': (name) => name.map((word) => (word.length > 4 ? misspell(word, random) : word)).join(' '),
    plain: (name) => longest(name),
    joined: (name) => name.slice(0, 2).join(''),
    nothing: () => Array.from({ length: 9 }, () => random.pick([...LETTERS])).join(''),
  };
  const queries: MadeQuery[] = [];
  for (const [name, make] of Object.entries(makers)) {
    for (let i = 0; i < each; i++) {
      const chosen = words(random.pick(names)).slice(0, 6);
      if (chosen.length > 0) queries.push({ class: name, q: make(chosen), wanted: wantedOf(name, chosen) });
    }
  }
  return queries;
}

function wantedOf(queryClass: string, name: readonly string[]): readonly string[] {
  if (queryClass === 'partial') return name.slice(-2);
  if (queryClass === 'joined') return name.slice(0, 2);
  if (queryClass === 'plain' || queryClass === 'typo-one') return [longest(name)];
  return queryClass === 'nothing' ? [] : name;
}

/** The worst that can be typed: many words, all of them common; short beginnings; the longest legal text. */
export function makeWorstQueries(commonWords: readonly string[], seed: number): BenchQuery[] {
  const random = new Random(seed);
  const some = (count: number) => Array.from({ length: count }, () => random.pick(commonWords));
  return Array.from({ length: 200 }, (_, i) => {
    const kinds = [
      () => some(49).join(' '),
      () => some(12).join(' '),
      () => some(2).join(' '),
      () => [...LETTERS].map(() => random.pick([...LETTERS])).join(' '),
      () => `${random.pick([...LETTERS])}${random.pick([...LETTERS])}`,
      () =>
        some(10)
          .map((word) => misspell(word, random))
          .join(' '),
      () => some(60).join('').slice(0, 200),
    ];
    return { class: 'worst', q: kinds[i % kinds.length]!().slice(0, 200) };
  });
}

function longest(name: readonly string[]): string {
  return name.reduce((best, word) => (word.length > best.length ? word : best), '');
}

function misspell(word: string, random: Random): string {
  const at = random.below(word.length);
  const letter = random.pick([...LETTERS]);
  const [before, after] = [word.slice(0, at), word.slice(at)];
  return random.pick([before + after.slice(1), before + letter + after, before + letter + after.slice(1)]);
}
