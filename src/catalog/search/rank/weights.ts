/**
 * The numbers of the ranking, all of them, in points of a score. A hundred points are a query whose every word
 * stands in the name as typed; everything else says which of several such foods a person means.
 */

/** How well a typed word is met, from 0 to 1. */
export const MET = {
  /** As typed. */
  typed: 1,
  /** Written together or apart: `butter milk` in "Buttermilk". */
  joined: 0.97,
  /** In the plural or the singular. */
  form: 0.93,
  /** With another vowel at the end. */
  ending: 0.85,
  /** As the beginning of a word, more for a longer beginning: from here to `beginningWhole`. */
  beginning: 0.66,
  beginningWhole: 0.8,
  /** A correction; each point of its cost beyond the likeliest takes `correctionStep` off. */
  correction: 0.7,
  correctionStep: 0.6,
  correctionLeast: 0.1,
  /** Another form, a beginning or halves of a word that is more likely a slip: less than its correction. */
  doubtful: 0.6,
  /** In the brand or the category. A generic name finds a food but is not shown, so it earns nothing. */
  brand: 0.9,
  category: 0.72,
} as const;

/** What a word of the query or of the name counts for, next to an ordinary one. */
export const WORD = {
  ordinary: 1,
  /** `500g`, `0%`: people leave them out and get them wrong. */
  number: 0.5,
  small: 0.12,
  /** `raw`, `whole` behind a comma: the plain food and no kind of it. */
  plain: 0.3,
  /** Each part of a name after the second counts for this much of the one before. */
  furtherPart: 0.5,
  /** How much of its weight a typed word owes to being rare, from none (0) to all (1). */
  rarity: 0.5,
} as const;

/** Points for a query that is met in full, before anything else. */
export const QUERY_MET = 100;
/** Points for a name with every word as it was typed, small words too, in a query of more than one. */
export const AS_TYPED = 24;
/** The same, with the last word only begun. */
export const AS_BEGUN = 18;
/** The same, without some of the small words. */
export const AS_TYPED_BUT_SMALL = 11;
/** Points for a name that says nothing but the query: the plain food before its kinds. */
export const NAME_COVERED = 22;
/** Points for a name that is the query, letter by letter. */
export const SAME_NAME = 24;
/** Points for a name that is the query but for plurals and small words. */
export const SAME_NAME_LOOSELY = 12;
/** Points for words that stand next to each other in the order they were typed. */
export const IN_ORDER = 8;
/** Points for a name that begins with a typed word. */
export const AT_START = 5;
/** Points for a query that makes up the part of the name before its first comma: "Apples, raw, with skin". */
export const IS_HEAD = 14;
/** The same where the last typed word is only begun: "Coffeecake" for `coffee`. */
export const IS_HEAD_BEGUN = 5;
/** Points for a query that makes up the second part, behind a kind of food: "Beverages, coffee, brewed". */
export const IS_SECOND_PART = 8;
/** Points for a part that tells the natural state ("raw") right behind the head, and further behind. */
export const PLAIN_PART_NEXT = 4;
export const PLAIN_PART = 2;
export const MOST_PLAIN_POINTS = 8;
/** Points that confidence is worth, from none to all of it. */
export const CONFIDENCE = 6;
/** Points for an image. */
export const IMAGE = 1;

/** Guesses that take turns at the top, and how many foods of each do; a guess this many points behind does not. */
export const HEDGED_GUESSES = 3;
export const HEDGED_FOODS = 2;
export const HEDGED_WITHIN = 40;
