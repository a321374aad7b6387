import type { Food } from '../food/food.ts';
import type { FoodMatch } from './food-match.ts';
import { unitFor, type Weighed, weigh } from './grams.ts';
import type { IngredientLine } from './ingredient-line.ts';
import { SIZE_SHARES } from './measures.ts';
import type { Reason } from './reason.ts';
import { portionTexts, usualPortion } from './usual-weights.ts';

/** The most that an item can be sure of whose amount was not said. */
const ASSUMED = 0.6;
/** How certain a usual portion is where one was counted, by whether it is that of the unit. */
const CERTAINTY = { unit: 0.8, guess: 0.5 } as const;

/** The grams of a food that was eaten: as a recipe would weigh it, else by what people usually eat at once. */
export function weighEaten(
  line: IngredientLine,
  food: Food,
  match: FoodMatch,
  storedMeasures: string | null | undefined,
): Weighed | { reason: Reason } {
  const texts = portionTexts(match.english, line.typed, food);
  const share = line.size === null ? 1 : SIZE_SHARES[line.size];
  const usual = usualPortion('portion', texts);
  // A product says what one of it is.
  const portion = food.brand === null ? (usual ?? food.serving_size_g) : (food.serving_size_g ?? usual);
  const { quantity, contents } = line;
  if (quantity === null) {
    return portion === null
      ? { reason: { kind: 'noAmount' } }
      : { grams: portion * share, method: 'assumed', certainty: ASSUMED };
  }
  const unit = unitFor(line, food, match.measureWord);
  const one = contents === null ? usualPortion(unit?.name ?? 'each', texts) : null;
  const each = (grams: number, certainty: number): Weighed => ({
    grams: grams * quantity * share,
    method: 'each',
    certainty,
  });
  // A bowl of a product that is sold dry is what its maker says.
  const isVessel = unit?.name === 'bowl' || unit?.name === 'plate';
  if (isVessel && food.brand !== null && food.serving_size_g !== null)
    return each(food.serving_size_g, CERTAINTY.unit);
  if (one !== null) return each(one, CERTAINTY.unit);
  const weighed = weigh(line, food, match, storedMeasures);
  const isCounted = unit === null || unit.kind === 'piece' || unit.kind === 'package';
  return 'reason' in weighed && isCounted && portion !== null ? each(portion, CERTAINTY.guess) : weighed;
}
