import zerosTable from '../../data/language/negation-zeros.tsv' with { type: 'text' };
import substancesTable from '../../data/language/substances.tsv' with { type: 'text' };
import { readTable } from './data-table.ts';
import { withoutNegation, ZEROS } from './negating-words.ts';
import { type Pattern, Patterns, readPattern, wholeWord } from './patterns.ts';
import { stem } from './word-forms.ts';

/** Something a query excludes, in the words for its presence and its absence. */
export interface Exclusion {
  /** What the table calls it; null for what is not in the table, or is meant otherwise than there. */
  substance: string | null;
  present: Patterns;
  /** Foods that have it: a name with `almond` has nuts, but one without almonds may have others. */
  kinds: Patterns;
  absent: Patterns;
  /** Words that only sound like its presence: `almond milk`. */
  unlike: Patterns;
}

/** Marks the words that only sound like a substance. */
const UNLIKE = '=';
const NONE = new Patterns([]);

const substancesByName = new Map(
  readTable(substancesTable).map(([name, present, absent]) => [
    name!,
    readSubstance(name!, present!, absent!),
  ]),
);
const SUBSTANCES = [...substancesByName.values()];
const substanceOfPresence = indexSubstances('present');
const substanceOfAbsence = indexSubstances('absent');
/** By their first letter: every word of every name found is compared with them. */
const absencePrefixes = Map.groupBy(
  SUBSTANCES.flatMap((substance) =>
    substance.absent.list
      .filter(({ isPrefix, isWeak }) => isPrefix && !isWeak)
      .map(({ words }) => ({ start: words[0]!, substance })),
  ),
  ({ start }) => start.charCodeAt(0),
);
/** By a word for a food, what a zero beside it leaves out: the substance in the words for it, and the zeros themselves. */
const leftOutByZero = new Map(
  readTable(zerosTable).flatMap(([name, foods]) => {
    const substance = substancesByName.get(name!)!;
    const absent = new Patterns([...ZEROS.map(wholeWord), ...substance.absent.list]);
    return foods!.split(' ').map((food) => [food, { ...substance, substance: null, absent }] as const);
  }),
);

/** Each substance without the words that mean its absence only where a query excludes it. */
export const STATED_SUBSTANCES: readonly Exclusion[] = SUBSTANCES.map((one) => excludeBeside(one, []));

export function isSubstance(word: string): boolean {
  return findSubstance(word) !== undefined;
}

/** What a single word excludes: `unsalted`, `zuckerfrei`, `decaf`. Null for a word without a negation in it. */
export function exclusionInWord(word: string): Exclusion | null {
  const known = substanceOfAbsence.get(word);
  if (known !== undefined) return known;
  const begun = absencePrefixes.get(word.charCodeAt(0))?.find(({ start }) => word.startsWith(start));
  if (begun !== undefined) return begun.substance;
  const negated = withoutNegation(word);
  return negated === null ? null : (substanceOfPresence.get(negated) ?? null);
}

/** What a negated word excludes: its substance in all languages, or else the word itself. */
export function exclusionOf(word: string): Exclusion {
  const substance = findSubstance(word) ?? {
    substance: null,
    present: NONE,
    kinds: NONE,
    absent: NONE,
    unlike: NONE,
  };
  return { ...substance, present: new Patterns([wholeWord(word), ...substance.present.list]) };
}

/** Whether a zero beside this food leaves something else out of it: `0% milk` is milk. */
export function isLeftSomethingOutOf(food: string): boolean {
  return leftOutByZero.has(food);
}

/** What a zero without a noun excludes, by the food beside it: `yogurt 0%` has no fat. */
export function exclusionByZero(words: readonly string[], at: number): Exclusion | null {
  if (!ZEROS.includes(words[at]!)) return null;
  const food = words.find(isLeftSomethingOutOf);
  return food === undefined ? null : leftOutByZero.get(food)!;
}

/**
 * What an exclusion means beside what the query asks for: `dairy free cheese` is a cheese, though most cheeses have
 * milk. Words that mean absence for some foods mean nothing where no food is asked for: `sans sel` is not `doux`.
 */
export function excludeBeside(exclusion: Exclusion, wanted: readonly string[]): Exclusion {
  const isWanted = ({ words }: Pattern) => wanted.some((word) => word.startsWith(words[0]!));
  const isMeant = ({ isWeak }: Pattern) => !isWeak || wanted.length > 0;
  return {
    ...exclusion,
    kinds: new Patterns(exclusion.kinds.list.filter((kind) => !isWanted(kind))),
    absent: new Patterns(exclusion.absent.list.filter(isMeant)),
  };
}

function findSubstance(word: string): Exclusion | undefined {
  return substanceOfPresence.get(word) ?? substanceOfPresence.get(stem(word));
}

function readSubstance(substance: string, present: string, absent: string): Exclusion {
  const words = present.split(' ');
  const isUnlike = (text: string) => text.startsWith(UNLIKE);
  const patterns = words.filter((text) => !isUnlike(text)).map(readPattern);
  return {
    substance,
    present: new Patterns(patterns.filter(({ isPrefix }) => !isPrefix)),
    kinds: new Patterns(patterns.filter(({ isPrefix }) => isPrefix)),
    absent: new Patterns(absent.split(' ').map(readPattern)),
    unlike: new Patterns(words.filter(isUnlike).map((text) => readPattern(text.slice(UNLIKE.length)))),
  };
}

function indexSubstances(side: 'present' | 'absent'): Map<string, Exclusion> {
  const byWord = new Map<string, Exclusion>();
  for (const substance of SUBSTANCES) {
    for (const { words, isPrefix, isWeak } of substance[side].list) {
      if (words.length === 1 && !isPrefix && !isWeak && !byWord.has(words[0]!))
        byWord.set(words[0]!, substance);
    }
  }
  return byWord;
}
