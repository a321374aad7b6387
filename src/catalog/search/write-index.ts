import type { Database } from '../../sqlite/driver.ts';
import { type SearchDocument, termsOf } from './document.ts';
import { openShelfWriter } from './write-shelves.ts';
import { openWordWriter } from './write-words.ts';

/** Writes a whole index in one go. A build writes its two halves side by side instead (build/write.ts). */
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
