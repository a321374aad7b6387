import { beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { Work } from '../../src/catalog/search/query/work.ts';
import { isDefused, runBombs } from '../../tools/faults/bombs.ts';
import { runFtsSyntax } from '../../tools/faults/fts-syntax.ts';
import { openReaders } from '../../tools/faults/growth.ts';
import { ENDS, hostileText, PATTERNS } from '../../tools/faults/hostile-texts.ts';
import { TEXT_ENDPOINTS } from '../../tools/faults/text-endpoints.ts';

/** Short forms of `npm run faults -- syntax growth bombs`. */
const SYNTAX_QUERIES = 150;
const HOSTILE_BYTES = 16 * 1024;
/** Enough to show in memory if it were read whole, and quick to create. */
const BOMB_MEGABYTES = 256;
/** What a request may do, and what the step under way may go beyond it. */
const MAX_WORK_OF_A_TEXT = 3_000_000;
const realSpend = Work.prototype.spend;

beforeAll(makeStarter);

test('The syntax of FTS5 in a search is no error, and means nothing but its words', () => {
  expect(runFtsSyntax(STARTER, SYNTAX_QUERIES)).toEqual({ asked: SYNTAX_QUERIES, errors: [], obeyed: [] });
});

test('Every reader comes to the end of 16 KB of hostile text', async () => {
  const { readers, close } = await openReaders(readFileSync(STARTER));
  let read = 0;
  for (const reader of Object.values(readers)) {
    for (const [at, pattern] of PATTERNS.entries()) {
      await reader(hostileText(pattern, ENDS[at % ENDS.length]!, HOSTILE_BYTES));
      read++;
    }
  }
  close();
  expect(read).toBe(Object.keys(readers).length * PATTERNS.length);
});

describe('What a text may cost', () => {
  test.each(TEXT_ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
    'No text makes a search do more than it may: %s',
    (_, endpoint) => {
      const catalog = openCatalog(STARTER);
      const spent = new Map<Work, number>();
      const spend = spyOn(Work.prototype, 'spend').mockImplementation(function (this: Work, units: number) {
        spent.set(this, (spent.get(this) ?? 0) + units);
        realSpend.call(this, units);
      });
      try {
        for (const text of hostileQueries(endpoint.longest)) endpoint.ask(catalog, text);
        expect(spent.size).toBeGreaterThan(0);
        expect(Math.max(...spent.values())).toBeLessThan(MAX_WORK_OF_A_TEXT);
      } finally {
        spend.mockRestore();
        catalog.close();
      }
    },
    60_000,
  );
});

/** Patterns to the end, and amounts, exclusions and slips, which cost most. */
function hostileQueries(longest: number): string[] {
  const patterns = [
    ...PATTERNS,
    '(1 oz) ',
    'pinch of ',
    'sugar free ',
    'without ',
    'nondairyPeanut ',
    'choclate ',
  ];
  return patterns.map((pattern) => [...pattern.repeat(longest)].slice(0, longest).join(''));
}

describe('A bomb', () => {
  test('ends a build with one line that names the line in the file', async () => {
    const outcomes = await runBombs(BOMB_MEGABYTES);
    expect(outcomes.filter((outcome) => !isDefused(outcome))).toEqual([]);
    expect(outcomes).toHaveLength(4);
    for (const { peakMb } of outcomes) expect(peakMb).toBeLessThan(500);
  });
});
