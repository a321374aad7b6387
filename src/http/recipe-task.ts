import type { Catalog } from '../food/catalog.ts';
import { analyzeRecipe } from '../recipe/recipe.ts';
import { fromJson, json, type TaskFunctions } from './task.ts';

interface RecipeRequest {
  lines: string[];
  servings: number;
}

/** The nutrition of a recipe as JSON text. It is apart from the lists, since its words take 3 MB of memory. */
export const RECIPE_TASK: TaskFunctions<{ catalog: Catalog }> = {
  recipe: fromJson(({ catalog }, { lines, servings }: RecipeRequest) =>
    json(analyzeRecipe(catalog, lines, servings).recipe),
  ),
};
