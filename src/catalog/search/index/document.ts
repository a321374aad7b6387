import type { FoodSource } from '../../../food/food.ts';
import { remember } from '../../../food/remember.ts';
import { words } from '../../../food/text.ts';
import { indexTerms } from '../query/terms.ts';

/** What the search knows of a food. Documents come in the order of their rank, which is that of their quality. */
export interface SearchDocument {
  rank: number;
  name: string;
  brand: string | null;
  category: string | null;
  generic_name: string | null;
  source: FoodSource;
  has_image: boolean;
  confidence: number;
}

/** A document as the index sees it. */
export interface DocumentTerms {
  nameWords: string[];
  nameTerms: string[];
  /** Terms of the fields beside the name; what the name has already is not told again. */
  fieldTerms: string[];
}

export function termsOf(document: SearchDocument): DocumentTerms {
  const nameWords = words(document.name);
  const nameTerms = indexTerms(nameWords);
  const fieldTerms: string[] = [];
  for (const field of [document.brand, document.category, document.generic_name]) {
    if (field === null) continue;
    for (const term of termsOfField(field)) {
      if (!nameTerms.includes(term) && !fieldTerms.includes(term)) fieldTerms.push(term);
    }
  }
  return { nameWords, nameTerms, fieldTerms };
}

/** A brand or a category stands in thousands of foods, and is read once. */
const termsOfField = remember((field): readonly string[] => indexTerms(words(field)));

/** The tokenizer ends a word at an underscore. */
export function sourceTerm(source: FoodSource): string {
  return source.replaceAll('_', '');
}
