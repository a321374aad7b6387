import { describe, expect, test } from 'bun:test';
import { describeMatch } from '../../../src/catalog/search/search.ts';
import { type Case, expectFields, readCases } from '../../table-of-cases.ts';
import scenesTable from './scenes.tsv' with { type: 'text' };
import { openNameSearch, type SearchFood } from './search-catalog.ts';

/**
 * Small catalogues, and what must be found in them. Behind `== `, a title, and `generic` if the foods are those of tables
 * unless they say `label`; then the foods, the number sign in a name standing for their number where there are several
 * `times`; then cases, as `table-of-cases.ts` describes them.
 */
interface Scene {
  title: string;
  foods: SearchFood[];
  cases: Case[];
}

const GENERIC = { source: 'usda', confidence: 0.98 } as const;

function readScene(text: string): Scene {
  const [head = '', ...lines] = text.split('\n');
  const [title = '', kind = 'label'] = head.split('\t');
  const end = lines.findIndex((line) => line.startsWith('# '));
  const foods = lines.slice(0, end).flatMap((line) => readFoods(line, kind));
  return { title, foods, cases: readCases(lines.slice(end).join('\n')) };
}

function readFoods(line: string, usualKind: string): SearchFood[] {
  const [name = '', ...others] = line.split('\t');
  const own = Object.fromEntries(others.filter((one) => one.includes('=')).map((one) => one.split('=')));
  const { times = '1', confidence, hasImage, id, ...texts } = own;
  const kind = others.find((one) => !one.includes('=')) ?? usualKind;
  return Array.from({ length: Number(times) }, (_, at) => ({
    ...(kind === 'generic' && GENERIC),
    ...texts,
    ...(confidence !== undefined && { confidence: Number(confidence) }),
    ...(id !== undefined && { id: Number(id) }),
    hasImage: hasImage === 'true',
    name: name.replace('#', String(at)),
  }));
}

/** What an answer is compared with, where that is more than one of its fields. */
const COMPARED: Readonly<Record<string, (found: string[], names: string[]) => void>> = {
  all: (found, names) => expect(found).toEqual(names),
  set: (found, names) => expect(found.toSorted()).toEqual(names.toSorted()),
  top: (found, names) => expect(found.slice(0, names.length)).toEqual(names),
  topSet: (found, names) => expect(found.slice(0, names.length).sort()).toEqual(names.toSorted()),
  has: (found, names) => expect(found).toEqual(expect.arrayContaining(names)),
  lacks: (found, [name = '']) => expect(found).not.toContain(name),
  /** It is found after all others, or not at all. */
  last(found, [name = '']) {
    expect(found[0]).toBeDefined();
    expect(found[0]).not.toBe(name);
    expect([-1, found.length - 1]).toContain(found.indexOf(name));
  },
  before(found, [one = '', other = '']) {
    expect(found).toContain(one);
    expect(found.indexOf(one)).toBeLessThan(found.indexOf(other));
  },
};

describe.each(scenesTable.slice('== '.length).split('\n\n== ').map(readScene))(
  '$title',
  ({ foods, cases }) => {
    const { find, search } = openNameSearch(foods);
    test.each(cases)('$about: $text', ({ text, expected }) => {
      const found = find(text);
      const { corrected, terms, scores } = search.explain({ q: text, limit: 10, source: null });
      const [first = null, second = null, third = null] = found;
      const match = scores[0] === undefined ? null : describeMatch(terms, scores[0]);
      const fields = {
        first,
        second,
        third,
        corrected,
        count: found.length,
        brands: scores.map(({ candidate }) => candidate.brand).join(' | '),
        matched: match?.name,
        language: match?.language,
        read_as: match?.read_as,
      };
      for (const one of expected) {
        const [, how = '', names = ''] = /^(\w+)=(.*)$/.exec(one) ?? [];
        if (Object.hasOwn(COMPARED, how)) COMPARED[how]!(found, names.split(' | '));
        else expectFields(fields, [one]);
      }
    });
  },
);
