import { Type } from '@sinclair/typebox';
import type { Catalog } from '../food/catalog.ts';
import { type Explanation, explainFood, type MatchScore, weighPortion } from '../food/detailed-food.ts';
import type { Food } from '../food/food.ts';
import { fullRecordOf } from '../food/full-record.ts';
import { amount, insteadOf, withDefault } from './validation.ts';

/** Parameters that add members to every Food of an answer, or change the language of its name. */

/** More than anyone eats at once, in grams or servings. */
const HEAVIEST_G = 100_000;
const MOST_SERVINGS = 1000;

export const ADDITIONS = {
  grams: Type.Optional({
    ...amount({ above: 0, to: HEAVIEST_G }, 'Adds `portion`: the nutrients of this many grams'),
    examples: [30],
  }),
  servings: Type.Optional(
    insteadOf('grams', 'servings', {
      ...amount({ above: 0, to: MOST_SERVINGS }, 'Adds `portion`: the nutrients of this many servings'),
      examples: [2],
    }),
  ),
  explain: withDefault(
    Type.Boolean({
      description: 'Adds `explanation`: where the confidence and the place of a food come from',
    }),
    false,
  ),
  full: withDefault(
    Type.Boolean({ description: 'Adds `full`: ingredients, allergens, labels, vitamins, minerals and more' }),
    false,
  ),
  lang: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}$',
      description: 'Shows names in this language, where a food has one',
      examples: ['fr'],
    }),
  ),
};

export interface Additions {
  grams: number | null;
  servings: number | null;
  explain: boolean;
  full: boolean;
  lang: string | null;
}

export function hasAdditions({ grams, servings, explain, full, lang }: Additions): boolean {
  return grams !== null || servings !== null || explain || full || lang !== null;
}

/** The food with what was asked for, in the order of the contract. Without any, the food itself. */
export function extend(
  catalog: Catalog,
  food: Food,
  asked: Additions,
  match: MatchScore | null = null,
): object {
  if (!hasAdditions(asked)) return food;
  const stored = asked.full || asked.lang !== null ? catalog.findRecord(food.id) : null;
  const extended: Record<string, unknown> = { ...food };
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
