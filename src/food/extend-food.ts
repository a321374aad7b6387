import type { Catalog } from './catalog.ts';
import {
  type Explanation,
  explainFood,
  type MatchScore,
  type Portion,
  weighPortion,
} from './detailed-food.ts';
import type { Food } from './food.ts';
import { type FullRecord, fullRecordOf } from './full-record.ts';

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

/** More than anyone eats at once. */
export const HEAVIEST_PORTION_G = 100_000;
export const MOST_SERVINGS = 1000;

export interface ExtendedFood extends Food {
  portion?: Portion | null;
  explanation?: Explanation;
  full?: FullRecord | null;
}

export function hasAdditions({ grams, servings, explain, full, lang }: Additions): boolean {
  return grams !== null || servings !== null || explain || full || lang !== null;
}

/** The food with the requested additions, in the order of the contract. Without any, the food itself. */
export function extendFood(
  catalog: Catalog,
  food: Food,
  asked: Additions,
  match: MatchScore | null = null,
): ExtendedFood {
  if (!hasAdditions(asked)) return food;
  const stored = asked.full || asked.lang !== null ? catalog.findRecord(food) : null;
  const extended: ExtendedFood = { ...food };
  if (asked.lang !== null) {
    extended.name = stored?.record?.names[asked.lang.toLowerCase()] ?? food.name;
  }
  const grams = asked.grams ?? gramsOf(food, asked.servings);
  if (asked.grams !== null || asked.servings !== null) {
    extended.portion = grams === null ? null : weighPortion(food, grams);
  }
  if (asked.explain) extended.explanation = explain(catalog, food, match);
  if (asked.full) extended.full = stored === null ? null : fullRecordOf(stored);
  return extended;
}

function gramsOf({ serving_size_g }: Food, servings: number | null): number | null {
  return serving_size_g === null || servings === null ? null : serving_size_g * servings;
}

function explain(catalog: Catalog, food: Food, match: MatchScore | null): Explanation {
  const findings = catalog.findExamined(food.id)?.findings ?? 0;
  return { confidence: explainFood(food, findings), ...(match !== null && { match }) };
}
