import synonymsTable from '../../../data/language/synonyms.tsv' with { type: 'text' };
import foodsTable from '../../../data/recipe/foods.tsv' with { type: 'text' };
import { readTable } from '../../text/data-table.ts';
import { fold, words } from '../../text/fold.ts';
import { isStopWord } from '../../text/stop-words.ts';
import { otherReadings, translate } from '../search/query/readings.ts';

/** Phrases that a beginning may stand for: each of them is a search. */
const MOST_PHRASES = 2;
/** A shorter beginning is that of too many words. */
const SHORTEST_BEGINNING = 4;
/** Phrases that are looked at for the shortest. */
const MOST_READ = 50;

/**
 * Whether the search knows other words for a whole text: synonyms, or those of another language. Where a word of it is
 * left as it was, that one may be misspelt.
 */
export function isKnownPhrase(q: string): boolean {
  const typed = words(q);
  if ((otherReadings(typed)?.synonyms.length ?? 0) > 0) return true;
  const own = typed.filter((word) => !isStopWord(word, q));
  return translate(q).some((reading) => {
    const said = new Set(reading.split(' '));
    return !own.some((word) => said.has(word));
  });
}

/**
 * The phrases with this beginning that the search knows other words for: `auberg` is that of `aubergine`. The shortest
 * ones, since a longer one is more than was typed.
 */
export function completePhrase(q: string): string[] {
  const beginning = fold(q);
  if (beginning.length < SHORTEST_BEGINNING) return [];
  phrases ??= listPhrases();
  const found: string[] = [];
  const sought = `\n${beginning}`;
  for (let at = phrases.indexOf(sought); at >= 0; at = phrases.indexOf(sought, at + 1)) {
    found.push(phrases.slice(at + 1, phrases.indexOf('\n', at + 1)));
    if (found.length === MOST_READ) break;
  }
  return found.sort((left, right) => left.length - right.length).slice(0, MOST_PHRASES);
}

/** Made when nothing of a catalogue begins as typed, as one string, which takes a tenth of the memory of a list. */
let phrases: string | null = null;

function listPhrases(): string {
  const said = readTable(synonymsTable).map(([, typed]) => fold(typed!));
  const foreign = readTable(foodsTable).flatMap(([, , ...languages]) =>
    languages.flatMap((list) => list.split(', ').map(fold)),
  );
  return `\n${[...new Set([...said, ...foreign])].join('\n')}\n`;
}
