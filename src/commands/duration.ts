import { type Option, UsageError } from './options.ts';

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Longer than this, two keys that both work are not a rotation any more. */
const LONGEST_DAYS = 90;

/** A length of time such as `90s`, `15m`, `2h` or `7d`, in milliseconds. */
export function readDuration(help: string): Option<number | null> {
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
