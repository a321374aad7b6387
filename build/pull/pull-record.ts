import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildReport } from '../report.ts';
import type { SourceAddress } from './source-address.ts';
import type { Validators } from './validators.ts';

export const RECORD_NAME = 'last-pull';
/** The pack that this data directory follows (build/pack/subscription.ts). */
export const SUBSCRIPTION_NAME = 'subscription.json';

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
  replaceJson(recordPath(folder), record);
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

export interface PulledPack {
  name: string;
  serial: number;
  created: string;
  /** The id of the key that signed it. */
  signer: string;
}

export function writeOutcome(
  folder: string,
  outcome: {
    time: string;
    from: string | null;
    content_sha256: string;
    report: BuildReport | null;
    pack?: PulledPack;
  },
): void {
  replaceJson(join(folder, OUTCOME_NAME), outcome);
}

/** Writes a file that is whole at any moment. */
export function replaceJson(path: string, content: unknown): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(content)}\n`);
  renameSync(`${path}.new`, path);
}

function recordPath(folder: string): string {
  return join(folder, RECORD_NAME);
}
