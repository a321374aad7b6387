import { normalizeWhole, type Refusal } from '../normalize/normalize.ts';
import type { RawBatch, RefusalReason } from '../raw/raw-batch.ts';
import { type StagedRow, stagedRowOf } from '../stage/staged-row.ts';

/** A row of an input that does not become a food. */
export interface Refused {
  line: number;
  reason: RefusalReason | Refusal;
  /** Enough of the row to find it again. */
  example: string;
}

/** Rows of an input that have been read and normalized. */
export interface PreparedRows {
  /** Each is valid until the next is requested. */
  rows: Iterable<StagedRow>;
  /** The line of each row. */
  lines: ArrayLike<number>;
  refused: readonly Refused[];
}

export function prepare({ foods, refused: unreadable }: RawBatch) {
  const rows: StagedRow[] = [];
  const lines: number[] = [];
  const refused: Refused[] = [...unreadable];
  for (const raw of foods) {
    const normalized = normalizeWhole(raw);
    if (typeof normalized === 'string') {
      refused.push({ line: raw.line, reason: normalized, example: raw.code ?? raw.names[0] ?? '' });
      continue;
    }
    rows.push(stagedRowOf(normalized.food, normalized.record));
    lines.push(raw.line);
  }
  return { rows, lines, refused } satisfies PreparedRows;
}
