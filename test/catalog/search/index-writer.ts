import { type SearchDocument, termsOf } from '../../../src/catalog/search/index/document.ts';
import { openTierWriter } from '../../../src/catalog/search/index/tiers.ts';
import { openWordWriter } from '../../../src/catalog/search/index/words.ts';
import type { Database } from '../../../src/sqlite/driver.ts';

/** Writes a whole index at once, where a build writes its two halves in parallel (src/catalog/write/write.ts). */
export interface SearchIndexWriter {
  add(document: SearchDocument): void;
  /** Orders the index and writes the vocabulary; nothing may be added afterwards. */
  finish(): void;
}

export function openSearchIndexWriter(db: Database): SearchIndexWriter {
  const words = openWordWriter(db, 'temp');
  const tiers = openTierWriter(db);
  return {
    add(document) {
      const terms = termsOf(document);
      tiers.add(document, terms);
      words.add(document, terms);
    },
    finish() {
      tiers.finish();
      words.finish();
    },
  };
}
