import type { RecordPart } from '../../food/food-record.ts';
import { openDisposable, openReadOnly, SqliteError } from '../../sqlite/driver.ts';
import { startThread } from '../../thread.ts';
import { packRecords, type RecordCounts } from './records.ts';

/**
 * Packs the full records into a separate file in a second thread, since that takes as long as everything else that a
 * catalogue needs. This file has both sides of it.
 */
interface RecordsFile {
  /** Resolves once the file is complete. */
  finish(): Promise<RecordCounts>;
  /** Ends the thread, finished or not. */
  end(): void;
}

interface PackingRequest {
  stagePath: string;
  recordsPath: string;
  without: readonly RecordPart[];
}
type PackingMessage =
  | { packed: RecordCounts }
  | { sqlite: { code: string; message: string } }
  | { fault: string };

/** How much of the file that is being written stays in memory. */
const CACHE_KIB = 8192;
/** Records are sorted by runs of this size, which are then merged. */
const SORTING_CACHE_KIB = 32_768;

/** Fewer foods are written in the time that a thread takes to start. */
const FOODS_WORTH_A_THREAD = 1000;

/** Packs in a thread, unless there are only a few foods. */
export function openRecordsFile(request: PackingRequest, foods: number): RecordsFile {
  return foods < FOODS_WORTH_A_THREAD ? packHere(request) : packInThread(request);
}

/** Packs in this thread when the file is requested. */
export function packHere(request: PackingRequest): RecordsFile {
  return { finish: async () => pack(request), end: () => {} };
}

/** Starts to pack in a thread. */
export function packInThread(request: PackingRequest): RecordsFile {
  const worker = startThread('src/catalog/write/packing-thread.ts');
  const records = Promise.withResolvers<RecordCounts>();
  worker.onmessage = ({ data }: MessageEvent<PackingMessage>) => {
    if ('packed' in data) records.resolve(data.packed);
    else if ('fault' in data) records.reject(new Error(data.fault));
    else records.reject(new SqliteError(data.sqlite.message, data.sqlite.code));
    // Frees its memory for the next steps.
    worker.terminate();
  };
  worker.onerror = ({ message }) => records.reject(new Error(message));
  // The caller sees the failure when it awaits the file; until then the rejection must not end the process.
  records.promise.catch(() => {});
  worker.postMessage(request);
  return { finish: () => records.promise, end: () => worker.terminate() };
}

function pack({ stagePath, recordsPath, without }: PackingRequest): RecordCounts {
  const stage = openReadOnly(stagePath);
  stage.pragma(`cache_size = -${SORTING_CACHE_KIB}`);
  const db = openDisposable(recordsPath, CACHE_KIB);
  try {
    db.exec('BEGIN');
    const packed = packRecords(stage, db, without);
    db.exec('COMMIT');
    return packed;
  } finally {
    db.close();
    stage.close();
  }
}

declare const self: Worker;

function runInThread(): void {
  self.onmessage = ({ data }: MessageEvent<PackingRequest>) => self.postMessage(attempt(data));
}

function attempt(request: PackingRequest): PackingMessage {
  try {
    return { packed: pack(request) };
  } catch (error) {
    if (error instanceof SqliteError) return { sqlite: { code: error.code, message: error.message } };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

if (!Bun.isMainThread) runInThread();
