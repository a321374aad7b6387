import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PlainError } from '../plain-error.ts';

/** Where `--report` of a build or a pull goes. */

/** Says before hours of work that its report could not be written; null when none is asked for. */
export function checkReportPath(path: string | null): void {
  if (path === null) return;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new PlainError(path, 'is a directory', 'give the name of a file for the report');
  }
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw isMissing
      ? new PlainError(
          path,
          'its folder does not exist',
          'make the folder first, or choose another with --report',
        )
      : new PlainError(path, 'its folder cannot be written to', 'choose another with --report');
  }
}

export function writeReport(path: string | null, report: object): void {
  if (path !== null) writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
}
