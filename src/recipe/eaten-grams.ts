import type { Food } from '../food/food.ts';
import { MEAT_AND_FISH } from './cooking.ts';
import type { FoodMatch } from './food-match.ts';
import { unitFor, type Weighed, weigh } from './grams.ts';
import type { IngredientLine } from './ingredient-line.ts';
import { SIZE_SHARES } from './measures.ts';
import type { Reason } from './reason.ts';
import { isLiquid, portionTexts, usualPortion } from './usual-weights.ts';

/** The most that an item can be sure of whose amount was not said. */
const ASSUMED = 0.6;
/** How certain a usual portion is where one was counted, by whether it is that of the unit. */
const CERTAINTY = { unit: 0.8, guess: 0.5 } as const;

/** Nobody eats more of one food at once. */
export const MAX_EATEN_GRAMS = 5000;
/**
 * From here on, a bare number beside what is not counted in pieces says grams: `150 rice`, but `2 rice` and `3 coffee` are
 * portions.
 */
const FEWEST_GRAMS = { other: 5, drink: 20 } as const;
const SMALLEST_DRINK = 100;
/** What people weigh, though some of it comes in pieces: `150 chicken`, but not `500 eggs`. */
const WEIGHED: ReadonlySet<string | null> = new Set([
  ...MEAT_AND_FISH,
  'Yogurts',
  'Cheeses',
  'Fresh cheeses',
]);

/** Whether the serving of a food is one of it: `1 cheeseburger (170 g)`. */
function isServedByPiece({ category, serving_desc: described }: Food): boolean {
  return category === 'Sandwiches' && /^1 \p{L}*(?:burger|sandwich)\b/iu.test(described ?? '');
}

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
  const served = unit === null && isServedByPiece(food) ? food.serving_size_g : null;
  const one = contents === null ? (served ?? usualPortion(unit?.name ?? 'each', texts)) : null;
  const each = (grams: number, certainty: number): Weighed => ({
    grams: grams * quantity * share,
    method: 'each',
    certainty,
  });
  // A bowl of a product that is sold dry is what its maker says.
  const isVessel = unit?.name === 'bowl' || unit?.name === 'plate';
  if (isVessel && food.brand !== null && food.serving_size_g !== null)
    return each(food.serving_size_g, CERTAINTY.unit);
  const isBare = unit === null && contents === null;
  const asGrams = (): Weighed => ({
    grams: quantity,
    method: 'weight',
    certainty: CERTAINTY.guess,
    unit: 'g',
  });
  // `330 cola`
  if (one !== null) return isBare && one * quantity > MAX_EATEN_GRAMS ? asGrams() : each(one, CERTAINTY.unit);
  const weighed = weigh(line, food, match, storedMeasures);
  const isCounted = unit === null || unit.kind === 'piece' || unit.kind === 'package';
  if (!('reason' in weighed) || !isCounted) return weighed;
  if (weighed.reason.kind === 'tooMuch') return WEIGHED.has(food.category) ? asGrams() : weighed;
  const isDrink = isLiquid(food.name) && (portion ?? 0) >= SMALLEST_DRINK;
  if (isBare && quantity >= (isDrink ? FEWEST_GRAMS.drink : FEWEST_GRAMS.other)) return asGrams();
  return portion === null ? weighed : each(portion, CERTAINTY.guess);
}
