import { openDisposable, openReadOnly, SqliteError } from '../../sqlite/driver.ts';
import { startThread } from '../../thread.ts';
import { openTierWriter } from '../search/index/tiers.ts';
import { readDocuments } from './search-documents.ts';

/** Writes the search index of the foods into a file of its own, in a second thread. This file is both sides of it. */
interface IndexThread {
  /** Resolves once the file is complete. */
  finished: Promise<void>;
  /** Ends the thread, finished or not. */
  end(): void;
}

interface IndexRequest {
  stagePath: string;
  indexPath: string;
}
type IndexResult = { done: true } | { code: string; message: string };

/** How much of the file that is being written stays in memory. */
const CACHE_KIB = 32_768;

export function startIndexThread(stagePath: string, indexPath: string): IndexThread {
  const worker = startThread('src/catalog/write/index-thread.ts');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.onmessage = ({ data }: MessageEvent<IndexResult>) =>
    'done' in data ? resolve() : reject(new SqliteError(data.message, data.code));
  worker.onerror = ({ message }) => reject(new Error(message));
  // The caller sees the failure when it awaits `finished`; until then the rejection must not end the process.
  promise.catch(() => {});
  worker.postMessage({ stagePath, indexPath } satisfies IndexRequest);
  return { finished: promise, end: () => worker.terminate() };
}

declare const self: Worker;

function writeIndex({ stagePath, indexPath }: IndexRequest): void {
  const stage = openReadOnly(stagePath);
  const db = openDisposable(indexPath, CACHE_KIB);
  try {
    db.exec('BEGIN');
    const tiers = openTierWriter(db);
    for (const document of readDocuments(stage, 'sorted')) tiers.add(document);
    tiers.finish();
    db.exec('COMMIT');
  } finally {
    db.close();
    stage.close();
  }
}

function runInThread(): void {
  self.onmessage = ({ data }: MessageEvent<IndexRequest>) => {
    try {
      writeIndex(data);
      self.postMessage({ done: true } satisfies IndexResult);
    } catch (error) {
      if (!(error instanceof SqliteError)) throw error;
      self.postMessage({ code: error.code, message: error.message } satisfies IndexResult);
    }
  };
}

if (!Bun.isMainThread) runInThread();
