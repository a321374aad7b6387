import { ACCOUNTS_OPTIONS } from './accounts-path.ts';
import { readDuration } from './duration.ts';
import { type OptionTable, withInitial } from './options.ts';

/** Of the commands that put a new key in the place of an old one. */
export const ROTATE_OPTIONS = {
  ...ACCOUNTS_OPTIONS,
  overlap: withInitial(readDuration('keep the old key valid for so long, such as 90m or 2d (0s)'), 0),
} as const satisfies OptionTable;
