import { expect, test } from 'bun:test';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..', '..');
const SCRIPT = `
  await import('./src/server/serve.ts');
  const isLoaded = (file) => Object.keys(require.cache).some((path) => path.endsWith(file));
  const before = isLoaded('recipe/recipe-words.ts');
  const { analyzeRecipe } = await import('./src/recipe/analyze.ts');
  analyzeRecipe({ findNamed: () => [] }, ['For the sauce:'], 1);
  console.log(JSON.stringify([isLoaded('recipe/recipe.ts'), before, isLoaded('recipe/recipe-words.ts')]));
`;

test('The words of recipes are loaded for the first recipe, not when a server starts', () => {
  const { stdout, stderr } = Bun.spawnSync([process.execPath, '-e', SCRIPT], { cwd: ROOT });
  expect(stderr.toString()).toBe('');
  expect(JSON.parse(stdout.toString())).toEqual([true, false, true]);
});
