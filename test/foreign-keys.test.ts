import { expect, test } from 'bun:test';
import { findForeignKeys } from './foreign-keys.ts';

/** Files in which the names come from the code itself, and why brackets are right there. */
const OWN_NAMES: ReadonlyMap<string, string> = new Map([
  ['src/member-of.ts', 'is how all others look up'],
  ['src/http/validation.ts', 'parameters and members of a body by the names that endpoints declare'],
  ['src/http/send.ts', 'headers by the names that larder itself sends, for every response'],
  ['src/http/target.ts', 'segments of a path by the names of the listener, for every request'],
  ['src/http/docs/page.ts', 'parts of the OpenAPI document, which larder writes'],
  ['src/http/openapi.ts', 'parts of the OpenAPI document'],
  ['src/http/openapi-components.ts', 'parts of the OpenAPI document'],
  ['build/read/jsonl.ts', 'members of a product by the names in the table of fields'],
  ['src/cli/food-card.ts', 'members of a record that were listed before'],
]);

test('No object is asked for a member by a foreign text, which every object has some of', async () => {
  const found = await findForeignKeys(['src', 'build']);
  expect(found.filter(({ file }) => !OWN_NAMES.has(file))).toEqual([]);
  // Those that need no exception any more.
  expect([...OWN_NAMES.keys()].filter((name) => !found.some(({ file }) => file === name))).toEqual([]);
});
