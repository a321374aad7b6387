import type { Catalog } from '../food/catalog.ts';
import type { AnalyzedMeal, MealChoice } from './meal.ts';
import type { AnalyzedRecipe, Correction } from './recipe.ts';

export interface RecipeOptions {
  /** What someone chose for lines, by their index. */
  chosen?: ReadonlyMap<number, Correction>;
  /** The language of lines whose words do not tell it; null where it is unknown. */
  language?: string | null;
}

/**
 * Reads the lines of a recipe and adds up their nutrients. What reads them is loaded for the first recipe: it takes 3 MB, and
 * as long as a tenth of a server's start.
 */
export function analyzeRecipe(
  catalog: Catalog,
  lines: readonly string[],
  servings: number,
  { chosen = new Map(), language = null }: RecipeOptions = {},
): AnalyzedRecipe {
  const analysis = require('./analysis.ts') as typeof import('./analysis.ts');
  return analysis.analyzeLines(catalog, lines, servings, chosen, language);
}

export interface MealOptions {
  /** Parts of an earlier text, as someone corrected them: they come before what the text names. */
  corrected?: readonly MealChoice[];
  language?: string | null;
}

/** Reads the foods that a sentence of a diary names, and adds up their nutrients. */
export function analyzeMeal(
  catalog: Catalog,
  text: string,
  { corrected = [], language = null }: MealOptions = {},
): AnalyzedMeal {
  const analysis = require('./analysis.ts') as typeof import('./analysis.ts');
  return analysis.analyzeParts(catalog, text, corrected, language);
}
