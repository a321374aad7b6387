import type { FoodSource } from '../../../food/food.ts';
import type { FoodName } from '../../../food/food-names.ts';
import { remember } from '../../../remember.ts';
import { words } from '../../../text/fold.ts';
import { absencesIn } from '../../../text/negation.ts';
import { indexTerms } from '../../../text/unspaced-scripts.ts';
import { absenceTerm } from '../query/absences.ts';

/** A food as the search sees it. Documents are indexed in the order of their rank, best quality first. */
export interface SearchDocument {
  rank: number;
  name: string;
  /** Its other names. */
  names: readonly FoodName[];
  brand: string | null;
  category: string | null;
  generic_name: string | null;
  source: FoodSource;
}

/** The words and terms of a document. */
export interface DocumentTerms {
  nameWords: string[];
  /** The words of each other name. */
  otherWords: string[][];
  /** The terms of all names. */
  nameTerms: string[];
  /** Terms of the other fields that the name does not have. */
  fieldTerms: string[];
}

export function termsOf(document: SearchDocument): DocumentTerms {
  const nameWords = words(document.name);
  const otherWords = document.names.map(({ name }) => words(name));
  const nameTerms = indexTerms(nameWords);
  for (const [at, { kind }] of document.names.entries()) {
    // In a recipe, rice is another food than elsewhere.
    if (kind === 'ingredient') continue;
    for (const term of indexTerms(otherWords[at]!)) if (!nameTerms.includes(term)) nameTerms.push(term);
  }
  for (const substance of absencesIn(nameWords)) nameTerms.push(absenceTerm(substance));
  const fieldTerms: string[] = [];
  for (const field of [document.brand, document.category, document.generic_name]) {
    if (field === null) continue;
    for (const term of termsOfField(field)) {
      if (!nameTerms.includes(term) && !fieldTerms.includes(term)) fieldTerms.push(term);
    }
  }
  return { nameWords, otherWords, nameTerms, fieldTerms };
}

/** Thousands of foods share a brand or a category, so their terms are computed once. */
const termsOfField = remember((field): readonly string[] => indexTerms(words(field)));

/** Without underscores, at which the tokenizer would split. */
export function sourceTerm(source: FoodSource): string {
  return source.replaceAll('_', '');
}
