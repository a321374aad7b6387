import type { Where } from '../food/food-filters.ts';
import { type Database, textOf } from '../sqlite/driver.ts';
import { fold } from '../text/fold.ts';
import type { FindsRanks } from './columns/conditions.ts';
import type { AllMatches } from './search/search.ts';

type WordsWithin = Extract<Where, { words: unknown }>;

/**
 * What a request may read of foods, whatever it asks for: a row counts as one. That takes a second, and the best foods come
 * first; those that are not read do not match.
 */
const MAX_READ = 100_000;
/** A generic name is in the full record, which takes three times as long to read as a row. */
const RECORD_COST = 3;

/** What columns do not have: foods by their ids, and by words in one of their texts. */
export function findsRanks(
  db: Database,
  matchAll: (q: string) => AllMatches,
  genericNameOf: (rank: number) => string | null,
  most = MAX_READ,
): FindsRanks & { beginRequest(): void } {
  const rankOf = db.prepare('SELECT rank FROM foods WHERE id = ?').pluck();
  const textsOf = db
    .prepare(
      'SELECT name, brand, category, also FROM foods LEFT JOIN categories USING (category_id) JOIN origins USING (rank) WHERE rank = ?',
    )
    .raw();
  let left = most;
  const textsWithin = (rank: number, within: WordsWithin['within']): unknown[] => {
    if (within === 'generic_name') return [genericNameOf(rank)];
    const texts = textsOf.get(rank) as unknown[];
    return within === 'name' ? texts.slice(0, 1) : texts;
  };
  return {
    beginRequest() {
      left = most;
    },
    ranksOf: (ids) => ids.flatMap((id) => (rankOf.get(id) as number | undefined) ?? []),
    ranksWith({ words, within, isPhrase }) {
      const { ranks } = matchAll(words);
      if (within === 'anything' && !isPhrase) return ranks;
      const wanted = fold(words);
      const parts = isPhrase ? [wanted] : wanted.split(' ');
      return ranks.filter((rank) => {
        if (left <= 0) return false;
        left -= within === 'generic_name' ? RECORD_COST : 1;
        return textsWithin(rank, within).some((text) => {
          const folded = ` ${fold(textOf(text) ?? '')} `;
          return parts.every((part) => folded.includes(` ${part} `));
        });
      });
    },
  };
}
