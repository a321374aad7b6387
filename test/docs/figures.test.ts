import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findUnplaced, sourcesOf } from './figures.ts';

const ROOT = join(import.meta.dir, '..', '..');

/** Documents whose figures were never measured. */
const RULES: Readonly<Record<string, string>> = {
  'docs/accounts.md': 'limits and times that tests of accounts hold',
  'docs/evidence/asvs.md': 'limits, each with the test that holds it',
  'docs/decisions.md': 'what must be',
  'docs/glossary.md': 'what words mean',
  'docs/interface.md': 'what must be',
  'docs/evidence/threat-model.md': 'limits, each with what holds it',
};

/** Figures elsewhere that are settings, and do not read like limits. */
const SETTINGS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/(?:\| |by )(?:350|0) ms/, 'the fairness delay of a plan'],
  [/65 MB/, 'a pinned download'],
  [/2,100 bytes per product/, 'what a build asks of the disk'],
  [/256 MB, or 48 MB for each core/, 'what the server sets for its engine'],
  [/Typesense answers.*?of memory/s, 'quoted, and said to be'],
];

const DOCUMENTS = ['*.md', 'docs/**/*.md', 'data/*.md']
  .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(ROOT)])
  .sort();
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('Every figure with a unit comes from a command with a date, or is a limit', () => {
  const unplaced = DOCUMENTS.filter((file) => RULES[file] === undefined).flatMap((file) =>
    findUnplaced(
      read(file),
      SETTINGS.map(([pattern]) => pattern),
    ).map(({ line, text }) => `${file}:${line}: ${text}`),
  );
  expect(unplaced).toEqual([]);
});

test('Every exception is still needed', () => {
  const texts = DOCUMENTS.filter((file) => RULES[file] === undefined).map(read);
  const unused = SETTINGS.filter(([pattern]) => !texts.some((text) => pattern.test(text)));
  expect(unused.map(([, reason]) => reason)).toEqual([]);
  const rulesWithout = Object.keys(RULES).filter((file) => findUnplaced(read(file)).length === 0);
  expect(rulesWithout).toEqual([]);
});

test.each(DOCUMENTS)('The commands that %s names for its figures are there', (file) => {
  const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
  const missing = sourcesOf(read(file)).filter((command) => {
    const [, script, name] = /^npm run (\w+)(?: -- (\w+))?/.exec(command) ?? [];
    // Programs, and a test that writes what it finds.
    if (script === undefined) return false;
    if (scripts[script] === undefined) return true;
    return name !== undefined && !new RegExp(`\\b${name}\\b`).test(read(`tools/${script}/run.ts`));
  });
  expect(missing).toEqual([]);
});

describe('A figure', () => {
  const lines = (markdown: string) => findUnplaced(markdown).map(({ line, text }) => `${line}: ${text}`);

  test('without date and command is found with its line', () => {
    expect(
      lines('# One\n\nIt took 12 ms.\n\n## Two\n\nand 1.5 GB, 480/s, or\n500 searches a second'),
    ).toEqual(['3: 12 ms', '7: 1.5 GB', '7: 480/s', '8: 500 searches a second']);
  });

  test('is placed by a date and a command in its section, or by what writes it', () => {
    expect(lines('# One\n\n12 ms\n\nMeasured 2026-11-18 with `npm run bench -- http`.\n')).toEqual([]);
    expect(lines('<!-- table: written by `npm run bench -- compare` -->\n| 12 ms |\n')).toEqual([]);
    expect(lines('# One\n\n12 ms\n\n# Two\n\nMeasured 2026-11-18 with `larder info`.\n')).toEqual([
      '3: 12 ms',
    ]);
    expect(lines('Measured last week with `npm run bench -- http`: 12 ms')).toEqual(['1: 12 ms']);
  });

  test('may be a limit, or code', () => {
    expect(
      lines('At most 10 s, within\n50 ms, after 1 to 60 retries, `--size 5 MB`\n```\n12 ms\n```\n'),
    ).toEqual([]);
  });
});
