import { openDisposable, openReadOnly, SqliteError } from '../../sqlite/driver.ts';
import { startThread } from '../../thread.ts';
import { openTierWriter } from '../search/index/tiers.ts';
import { readDocuments } from './search-documents.ts';

/**
 * The foods by their terms, which take as long to index as all the rest of a catalogue takes to write: in a thread of
 * its own, into a file of its own, from which `copyTiers` takes them over. This file is both sides of it.
 */
export interface ShelfThread {
  /** Resolves once the file is whole. */
  finished: Promise<void>;
  /** Ends the thread, finished or not. */
  end(): void;
}

interface Asked {
  stagePath: string;
  shelvesPath: string;
}
type Told = { done: true } | { code: string; message: string };

/** Pages of the file being written that stay in memory. */
const CACHE_KIB = 32_768;

export function startShelves(stagePath: string, shelvesPath: string): ShelfThread {
  const worker = startThread('src/catalog/write/index-thread.ts');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.onmessage = ({ data }: MessageEvent<Told>) =>
    'done' in data ? resolve() : reject(new SqliteError(data.message, data.code));
  worker.onerror = ({ message }) => reject(new Error(message));
  // Whoever waits for it learns of a failure; until then it is nobody's.
  promise.catch(() => {});
  worker.postMessage({ stagePath, shelvesPath } satisfies Asked);
  return { finished: promise, end: () => worker.terminate() };
}

declare const self: Worker;

function writeShelves({ stagePath, shelvesPath }: Asked): void {
  const stage = openReadOnly(stagePath);
  const db = openDisposable(shelvesPath, CACHE_KIB);
  try {
    db.exec('BEGIN');
    const shelves = openTierWriter(db);
    for (const document of readDocuments(stage, 'sorted')) shelves.add(document);
    shelves.finish();
    db.exec('COMMIT');
  } finally {
    db.close();
    stage.close();
  }
}

function answerInThread(): void {
  self.onmessage = ({ data }: MessageEvent<Asked>) => {
    try {
      writeShelves(data);
      self.postMessage({ done: true } satisfies Told);
    } catch (error) {
      if (!(error instanceof SqliteError)) throw error;
      self.postMessage({ code: error.code, message: error.message } satisfies Told);
    }
  };
}

if (!Bun.isMainThread) answerInThread();
