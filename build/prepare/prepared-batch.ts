import { normalize, type Refusal } from '../normalize/normalize.ts';
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
  rows: StagedRow[];
  /** The line of each row. */
  lines: number[];
  refused: Refused[];
}

export function prepare({ foods, refused }: RawBatch): PreparedRows {
  const prepared: PreparedRows = { rows: [], lines: [], refused: [...refused] };
  for (const raw of foods) {
    const food = normalize(raw);
    if (typeof food === 'string') {
      prepared.refused.push({ line: raw.line, reason: food, example: raw.code ?? raw.names[0] ?? '' });
      continue;
    }
    prepared.rows.push(stagedRowOf(food));
    prepared.lines.push(raw.line);
  }
  return prepared;
}
