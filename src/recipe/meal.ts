import { type Static, Type } from '@sinclair/typebox';
import type { Food } from '../food/food.ts';
import type { Nutrient } from '../food/nutrients.ts';
import { type Correction, IngredientMembers, METHODS, type ReadIngredient, TotalMembers } from './recipe.ts';

/** In code points. A shorter text names nothing. */
export const MIN_MEAL_LENGTH = 2;
export const MAX_MEAL_LENGTH = 500;

/** How the grams of an item were found. */
export const MEAL_METHODS = [...METHODS, 'assumed'] as const;
export type MealMethod = (typeof MEAL_METHODS)[number];

const Item = Type.Object(
  {
    text: Type.String({ description: 'The words it was read from', examples: ['two eggs'] }),
    ...IngredientMembers,
    method: Type.Union(
      MEAL_METHODS.map((method) => Type.Literal(method)),
      { $id: 'MealMethod', description: 'How the grams were found' },
    ),
  },
  { $id: 'MealItem', additionalProperties: false },
);
const { total, incomplete } = TotalMembers;

export const Meal = Type.Object(
  {
    items: Type.Array(Item, { description: 'The foods that were named, in the order of the text' }),
    total,
    incomplete,
    unresolved: Type.Array(Type.Integer({ minimum: 0 }), {
      description: 'The items, counted from 0, without food or grams: they are in no total',
    }),
  },
  { $id: 'Meal', additionalProperties: false },
);
export type MealItem = Omit<Static<typeof Item>, 'food' | 'method'> & {
  food: Food | null;
  method: MealMethod;
};
export type Meal = Omit<Static<typeof Meal>, 'items' | 'total' | 'incomplete'> & {
  items: MealItem[];
  total: Record<Nutrient, number>;
  incomplete: Nutrient[];
};

export interface ReadItem extends ReadIngredient {
  text: string;
}

/** An item of an earlier text with what someone chose for it. */
export interface MealChoice extends Correction {
  text: string;
}

export interface AnalyzedMeal {
  meal: Meal;
  read: ReadItem[];
}
