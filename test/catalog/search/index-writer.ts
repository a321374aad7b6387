import { type SearchDocument, termsOf } from '../../../src/catalog/search/index/document.ts';
import { openSearchIndexWriter } from '../../../src/catalog/search/index/search-index.ts';
import type { Database } from '../../../src/sqlite/driver.ts';

/** Writes the index of a catalogue that a test makes by itself. */
export function openIndexWriter(db: Database): { add(document: SearchDocument): void; finish(): void } {
  const { add, finish } = openSearchIndexWriter(db);
  return { add: (document) => add(document, termsOf(document)), finish };
}
