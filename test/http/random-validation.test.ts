import { describe, expect, test } from 'bun:test';
import { issuesOf, paramsReader } from '../../src/http/validation.ts';
import { POPULAR, SEARCH } from '../../src/operations/operations.ts';
import { randomOf } from '../random.ts';

/** The values, or what is wrong with them. */
const outcomeOf = (read: () => object): object => {
  const { values, issues } = issuesOf(read);
  return values ?? issues;
};
const withQuery = (query: string) => ({ params: {}, target: { path: '', query } });
const readSearch = paramsReader(SEARCH.path, SEARCH.query);
const readPopular = paramsReader(POPULAR.path, POPULAR.query);
const TURNS = 20_000;

type Outcome = { type: string; input: unknown }[] | Record<string, unknown>;
const search = (q: string) => outcomeOf(() => readSearch(withQuery(`q=${encodeURIComponent(q)}`))) as Outcome;
const popular = (word: string) =>
  outcomeOf(() => readPopular(withQuery(`has_image=${encodeURIComponent(word)}`))) as Outcome;

function textOf(random: () => number, pieces: readonly string[], most: number): string {
  const length = Math.floor(random() * (most + 1));
  return Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('');
}

describe('With random input', () => {
  /** The grammar again, as specified: these words in any case, with nothing around them. */
  const TRUE = /^(1|t|y|on|yes|true)$/i;
  const FALSE = /^(0|f|n|no|off|false)$/i;
  const PIECES = [...'01tfynoseTFYNOS ſ\n', 'true', 'false', 'yes', 'no', 'on', 'off', 'On', 'oFF', 'ﬀ', 'İ'];

  test('a boolean is one of its words in any case, or invalid', () => {
    const random = randomOf(5);
    const seen = { true: 0, false: 0, none: 0 };
    for (let turn = 0; turn < TURNS; turn++) {
      const word = textOf(random, PIECES, 3);
      const outcome = popular(word);
      if (TRUE.test(word) || FALSE.test(word)) {
        expect(outcome, JSON.stringify(word)).toMatchObject({ has_image: TRUE.test(word) });
        seen[TRUE.test(word) ? 'true' : 'false']++;
      } else {
        expect(outcome, JSON.stringify(word)).toMatchObject([{ type: 'bool_parsing', input: word }]);
        seen.none++;
      }
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
  });

  const LETTERS = [...'a \0%&=é米🍎\u2028"', 'e\u0301', '👩‍👧', 'x'.repeat(60)];

  test('text is measured in code points, and returned as it was sent', () => {
    const random = randomOf(6);
    const seen = { short: 0, fitting: 0, long: 0 };
    for (let turn = 0; turn < TURNS; turn++) {
      const q = textOf(random, LETTERS, random() < 0.5 ? 3 : 60);
      const length = [...q].length;
      const outcome = search(q);
      if (length < 2) {
        expect(outcome).toMatchObject([{ type: 'string_too_short', input: q }]);
        seen.short++;
      } else if (length > 200) {
        expect(outcome).toMatchObject([{ type: 'string_too_long', input: q }]);
        seen.long++;
      } else {
        expect(outcome).toMatchObject({ q });
        seen.fitting++;
      }
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
  });
});
