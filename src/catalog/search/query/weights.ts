import type { SearchEffort } from '../../../food/catalog.ts';
import type { NameKind } from '../../../food/food-names.ts';

/**
 * Every weight and limit of a search. A number that is not here is none: to change what an answer is or costs, this is the file.
 */

/** What a word of the query or of the name counts, relative to an ordinary one. */
export const WORD = {
  ordinary: 1,
  /** `500g`, `0%`: people leave them out and get them wrong. */
  number: 0.5,
  stopWord: 0.12,
  /** `without salt`: what is excluded says less than what is wanted. */
  excluded: 0.5,
  /** `raw`, `whole` after a comma: the plain food rather than a kind of it. */
  plain: 0.3,
  /** Each part of a name after the second counts this much of the one before. */
  furtherPart: 0.5,
  /** How much of its weight a typed word owes to being rare, from none (0) to all (1). */
  rarity: 0.5,
} as const;

/**
 * What each feature of a food is worth. A hundred points are a query whose every word is in the name as typed; everything else
 * decides which of several such foods a person means.
 */
export const POINTS = {
  /** A query that matches in full, before anything else. */
  query: 100,
  /** A name with every word as typed, stop words too, in a query of more than one. */
  asTyped: 24,
  /** A name with every word, some in the plural or singular. */
  asForm: 20,
  /** A name with every word, the last only as a prefix. */
  asPrefix: 18,
  /** A name with every word but some of the stop words. */
  asTypedButStopWords: 11,
  /** A name that says nothing but the query: the plain food before its kinds. */
  nameCovered: 22,
  /** Words next to each other in the order they were typed. */
  inOrder: 8,
  /** A name that starts with a typed word. */
  atStart: 5,
  /** A query that makes up the part of the name before its first comma: "Apples, raw, with skin". */
  isHead: 14,
  /** More where the head has every word of the query: "Bread crumbs, dry". */
  isWholeHead: 5,
  /** A head of which the last typed word is only a prefix: "Coffeecake" for `coffee`. */
  isHeadPrefix: 5,
  /** A query that makes up the second part, after a group of foods: "Beverages, coffee, brewed". */
  isSecondPart: 8,
  /** A food that people eat or scan most often. */
  popularity: 12,
  /** A generic food: what a plain word means. */
  generic: 8,
  /** Off for a food that only comes with what was typed: more than a shorter name gains. */
  beside: 10,
  /** A name that equals the query, letter by letter. */
  sameName: 24,
  /** A name that equals the query but for plurals and stop words. */
  sameNameLoosely: 12,
  /** Accents as typed, where the query has any; half of them for a name without accents. */
  accents: 36,
  /** Off for a name that has what the query excludes: more than anything else can make up for. */
  excluded: 150,
  /** Off for a name that does not mention what the query excludes, so that it may have it: more than a shorter name gains. */
  unstated: 60,
  /** Off for a name that says that what the query wants is absent. */
  negated: 20,
  /**
   * Off where a food does not have all the words: for a name without the noun that names the food, more than a second typed
   * word is worth beside it; for one that has it only after "with"; and for one that has it as a qualifier.
   */
  headMissing: 28,
  headBeside: 16,
  headBehind: 8,
  /** Full confidence. */
  confidence: 6,
  /** Off for a label that is not complete, and what full confidence would make up for of them. */
  sparse: 25,
  sparseConfidence: 12,
  image: 1,
  /** Off for a name that is not a food's own where the words had to be corrected: foods that have the typed word are likelier. */
  guessedName: 24,
  /** The same for what people call a plain food, which they may mean more than what only has its name as well. */
  guessedPlainName: 10,
  /** Off where it does not have all the words: a short one is soon covered by a part of what was typed. */
  partlyNamed: 15,
  /** Off where it is in another language: labels that are called so themselves come first, even sparse ones. */
  otherLanguage: 44,
  /** Off for an English name where another language was asked for: of equal names, those in that language come first. */
  englishUnasked: 10,
  /** Off for a name that the build put into another language word by word: foods that are really called so come first. */
  wordByWord: 14,
  /** Off for an English name of a food that is only in another table than SR28. */
  besideEnglish: 18,
} as const;

/**
 * Points off for a food that is found by another name than the one it shows, by the kind of that name; and for one of which those who
 * speak the language of the name mean another table's version.
 */
export const LESS_FOR_NAME: Readonly<Record<Exclude<NameKind, 'ingredient'>, number>> = {
  everyday: 0,
  official: 8,
  translated: 40,
  derived: 14,
  version: 20,
  'stand-in': 70,
};

/** What decides between names that have the words. */
export const NAME = {
  /** The share of the points for order that words earn on both sides of a comma: "Milk, chocolate". */
  acrossParts: 0.75,
  /** How many scans the most popular food has; the logarithm counts. */
  mostScans: 2000,
  /** The share of the points for popularity where the query is not a food's head, or a known word was corrected. */
  popularityBehindHead: 0.4,
  /** On a label without commas only qualifiers of this many points count: "diet", not "chocolate". */
  strongQualifier: 8,
  /** What a name loses for leaving something out that was not typed: `unsalted`, `without caffeine`. */
  leftOut: 3,
  /** The share of what a sparse label loses where several words are exactly its name, which then is hardly anything else. */
  sparseNamesake: 0.5,
} as const;

/** Guesses that take turns at the top, foods of each that do, and how many points a guess may be behind. */
export const HEDGED = { guesses: 3, foods: 2, within: 40 } as const;

/** How strongly a typed word matches a word of a name, from 0 to 1. */
export const STRENGTH = {
  typed: 1,
  /** Written together or apart: `butter milk` in "Buttermilk". */
  joined: 0.97,
  /** In the plural or the singular. */
  form: 0.93,
  /** With another final vowel. */
  ending: 0.85,
  /** As a prefix of a word: from here to `wholePrefix`, the more of the word it covers the better. */
  prefix: 0.66,
  wholePrefix: 0.8,
  /** A correction; each point of its cost beyond the likeliest takes `correctionStep` off. */
  correction: 0.7,
  correctionStep: 0.6,
  weakestCorrection: 0.1,
  /** Another form, a prefix or a split of a word that is more likely a slip: less than its correction. */
  doubtful: 0.6,
  /** Says with another negation or noun that the same thing is absent: "sin gluten" for `sem glúten`. */
  otherNegation: 0.8,
  /** Says in other words that something excluded is absent: "unsalted" for `without salt`. */
  absent: 0.45,
  /** Says that something wanted is absent: "sugar free" for `sugar`. */
  negated: 0.3,
  /** In the brand or the category. A generic name finds a food but is not shown, so it earns nothing. */
  brand: 0.9,
  category: 0.72,
} as const;
/** Two words for an absence are forms of one word if they share this many letters: `zuckerfrei`, `zuckerfreies`. */
export const FORM_LETTERS = 5;

/** What each slip of the fingers costs. */
export const SLIP = {
  /** A letter written twice instead of once, or once instead of twice: the commonest slip of all. */
  doubled: 0.6,
  /** Two neighbouring letters swapped. */
  swapped: 0.8,
  /** One vowel for another, or letters that sound alike. */
  alike: 0.7,
  /** The key beside the right one. */
  beside: 0.85,
  /** An extra or missing letter. */
  missing: 0.9,
  wrong: 1.15,
  /** More for the first letter, which people get right. */
  firstLetter: 0.4,
} as const;

/** Which terms a word may be a misspelling of, and how likely each is. */
export const CORRECTION = {
  /** Shorter words are not corrected: almost everything is one edit away from them. */
  minLength: 4,
  /** From this length on, two edits may lead to any word; below it, nonsense is two edits from something. */
  minLengthForTwoEdits: 8,
  /** Words from this length on may be two edits from a common word, */
  minLengthForCommonTwoEdits: 5,
  /** if one of the two has this many letters: `hethy` is "healthy", but `kvass` is not "kaas". */
  minLengthOfLonger: 6,
  /** Shorter words begin too many others with a slip: those may have few letters more, and lack none. */
  minLengthOfAnyBeginning: 6,
  mostLongerOfShort: 2,
  /** Three edits, for words that sound alike and begin alike: only from this length on, and only to common words. */
  minLengthForThreeEdits: 7,
  /** Words from this length on may be three edits from a common word that sounds nearly the same. */
  minLengthOfFar: 10,
  /** The misspelled start of a longer word is a weaker guess than a whole word, and must lead to a common one. */
  minLengthOfUnfinished: 4,
  unfinished: 0.5,
  /** Two letters that look and sound otherwise are another word: `ribena` is not "ribeye". */
  mostCostOfEasySlips: 1.84,
  /** Where the words sound alike, more may be wrong, but `baileys` is not "balls". */
  mostCostOfAlikeSlips: 2.4,
  /** What a correction of a word of at most this many letters may cost to be a slip: `takis` is not "kaki". */
  mostCostByLength: [
    [5, 0.45],
    [7, 0.9],
    [8, 1.5],
  ],
  /** In a smaller catalogue a word is rarer than its language makes it. */
  usualFoods: 30_000,
  /** A term this common is a likely intention, as a share of the foods, with a floor for small catalogues. */
  commonShare: 1 / 8000,
  commonFloor: 2,
  /** From this many foods on, names in seven languages share words that hardly anyone means. */
  minFoodsOfLarge: 1000,
  commonFloorOfLarge: 4,
  /** The cost of hopping from the likeliest correction, if it is rare, to a common one. */
  hop: 0.2,
  /** What a tenfold frequency is worth in edits. */
  frequencyWorth: 0.28,
  /** A word that sounds the same is nearer than its letters suggest. */
  soundDiscount: 0.2,
  /** Two slips in one word are rarer than one. */
  furtherEdit: 0.1,
  /** A correction that costs this much more than the best is dropped. */
  widestGap: 1.1,
  /** The cost of the likeliest correction as its foods are scored; others cost more. */
  likeliest: 1,
  /** What another form of a correction costs more than the correction itself. */
  otherForm: 0.3,
  /** The likeliest corrections are searched for in other forms, too. */
  mostInflected: 2,
  mostForms: 2,
  /** Corrections of one word that are tried together. */
  most: 8,
} as const;

/** Which words are doubted. */
export const DOUBT = {
  /** A word found in fewer foods than this share may be a misspelling that came with the data, */
  rareShare: 1 / 8000,
  rareFloor: 3,
  /** unless it fills a page with foods, however common its neighbours are: `woda` is not `wódka`. */
  rareCeiling: 25,
  /** A rare word is doubted when a near word is this many times as common. */
  ratio: 20,
  /** The more foods have a word, the more certain it is: at this many, twice the ratio is required. */
  softening: 50,
  /** A word that sounds like one this many times as common is a misspelling, though some names have it. */
  ratioOfMisspelt: 50,
  /** A word that is the name of a food need only be this many times as common as a typed one that is not. */
  ratioOfName: 5,
  /** Words from this length on sound alike though one letter is another that sounds like it: the n of `camenbert`. */
  minLengthOfNearlyHeard: 6,
  /** Two words that are neighbours in names vouch for the word that joins them like this many foods. */
  foodsOfSplit: 20,
  /** Where names also have them as one word, the foods that have both vouch for it this much: `icecream`. */
  worthOfSplit: 0.05,
  /** A food with a longer word that starts like the typed one vouches for it this much. */
  worthOfPrefix: 0.25,
  /** A word in one of five hundred foods is spelled right, and so is one in this many. */
  wellKnownShare: 1 / 500,
  wellKnown: 200,
} as const;

/** What a typed word may stand for. */
export const DERIVED = {
  /** A single word found in this many foods is searched as typed: the best of them fill any page. */
  manyFoods: 500,
  /** Completions of a prefix: the first dozen cover nearly all foods. */
  completions: 16,
  /** All completions, for a prefix that is not indexed; bounds the cost of the widest one. */
  allCompletions: 200,
  /** A word found in this many foods is not two words written as one. */
  surelyOneWord: 200,
  /** The minimum length of two words written as one. */
  minLengthOfSplit: 4,
  /** Words of a name that may be written as one in the query: `jusdorange`. */
  joinedWords: 4,
  /** A term is searched in other fields only if this share of its foods have it there: a second list costs more. */
  minFieldShare: 0.1,
  /** Terms read for one word: the most common come first, and the right one is hardly ever beyond these. */
  sounding: 40,
  sharingParts: 200,
} as const;

/** How many foods the passes read, and when they stop. */
export const READ = {
  /** Foods read for each expression; they come best first, so more of them change nothing. */
  foods: 60,
  /** Where the last word is a prefix: among many words with that beginning, the one that is meant may be rare. */
  foodsOfPrefix: 120,
  /** Of a common word, beyond those a page shows: the best come first, and a few are duplicates. */
  spare: 20,
  /** For a key of a whole name, and twice as many for the only one; duplicates go to the end of the answers anyway. */
  namesakes: 8,
  /** Fewer foods than this, all of them found by guessing, leave room for foods that have most of the words. */
  few: 3,
  /** Fewer foods than this leave room on a page for foods that match less well. */
  page: 10,
  /** In a query of at least this many words, one may be superfluous. */
  severalWords: 3,
  /** Words a long query is narrowed to when no food has all of them: the rarest say most. */
  rarestWords: 4,
  /** Words that are tried beside the noun of such a query. */
  besideNoun: 3,
  /** Corrections of a single word that are searched one by one, so that a common one cannot hide the others. */
  singleCorrections: 3,
  foodsOfCorrection: 20,
  /** Ways to write a corrected query as a whole name, and corrections of one word among them. */
  correctedNames: 4,
  correctionsInName: 3,
  /** Nobody calls a food by more words; what is longer is not looked up. */
  wordsSaid: 8,
  /** Names that are read for what they say is absent. One in sixty foods says so of anything: a million have fewer. */
  names: 20_000,
  /** Entries of the index for foods by name, which is done for every letter that someone types. */
  entriesNamed: 300_000,
} as const;

/** What a request may cost, and what each thing costs, in units of about ten nanoseconds (work.ts). */
export const WORK = {
  /**
   * Finding foods in a search, and as much scoring them by names other than their own; and what listing every food that has the
   * words may cost: together a page may take 25 ms.
   */
  search: { usual: 400_000, little: 40_000, certain: 30_000 } satisfies Record<SearchEffort, number>,
  all: 1_800_000,
  /** Scoring the foods that filters leave by such names, beside what the search left of its own. */
  onLeft: 200_000,
  /** Asking for foods, and reading an entry of the index for it. */
  statement: 2000,
  entry: 0.25,
  /** Reading the name of a food, and finding out from it what the food is without. */
  name: 200,
  absence: 400,
  /** Reading a food and scoring it. */
  candidate: 1000,
  /** Scoring a food by another of its names, and comparing each typed word with that. */
  scoredName: 600,
  scoredWord: 200,
  /** Looking for the corrections of a word. */
  corrections: 50_000,
} as const;

/** The order of suggestions, and what is read for them. */
export const SUGGESTED = {
  /**
   * A text in which a later word begins as typed comes before one that begins so itself only where it is this many times
   * further up in the order of popularity; the same for one that has a longer word before one that has the word itself.
   */
  place: 8,
  /** What a word was corrected to, where nothing else is likely either, comes this many times further down. */
  letter: 8 ** 2,
  /** A name in another language than the wanted one (English where none is) comes this many times further down, */
  language: 100,
  /** and this many times further still where the wanted one was asked for. */
  askedLanguage: 512,
  /** A brand or category comes this many times further down than a food. */
  group: 3,
  /** From this length on, a text that was typed to its end comes first: shorter ones are mostly beginnings. */
  minWhole: 3,
  /** Foods that are looked at for those that begin as typed, and for those that have the word itself. */
  read: 40,
  readWhole: 20,
  /** Foods that are looked at where accents were typed: most with these letters may be without. */
  readForAccents: 100,
  /** Texts of one food that are looked at, on average: the same food of several tables has names in all their languages. */
  textsOfFood: 3,
  /** How many foods hidden by another catalogue are made up for at most. */
  hidden: 50,
  /** Words beyond these narrow a list that is short already. */
  words: 8,
  /** Terms that a longer beginning stands for: the dozen most common have nearly all texts. */
  completions: 12,
  /** Terms for a word with others after it, which is finished except for a plural. */
  endings: 3,
} as const;
