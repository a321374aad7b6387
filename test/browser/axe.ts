import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Minified, which `axe.source` is not: every page has to parse it again. */
const SOURCE = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8');

/**
 * What axe looks for in each theme. The dark one changes nothing but colours (see test/site/themes.test.ts), so it is
 * checked for contrast alone.
 */
const OPTIONS = {
  light: "{ resultTypes: ['violations'] }",
  dark: "{ runOnly: ['color-contrast'], resultTypes: ['violations'] }",
};

/** Loads axe into the page that is open, for `findHindrances`. */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(SOURCE);
}

/** What hinders people on the page in this theme, as far as axe can tell. */
export async function findHindrances(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${OPTIONS[colorScheme]})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
