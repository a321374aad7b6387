import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCitations, findRules, findTopics } from './citations.ts';

const ROOT = join(import.meta.dir, '..', '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const citable = new Set([...findRules(read('docs/interface.md')), ...findTopics(read('docs/decisions.md'))]);
const citing = [
  ...new Bun.Glob('{src,build,packaging,test,tools,docs}/**/*.{ts,js,mjs,sql,css,sh,md}').scanSync(ROOT),
  ...new Bun.Glob('*.md').scanSync(ROOT),
]
  .filter((file) => !file.startsWith('test/fixtures/') && !file.includes('/node_modules/'))
  .map((file) => ({ file, citations: findCitations(read(file)) }))
  .filter(({ citations }) => citations.length > 0)
  .sort((a, b) => (a.file < b.file ? -1 : 1));

describe('Every citation leads to the specification', () => {
  test.each(citing)('in $file', ({ citations }) => {
    expect(citations.filter((citation) => !citable.has(citation))).toEqual([]);
  });

  test('and there are some in code, tests and documents', () => {
    const folders = new Set(citing.map(({ file }) => file.split('/')[0]));
    expect([...folders]).toEqual(expect.arrayContaining(['src', 'test', 'docs']));
  });
});

describe('A citation', () => {
  // Put together from pieces, since this file is searched for citations as well.
  const P = 'Part';
  test.each([
    [`/** ${P} 2.3. */`, ['part 2.3']],
    [`(${P} 5, rule 6)`, ['part 5, rule 6', 'part 5']],
    ['every route of part 4.7', ['part 4.7']],
    [`${P} 8, rules 1 and 2`, ['part 8, rule 1', 'part 8, rule 2', 'part 8']],
    [`${P}s 5 and 8`, ['part 5', 'part 8']],
    [`// see ${P} 5,\n  // rule 6: a path`, ['part 5, rule 6', 'part 5']],
    [`(${'decisions'}, order\n * of judgement)`, ['decisions, order of judgement']],
    [`(${P} 9; ${'decisions'}, HEAD)`, ['part 9', 'decisions, head']],
    [`Two decisions, and a part of 3`, []],
  ])('%j is found', (text, expected) => {
    expect(findCitations(text)).toEqual(expected);
  });

  test('of a rule leads to a heading or a numbered line under it', () => {
    const rules = findRules(`## ${P} 9: Keys\n\n1. One.\n2. Two.\n\n### ${P} 4.1: More\n\ntext`);
    expect([...rules]).toEqual(['part 9', 'part 9, rule 1', 'part 9, rule 2', 'part 4.1']);
  });

  test('of a topic leads to a heading or the first cell of a row', () => {
    const topics = findTopics('## Requests\n\n| topic | decision |\n|---|---|\n| length of `q` | 200 |');
    expect([...topics]).toEqual(['decisions, requests', 'decisions, topic', 'decisions, length of q']);
  });
});
