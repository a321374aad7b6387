import { words } from '../../../text/fold.ts';
import { type DerivationKind, excludeAny, type QueryTerm, withoutStopWords } from '../query/derivations.ts';
import { headOf } from '../query/query-head.ts';
import { READ } from '../query/weights.ts';
import {
  AS_TYPED,
  allOf,
  type Expression,
  leavingOut,
  mentioningNone,
  TYPED_OR_CORRECTED,
  WITH_CORRECTIONS,
  WITH_ENDINGS,
  WITH_PREFIXES,
} from './expressions.ts';
import { IN_NAME, type Pass, type Sought, type Walk, WHOLE_NAME } from './walk.ts';
import type { WholeName } from './whole-names.ts';

const ALL_WORDS = 'all words';
const MOST_WORDS = 'most of the words';

/** From the most certain way to the least. Few terms make a quick search, so the many that are possible wait until they are needed. */
export const PASSES: readonly Pass[] = [
  {
    name: WHOLE_NAME,
    isNeeded: () => true,
    names: ({ query }) => [{ nameWords: query.typed, text: query.text }],
  },
  {
    name: IN_NAME,
    isNeeded: () => true,
    ask: ({ given, most }) => [best(allOf(withoutStopWords(given), AS_TYPED, 'name'), most)],
  },
  {
    // Where more foods match than are read, the plain generic ones may not be among them.
    name: 'all words, generic foods',
    isNeeded: (walk) => walk.countOf(IN_NAME) >= walk.most,
    ask: ({ given }) => [generic(allOf(withoutStopWords(given), AS_TYPED, 'name'))],
  },
  {
    // Whoever types an unfinished name has its small words right, also where its last word is by chance a whole one elsewhere.
    name: 'all words, small ones too',
    isNeeded: (walk) => walk.isShort && withoutStopWords(walk.given).length < walk.given.length,
    ask: ({ broad }) => [best(allOf(broad, WITH_PREFIXES, 'name'))],
  },
  {
    // Where some foods have the words as typed, what else begins so only fills the page.
    name: ALL_WORDS,
    isNeeded: ({ isShort }) => isShort,
    ask: (walk) => [
      best(
        allOf(withoutStopWords(walk.broad), WITH_ENDINGS, 'anywhere'),
        walk.countOf(IN_NAME) === 0 ? READ.foodsOfPrefix : READ.page + READ.spare,
      ),
    ],
  },
  {
    // One food with a common word that begins so does not say that a rarer one is not meant.
    name: 'all words, the last as a prefix of rare ones',
    isNeeded: (walk) => walk.isShort && walk.countOf(ALL_WORDS) < READ.few && walk.broader !== walk.broad,
    ask: ({ broader }) => [best(allOf(withoutStopWords(broader), WITH_PREFIXES, 'anywhere'))],
  },
  {
    // Fills a page for a query that excludes something with foods that do not mention it at all.
    name: 'all words, without what is excluded',
    isNeeded: ({ given, found }) => excludeAny(given) && found.size < READ.page,
    ask({ typed }) {
      const wanted = withoutStopWords(typed).filter(({ absence }) => absence === null);
      return [best(mentioningNone(allOf(wanted, WITH_ENDINGS, 'anywhere'), typed))];
    },
  },
  {
    name: 'corrected',
    isNeeded: (walk) => !walk.isSpelledRight && walk.doubted !== walk.typed,
    names: ({ doubted }) => correctedNames(doubted),
    ask: ({ doubted }) => corrected(doubted),
  },
  {
    name: 'corrected, where nothing is found',
    isNeeded: (walk) => walk.isLacking && walk.found.size === 0 && walk.allDoubted !== walk.doubted,
    names: ({ allDoubted }) => correctedNames(allDoubted),
    ask: ({ allDoubted }) => corrected(allDoubted),
  },
  // No food has all the words: tries those with all known words, all but one, all but two; one of them may be misspelt, or be left
  // out; unfinished as well, it would find anything.
  leftOut(0, WITH_CORRECTIONS),
  leftOut(1, AS_TYPED),
  leftOut(1, TYPED_OR_CORRECTED),
  leftOut(2, AS_TYPED),
  leftOut(2, TYPED_OR_CORRECTED),
  {
    // Foods with any of the words are many, and those read first may all lack the noun that names the food.
    name: 'the noun, with another word',
    isNeeded: (walk) => walk.isPartly && nounOf(walk) !== null,
    ask(walk) {
      const noun = nounOf(walk)!;
      const others = rarestOf(
        withoutStopWords(walk.allDoubted).filter(({ word, foods }) => word !== noun.word && foods > 0),
      );
      const isBesideOthers = others.length > 1 && countNamed(walk, noun) < READ.page;
      const beside = isBesideOthers ? others.slice(0, READ.besideNoun) : [];
      return [
        ...beside.map((other) => best(allOf([noun, other], TYPED_OR_CORRECTED, 'anywhere'))),
        generic(allOf([noun], AS_TYPED, 'name')),
      ];
    },
  },
];

function leftOut(without: number, kinds: readonly DerivationKind[]): Pass {
  return {
    name: MOST_WORDS,
    isNeeded(walk) {
      if (!walk.isPartly || walk.countOf(MOST_WORDS) > 0) return false;
      const { known, isAll } = knownOf(walk);
      return without < known.length && (without > 0 || !isAll);
    },
    ask: (walk) =>
      leavingOut(knownOf(walk).known, without).map((kept) => best(allOf(kept, kinds, 'anywhere'))),
  };
}

function best(expression: Expression | null, most: number = READ.foods): Sought | null {
  return expression === null ? null : { ...expression, most, origin: null };
}

function generic(expression: Expression | null): Sought | null {
  return expression === null ? null : { ...expression, most: READ.foods, origin: 'generic' };
}

function corrected(terms: readonly QueryTerm[]): (Sought | null)[] {
  const required = withoutStopWords(terms).map(withoutNeedlessCompletions);
  if (required.length !== 1) return [best(allOf(required, WITH_CORRECTIONS, 'anywhere'))];
  const only = required[0]!;
  return only.corrections
    .slice(0, READ.singleCorrections)
    .map((correction) =>
      best(
        allOf([{ ...only, derivations: [], corrections: [correction] }], WITH_CORRECTIONS, 'anywhere'),
        READ.foodsOfCorrection,
      ),
    );
}

/** Where another word is in doubt, a known word counts as finished; trying every completion would cost time. */
function withoutNeedlessCompletions(term: QueryTerm): QueryTerm {
  if (term.isDoubtful || term.foods < READ.page) return term;
  return { ...term, derivations: term.derivations.filter(({ kind }) => kind !== 'prefix') };
}

/** Whole names in which doubtful words are replaced, the likeliest first. */
function correctedNames(terms: readonly QueryTerm[]): WholeName[] {
  let names: string[][] = [[]];
  for (const { word, corrections, foods } of terms) {
    const spellings = corrections.slice(0, READ.correctionsInName).map((correction) => correction.terms[0]!);
    if (spellings.length === 0 || foods > 0) spellings.unshift(word.text);
    names = names
      .flatMap((name) => spellings.map((spelling) => [...name, spelling]))
      .slice(0, READ.correctedNames);
  }
  return names.map((nameWords) => ({ nameWords, text: nameWords.join(' ') }));
}

/** The rarest words that the catalogue has, and whether those are all. */
function knownOf({ allDoubted }: Walk): { known: QueryTerm[]; isAll: boolean } {
  const required = withoutStopWords(allDoubted);
  const known = rarestOf(
    required.filter(({ derivations, corrections }) => derivations.length + corrections.length > 0),
  );
  return { known, isAll: known.length === required.length };
}

function nounOf({ query, allDoubted }: Walk): QueryTerm | null {
  const head = allDoubted[headOf(query.typed, allDoubted)];
  return head === undefined || head.foods === 0 ? null : { ...head, corrections: [] };
}

/** How many of the foods found have the word in their names. */
function countNamed({ found }: Walk, { derivations }: QueryTerm): number {
  const spellings = new Set(derivations.flatMap(({ terms }) => terms));
  let count = 0;
  for (const { name } of found.values()) if (words(name).some((word) => spellings.has(word))) count++;
  return count;
}

function rarestOf(terms: QueryTerm[]): QueryTerm[] {
  return [...terms].sort((left, right) => left.foods - right.foods).slice(0, READ.rarestWords);
}
