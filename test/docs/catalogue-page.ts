import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `docs/catalogue.md`, whose examples tests run. */
export const PAGE = readFileSync(join(import.meta.dir, '..', '..', 'docs', 'catalogue.md'), 'utf8');

/** The examples in a language, as they stand on the page. */
export function examplesIn(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`\`\`\`${language}\\n([^]+?)\`\`\``, 'g'))].map(
    ([, example]) => example!,
  );
}

/** What the example exports that is `search.js` of the page in a browser. */
export const SEARCH_EXAMPLE = 'matchOf';

/** The example in JavaScript that exports a function. */
export function findExample(name: string): string {
  const found = examplesIn('js').find((example) => example.includes(`export function ${name}(`));
  if (found === undefined) throw new Error(`docs/catalogue.md has no example that exports ${name}`);
  return found;
}

/** The same, as a module. */
export function loadExample(name: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'larder-example-')), 'example.mjs');
  writeFileSync(file, findExample(name));
  return import(file);
}
