import type { FoodSource } from '../../../food/food.ts';

/** The terms of `foods_search` that are no words of a name: the build writes them, and a search asks for them. */

/** Before the terms of fields other than names. */
export const FIELD = '#';

/** After the stem of a word. */
export const STEM = '=';
/** Before the name of a source. */
export const SOURCE = '@';

/** The term of foods that have the stem of a word, but the word in another form. */
export function stemTerm(stemmed: string): string {
  return stemmed + STEM;
}

/** The term of all foods of a source other than off. The tokenizer would split at underscores. */
export function sourceTerm(source: FoodSource): string {
  return SOURCE + source.replaceAll('_', '');
}

/** The term of the foods of all composition tables. */
export const GENERIC = `${SOURCE}generic`;

/** The term of foods that say by their names that a substance is absent; no word begins so. */
export function absenceTerm(substance: string): string {
  return `-${substance.replaceAll(' ', '')}`;
}

/** How people call a food by one word alone, as `terms` has it. */
export const SAID = 1;
export const SAID_IN_ENGLISH = 2;
