import type { Catalog } from './catalog.ts';
import { type DetailedFood, type Explanation, explainFood, type MatchScore } from './detailed-food.ts';
import type { Food } from './food.ts';
import { fullRecordOf, NOTHING_STORED, nameIn, ownLanguage, type StoredRecord } from './full-record.ts';
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

export function hasAdditions({ grams, servings, explain, full, lang }: Additions): boolean {
  return grams !== null || servings !== null || explain || full || lang !== null;
}

/** The food with the requested additions, in the order of the contract. Without any, the food itself. */
export function addDetails(
  catalog: Catalog,
  food: Food,
  asked: Additions,
  match: MatchScore | null = null,
): DetailedFood {
  if (!hasAdditions(asked)) return food;
  const isExplained = asked.explain && match !== null;
  const stored = asked.full || asked.lang !== null || isExplained ? catalog.findRecord(food) : null;
  const detailed: DetailedFood = { ...food };
  if (asked.lang !== null) detailed.name = nameIn(food, stored, asked.lang.toLowerCase()) ?? food.name;
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
