import { beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { isDefused, runBombs } from './bombs.ts';
import { runFtsSyntax } from './fts-syntax.ts';
import { openReaders } from './growth.ts';
import { ENDS, hostileText, PATTERNS } from './hostile-texts.ts';

/** Short forms of `npm run faults -- syntax growth bombs`. */
const SYNTAX_QUERIES = 150;
const HOSTILE_BYTES = 16 * 1024;
/** Enough to show in memory if it were read whole, and quick to create. */
const BOMB_MEGABYTES = 256;

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

describe('A bomb', () => {
  test('ends a build with one line that names the line in the file', async () => {
    const outcomes = await runBombs(BOMB_MEGABYTES);
    expect(outcomes.filter((outcome) => !isDefused(outcome))).toEqual([]);
    expect(outcomes).toHaveLength(4);
    for (const { peakMb } of outcomes) expect(peakMb).toBeLessThan(500);
  });
});
