import equalWordsTable from '../../../../data/language/equal-words.tsv' with { type: 'text' };
import { readTable } from '../../../text/data-table.ts';
import type { Derivation, QueryTerm } from '../query/derivations.ts';
import type { Vocabulary } from '../query/vocabulary.ts';

/** What names say for a typed word about the kind of a food, from data/language/: `diet` is "low calorie". */
const equalWords = new Map(
  readTable(equalWordsTable).flatMap(([typed, names]) => {
    const phrases = names!.split(' ').map((phrase) => phrase.split('+'));
    return typed!.split(' ').map((word) => [word, phrases] as const);
  }),
);

/** Less certain than another form of the word. */
const EQUAL_COST = 0.2;

/** Adds what names say for a word beside others; alone, it names no food that another word could name. */
export function withEqualWords(vocabulary: Vocabulary, term: QueryTerm): QueryTerm {
  const { word, derivations } = term;
  const phrases = word.isAlone || word.exclusion !== null ? undefined : equalWords.get(word.text);
  if (phrases === undefined) return term;
  const equal = phrases.flatMap((terms): Derivation[] => {
    const names = Math.min(...terms.map((one) => vocabulary.find(one)?.names ?? 0));
    return names === 0 ? [] : [{ kind: 'form', terms, cost: EQUAL_COST, names, fields: 0, isPrefix: false }];
  });
  return { ...term, derivations: [...derivations, ...equal] };
}
