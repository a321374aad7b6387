import type { NameKind } from '../../../food/food-names.ts';

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

/** The share of the points for order that words earn on both sides of a comma: "Milk, chocolate". */
export const ACROSS_PARTS = 0.75;
/** How many scans the most popular food has; the logarithm counts. */
export const MAX_SCANS = 2000;
/** The share of the points for popularity where the query is not a food's head, or a known word was corrected. */
export const POPULARITY_BEHIND_HEAD = 0.4;
/** On a label without commas only qualifiers of this many points count: "diet", not "chocolate". */
export const STRONG_QUALIFIER = 8;
/** The share of what a sparse label loses where several words are exactly its name, which then is hardly anything else. */
export const SPARSE_NAMESAKE = 0.5;

/** Guesses that take turns at the top, foods of each that do, and how many points a guess may be behind. */
export const HEDGED_GUESSES = 3;
export const HEDGED_FOODS = 2;
export const HEDGED_WITHIN = 40;
