import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const RECORD_NAME = 'last-pull';

/** What the last pull took, so that the next can tell whether there is anything new. */
export interface PullRecord {
  /** The address, or the file of a folder. */
  from: string;
  /** The state of that file, as its server told it. */
  validators: {
    etag: string | null;
    last_modified: string | null;
    bytes: number | null;
    linked_sha256: string | null;
  };
  /** The other inputs of the build, with their states: foods of one's own that changed are a reason to build. */
  others: string;
  /** The catalogue that came of it. */
  content_sha256: string;
}

export function findRecord(folder: string): PullRecord | null {
  try {
    const record = JSON.parse(readFileSync(recordPath(folder), 'utf8')) as PullRecord;
    return typeof record.validators === 'object' && record.validators !== null ? record : null;
  } catch {
    // Without a record, or with half of one, everything is new.
    return null;
  }
}

export function writeRecord(folder: string, record: PullRecord): void {
  writeFileSync(`${recordPath(folder)}.new`, `${JSON.stringify(record)}\n`);
  renameSync(`${recordPath(folder)}.new`, recordPath(folder));
}

/** Tells one state of some files from another. */
export function describeFiles(paths: readonly string[]): string {
  return paths
    .map((path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return `${path} ${found?.size} ${found?.mtimeMs}`;
    })
    .join('\n');
}

function recordPath(folder: string): string {
  return join(folder, RECORD_NAME);
}
