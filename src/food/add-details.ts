import type { Catalog } from './catalog.ts';
import { type DetailedFood, type Explanation, explainFood, type MatchScore } from './detailed-food.ts';
import type { Food } from './food.ts';
import { fullRecordOf, NOTHING_STORED, ownLanguage, type StoredRecord } from './full-record.ts';
import { weighPortion } from './portion.ts';

/** What can be added to every Food of an answer. */
export interface Additions {
  /** The weight of a portion; at most one of the two is given. */
  grams: number | null;
  servings: number | null;
  explain: boolean;
  full: boolean;
  /** Two letters: the language of the name. */
  lang: string | null;
}

export const NO_ADDITIONS: Additions = {
  grams: null,
  servings: null,
  explain: false,
  full: false,
  lang: null,
};

export function hasAdditions({ grams, servings, explain, full, lang }: Additions): boolean {
  return grams !== null || servings !== null || explain || full || lang !== null;
}

/** The food by the name that the caller reads, with the requested additions in the order of the contract. */
export function addDetails(
  catalog: Catalog,
  food: Food,
  asked: Additions,
  match: MatchScore | null = null,
): DetailedFood {
  const name = catalog.nameIn(food, asked.lang?.toLowerCase() ?? null);
  if (!hasAdditions(asked)) return name === food.name ? food : { ...food, name };
  const isExplained = asked.explain && match !== null;
  const stored = asked.full || isExplained ? catalog.findRecord(food) : null;
  const detailed: DetailedFood = { ...food, name };
  const grams = asked.grams ?? gramsOf(food, asked.servings);
  if (asked.grams !== null || asked.servings !== null) {
    detailed.portion = grams === null ? null : weighPortion(food, grams);
  }
  if (asked.explain) detailed.explanation = explain(catalog, food, stored, match);
  if (asked.full) detailed.full = fullRecordOf(food, stored ?? NOTHING_STORED);
  return detailed;
}

function gramsOf({ serving_size_g }: Food, servings: number | null): number | null {
  return serving_size_g === null || servings === null ? null : serving_size_g * servings;
}

function explain(
  catalog: Catalog,
  food: Food,
  stored: StoredRecord | null,
  match: MatchScore | null,
): Explanation {
  const findings = catalog.findExamined(food.id)?.findings ?? 0;
  const confidence = explainFood(food, findings);
  if (match === null) return { confidence };
  return { confidence, match: { ...match, language: match.language ?? ownLanguage(food, stored) } };
}
