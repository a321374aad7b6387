import { statSync } from 'node:fs';
import { PlainError } from './plain-error.ts';

/** Files with secrets, and who may read them. */

/** The permissions of users who are neither the owner nor in the group of a file. */
const OTHERS = 0o007;

/** Null if only its owner and its group can read a file. One that is missing is for its reader to report. */
export function findExposure(path: string): PlainError | null {
  // Windows has other permissions, which these bits do not show.
  if (process.platform === 'win32' || (modeOf(path) & OTHERS) === 0) return null;
  return new PlainError(path, 'can be read by every user of this machine', `run: chmod o= '${path}'`);
}

function modeOf(path: string): number {
  try {
    return statSync(path).mode;
  } catch {
    return 0;
  }
}

/** For files that larder itself has made, for their owner only: if one is open to others, that is a mistake. */
export function refuseExposed(path: string): void {
  const exposure = findExposure(path);
  if (exposure !== null) throw new PlainError(path, exposure.what, `run: chmod 600 '${path}'`);
}
