import { type FoodSource, isGenericSource } from '../../../food/food.ts';
import type { FoodName } from '../../../food/food-names.ts';
import { remember } from '../../../remember.ts';
import { words } from '../../../text/fold.ts';
import { absencesIn } from '../../../text/negation.ts';
import { indexTerms } from '../../../text/unspaced-scripts.ts';
import { stem } from '../../../text/word-forms.ts';
import { absenceTerm, FIELD, GENERIC, sourceTerm, stemTerm } from '../query/marks.ts';

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

/** The terms of a document as `foods_search` has them. */
export function searchText({ nameTerms, fieldTerms }: DocumentTerms, source: FoodSource): string {
  const terms: string[] = [];
  for (const term of nameTerms) addWithStem(terms, '', term);
  for (const term of fieldTerms) addWithStem(terms, FIELD, term);
  if (source !== 'off') terms.push(sourceTerm(source));
  if (isGenericSource(source)) terms.push(GENERIC);
  return terms.join(' ');
}

function addWithStem(terms: string[], mark: string, term: string): void {
  terms.push(mark + term);
  const ofTerm = stem(term);
  if (ofTerm !== term) terms.push(mark + stemTerm(ofTerm));
}
