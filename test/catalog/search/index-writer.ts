import { type SearchDocument, termsOf } from '../../../src/catalog/search/index/document.ts';
import { openShelfWriter } from '../../../src/catalog/search/index/write-tiers.ts';
import { openWordWriter } from '../../../src/catalog/search/index/write-words.ts';
import type { Database } from '../../../src/sqlite/driver.ts';

/** Writes a whole index in one go, where a build writes its two halves side by side (src/catalog/write/write.ts). */
export interface SearchIndexWriter {
  add(document: SearchDocument): void;
  /** Orders the index and writes the vocabulary; nothing may be added afterwards. */
  finish(): void;
}

export function openSearchIndexWriter(db: Database): SearchIndexWriter {
  const words = openWordWriter(db, 'temp');
  const shelves = openShelfWriter(db);
  return {
    add(document) {
      const terms = termsOf(document);
      shelves.add(document, terms);
      words.add(document, terms);
    },
    finish() {
      shelves.finish();
      words.finish();
    },
  };
}
