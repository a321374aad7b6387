import type { NameKind } from '../../../food/food-names.ts';

/**
 * The weights of the ranking, in points of a score. A hundred points are a query whose every word is in the name as
 * typed; everything else decides which of several such foods a person means.
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

/** Points for a query that matches in full, before anything else. */
export const QUERY_MATCHED = 100;
/** Points for a name with every word as typed, stop words too, in a query of more than one. */
export const AS_TYPED = 24;
/** The same, with some words in the plural or singular. */
export const AS_FORM = 20;
/** The same, with the last word only as a prefix. */
export const AS_PREFIX = 18;
/** The same, without some of the stop words. */
export const AS_TYPED_BUT_STOP_WORDS = 11;
/** Points for a name that says nothing but the query: the plain food before its kinds. */
export const NAME_COVERED = 22;
/** Points for a name that equals the query, letter by letter. */
export const SAME_NAME = 24;
/** Points for a name that equals the query but for plurals and stop words. */
export const SAME_NAME_LOOSELY = 12;
/** Points for words next to each other in the order they were typed. */
export const IN_ORDER = 8;
/** The share of these points for words in the typed order on both sides of a comma: "Milk, chocolate". */
export const ACROSS_PARTS = 0.75;
/** Points for a name that starts with a typed word. */
export const AT_START = 5;
/** Points for a query that makes up the part of the name before its first comma: "Apples, raw, with skin". */
export const IS_HEAD = 14;
/** More where the head has every word of the query: "Bread crumbs, dry". */
export const IS_WHOLE_HEAD = 5;
/** The same where the last typed word is only a prefix: "Coffeecake" for `coffee`. */
export const IS_HEAD_PREFIX = 5;
/** Points for a query that makes up the second part, after a group of foods: "Beverages, coffee, brewed". */
export const IS_SECOND_PART = 8;
/** Points for a food that people eat or scan most often, and how many scans that takes; the logarithm counts. */
export const POPULARITY = 12;
export const MOST_SCANS = 2000;
/** Points for a generic food: what a plain word means. */
export const GENERIC = 8;
/** The share of these points that a food gets when the query is not its head, or a known word was corrected. */
export const POPULARITY_BEHIND_HEAD = 0.4;
/** On a label without commas only qualifiers of this many points count: "diet", not "chocolate". */
export const STRONG_QUALIFIER = 8;
/** Points off for a food that only comes with what was typed: more than a shorter name gains. */
export const BESIDE = 10;
/** Points off for a food that is found by another name than the one it shows, by the kind of that name. */
export const LESS_FOR_NAME: Readonly<Record<Exclude<NameKind, 'ingredient'>, number>> = {
  everyday: 0,
  official: 8,
  derived: 14,
  'stand-in': 70,
};
/** More where the words had to be corrected: foods that have the typed word are likelier. */
export const GUESSED_NAME = 24;
/** More where the name does not have all the words: a short one is soon covered by a part of what was typed. */
export const PARTLY_NAMED = 15;
/** More where that name is in another language: foods that are called so themselves come first. */
export const OTHER_LANGUAGE = 36;
/** Points for full confidence. */
export const CONFIDENCE = 6;
/** Points off for a label that is not complete, and the share of its confidence that makes up for some of them. */
export const SPARSE = 25;
export const SPARSE_CONFIDENCE = 12;
export const IMAGE = 1;

/** Points for accents as typed, where the query has any; half of them for a name without accents. */
export const ACCENTS = 36;
/** Points off for a name that has what the query excludes: more than anything else can make up for. */
export const EXCLUDED = 150;
/** Points off for a name that does not mention what the query excludes, so that it may have it: more than a shorter name gains. */
export const UNSTATED = 60;
/** Points off for a name that says that what the query wants is absent. */
export const NEGATED = 20;

/**
 * Where no food has all the words: points off for a name without the noun that names the food, more than a second typed
 * word is worth beside it; for one that has it only after "with"; and for one that has it as a qualifier.
 */
export const HEAD_MISSING = 28;
export const HEAD_BESIDE = 16;
export const HEAD_BEHIND = 8;

/** Guesses that take turns at the top, foods of each that do, and how many points a guess may be behind. */
export const HEDGED_GUESSES = 3;
export const HEDGED_FOODS = 2;
export const HEDGED_WITHIN = 40;
