import stopWordsTable from '../../data/language/stop-words.tsv' with { type: 'text' };
import { readAccents } from './accents.ts';
import { readTable } from './data-table.ts';
import { fold } from './fold.ts';

/**
 * Words that join others and name no food. They help to order the answers, but no food is excluded for lacking one:
 * "mac and cheese" finds "Mac & Cheese", "jus d'orange" finds "Jus orange".
 */
const AS_WRITTEN = new Set(readTable(stopWordsTable).flatMap(([, words]) => words!.split(' ')));
const FOLDED = new Set([...AS_WRITTEN].map(fold));

/**
 * Whether a folded word of a text is a stop word. Where the text writes it with accents, it has to be a stop word with
 * those: `thé` is tea, `the` is not.
 */
export function isStopWord(word: string, text: string): boolean {
  if (!FOLDED.has(word)) return false;
  const accented = readAccents(text).get(word);
  return accented === undefined || AS_WRITTEN.has(accented);
}
