import { afterAll, beforeAll } from 'bun:test';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { analyzeRecipe } from '../../src/recipe/analyze.ts';

/**
 * For a test file: reads lines with the foods of the starter catalogue, which is open while its tests run. A line is
 * read next to the others of its recipe, which say what language it is in.
 */
export function openLineReader() {
  let catalog: Catalog;
  beforeAll(async () => {
    await makeStarter();
    catalog = openCatalog(STARTER);
  }, 60_000);
  afterAll(() => catalog.close());
  return (line: string, ...others: string[]) => analyzeRecipe(catalog, [line, ...others], 1).read[0]!;
}
