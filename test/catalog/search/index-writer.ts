import { type SearchDocument, termsOf } from '../../../src/catalog/search/index/document.ts';
import { openListWriter, sortLists } from '../../../src/catalog/search/index/lists.ts';
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
  const lists = openListWriter(db);
  return {
    add(document) {
      const terms = termsOf(document);
      lists.add(document, terms);
      words.add(document, terms);
    },
    finish() {
      lists.finish();
      sortLists(db, 'main');
      db.exec('DROP TABLE list_parts');
      words.finish();
    },
  };
}
