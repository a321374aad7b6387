import { type Option, type OptionTable, text, UsageError, withInitial } from '../options.ts';

/** Taken by every command about accounts and keys. */
export const ACCOUNTS_OPTIONS = {
  accounts: text('FILE', 'the accounts (accounts.db in the data directory)'),
  data: text('DIR', 'the data directory'),
} as const satisfies OptionTable;

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Longer than this, two keys that both work are not a rotation any more. */
const LONGEST_DAYS = 90;

/** A length of time such as `90s`, `15m`, `2h` or `7d`, in milliseconds. */
function duration(help: string): Option<number | null> {
  return {
    placeholder: 'TIME',
    help,
    initial: null,
    repeated: false,
    read(value) {
      const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(value) ?? [];
      const lengthMs = Number(count) * (UNITS_MS[unit ?? ''] ?? Number.NaN);
      if (!(lengthMs <= LONGEST_DAYS * 86_400_000)) {
        throw new UsageError(
          `takes a time such as 90s, 15m, 2h or 7d, up to ${LONGEST_DAYS}d, not '${value}'`,
        );
      }
      return lengthMs;
    },
  };
}

/** Taken by the commands that replace a key. */
export const ROTATE_OPTIONS = {
  ...ACCOUNTS_OPTIONS,
  overlap: withInitial(duration('how long the old key stays valid, such as 90m or 2d (0s)'), 0),
} as const satisfies OptionTable;
