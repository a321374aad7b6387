import { type Runs, runNamed } from '../named-run.ts';
import { runMeal } from './meal.ts';
import { runRecipe } from './recipe.ts';
import { runSearch } from './search.ts';
import { runTruth } from './truth.ts';

/** `npm run eval [-- NAME] [flags]`: how good the answers are; without a name, those of searches. */
const EVALS: Runs = { search: runSearch, recipe: runRecipe, meal: runMeal, truth: runTruth };

const args = process.argv.slice(2);
const hasName = args[0] !== undefined && (args[0] === '--help' || !args[0].startsWith('--'));
await runNamed('eval', EVALS, hasName ? args : ['search', ...args]);
