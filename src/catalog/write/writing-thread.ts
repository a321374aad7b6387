import type { RecordPart } from '../../food/food-record.ts';
import { openDisposable, openReadOnly, SqliteError } from '../../sqlite/driver.ts';
import { startThread } from '../../thread.ts';
import { openTierWriter } from '../search/index/tiers.ts';
import { type PackedRecords, packRecords } from './records.ts';
import { readDocuments } from './search-documents.ts';

/**
 * Packs the full records and then writes the search index of the foods, each into a file of its own, in a second thread:
 * together they take about as long as everything else that a catalogue needs. This file is both sides of it.
 */
interface SideFiles {
  /** Resolves once the file with the records is complete. */
  packRecords(): Promise<PackedRecords>;
  /** Resolves once the file with the index is complete. */
  writeIndex(): Promise<void>;
  /** Ends the thread, finished or not. */
  end(): void;
}

interface WritingRequest {
  stagePath: string;
  recordsPath: string;
  indexPath: string;
  without: readonly RecordPart[];
}
type WritingMessage =
  | { packed: PackedRecords }
  | { indexed: true }
  | { sqlite: { code: string; message: string } }
  | { fault: string };

/** How much of the file that is being written stays in memory. */
const CACHE_KIB = 32_768;

/** Fewer foods are written in the time that a thread takes to start. */
const FOODS_WORTH_A_THREAD = 1000;

/** Writes both files in a thread, unless there are only a few foods. */
export function openSideFiles(request: WritingRequest, foods: number): SideFiles {
  return foods < FOODS_WORTH_A_THREAD ? writeHere(request) : writeInThread(request);
}

/** Writes each file in this thread when it is asked for. */
export function writeHere({ stagePath, recordsPath, indexPath, without }: WritingRequest): SideFiles {
  return {
    packRecords: async () => writeRecords(stagePath, recordsPath, without),
    writeIndex: async () => writeIndex(stagePath, indexPath),
    end: () => {},
  };
}

/** Starts to write both files in a thread. */
export function writeInThread(request: WritingRequest): SideFiles {
  const worker = startThread('src/catalog/write/writing-thread.ts');
  const records = Promise.withResolvers<PackedRecords>();
  const index = Promise.withResolvers<void>();
  const fail = (error: Error) => {
    records.reject(error);
    index.reject(error);
  };
  worker.onmessage = ({ data }: MessageEvent<WritingMessage>) => {
    if ('packed' in data) records.resolve(data.packed);
    else if ('indexed' in data) index.resolve();
    else
      fail('fault' in data ? new Error(data.fault) : new SqliteError(data.sqlite.message, data.sqlite.code));
  };
  worker.onerror = ({ message }) => fail(new Error(message));
  // The caller sees the failure when it awaits either of them; until then the rejection must not end the process.
  records.promise.catch(() => {});
  index.promise.catch(() => {});
  worker.postMessage(request);
  return {
    packRecords: () => records.promise,
    writeIndex: () => index.promise,
    end: () => worker.terminate(),
  };
}

declare const self: Worker;

function writeBoth({ stagePath, recordsPath, indexPath, without }: WritingRequest): void {
  const send = (message: WritingMessage) => self.postMessage(message);
  // The records come first, because the columns are made from them.
  send({ packed: writeRecords(stagePath, recordsPath, without) });
  writeIndex(stagePath, indexPath);
  send({ indexed: true });
}

function writeRecords(stagePath: string, recordsPath: string, without: readonly RecordPart[]) {
  const stage = openReadOnly(stagePath);
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

function writeIndex(stagePath: string, indexPath: string): void {
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
  self.onmessage = ({ data }: MessageEvent<WritingRequest>) => {
    try {
      writeBoth(data);
    } catch (error) {
      self.postMessage(describeError(error));
    }
  };
}

function describeError(error: unknown): WritingMessage {
  if (error instanceof SqliteError) return { sqlite: { code: error.code, message: error.message } };
  return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

if (!Bun.isMainThread) runInThread();
