import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildReport } from '../report.ts';
import type { SourceAddress } from './source-address.ts';
import type { Validators } from './validators.ts';

export const RECORD_NAME = 'last-pull';

/** What the last pull downloaded, so that the next one knows whether there is anything new. */
export interface PullRecord extends SourceAddress {
  /** The version of that file. */
  validators: Validators;
  /** The other inputs of the build with their versions: if these change, a rebuild is needed too. */
  others: string;
  /** The catalogue that was built from it. */
  content_sha256: string;
}

export function findRecord(folder: string): PullRecord | null {
  try {
    const record = JSON.parse(readFileSync(recordPath(folder), 'utf8')) as PullRecord;
    return typeof record.validators === 'object' && record.validators !== null ? record : null;
  } catch {
    // Without a readable record, everything counts as new.
    return null;
  }
}

export function writeRecord(folder: string, record: PullRecord): void {
  writeFileSync(`${recordPath(folder)}.new`, `${JSON.stringify(record)}\n`);
  renameSync(`${recordPath(folder)}.new`, recordPath(folder));
}

/** Changes whenever one of the files changes. */
export function describeFiles(paths: readonly string[]): string {
  return paths
    .map((path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return `${path} ${found?.size} ${found?.mtimeMs}`;
    })
    .join('\n');
}

/** What the last pull installed, for the operator. Begins with the name of the record, and is kept like it. */
const OUTCOME_NAME = `${RECORD_NAME}-outcome.json`;

export function writeOutcome(
  folder: string,
  outcome: { time: string; from: string | null; content_sha256: string; report: BuildReport | null },
): void {
  const path = join(folder, OUTCOME_NAME);
  writeFileSync(`${path}.new`, `${JSON.stringify(outcome)}\n`);
  renameSync(`${path}.new`, path);
}

function recordPath(folder: string): string {
  return join(folder, RECORD_NAME);
}
