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

/** The words and terms of a document: a build makes them once, and leaves them beside the food until it is written. */
export interface DocumentTerms {
  nameWords: readonly string[];
  /** The words of each other name. */
  otherWords: readonly (readonly string[])[];
  /** As `foods_search` has them, separated by spaces. */
  terms: string;
}

export function termsOf(document: Omit<SearchDocument, 'rank'>): DocumentTerms {
  const nameWords = words(document.name);
  const otherWords = document.names.map(({ name }) => words(name));
  const nameTerms = indexTerms(nameWords);
  for (const [at, { kind }] of document.names.entries()) {
    // In a recipe, rice is another food than elsewhere, and what is said of a version means the same food of another table.
    if (kind === 'ingredient' || kind === 'version') continue;
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
  return { nameWords, otherWords, terms: joinTerms(nameTerms, fieldTerms, document.source) };
}

/** Thousands of foods share a brand or a category, so their terms are computed once. */
const termsOfField = remember((field): readonly string[] => indexTerms(words(field)));

function joinTerms(nameTerms: readonly string[], fieldTerms: readonly string[], source: FoodSource): string {
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
