import type { RawFood } from './raw-food.ts';

/** Why a row did not become a RawFood. Later steps of the build add their own reasons. */
export type RefusalReason =
  | 'wrong_field_count'
  | 'shifted_fields'
  | 'bad_json'
  | 'not_food'
  | 'bad_number'
  | 'bad_barcode';

export interface RefusedRow {
  /** The line of a text file, or the number of the record in a binary one, starting at 1. */
  line: number;
  reason: RefusalReason;
  /** Enough of the row to find it again. */
  example: string;
}

/** Rows in input order. Every row that was read is either in `foods` or in `refused`. */
export interface RawBatch {
  foods: RawFood[];
  refused: RefusedRow[];
}

/** Large enough that the overhead per row is negligible, small enough to fit the CPU cache. */
export const BATCH_ROWS = 1000;

/** An example has to fit one line of a report. */
const EXAMPLE_CHARACTERS = 120;
const CONTROL_CHARACTERS = /\p{Cc}+/gu;

export function emptyBatch(): RawBatch {
  return { foods: [], refused: [] };
}

export function isFull(batch: RawBatch): boolean {
  return batch.foods.length + batch.refused.length >= BATCH_ROWS;
}

export function isEmpty(batch: RawBatch): boolean {
  return batch.foods.length + batch.refused.length === 0;
}

export function refuse(batch: RawBatch, line: number, reason: RefusalReason, row: string): void {
  const oneLine = row
    .slice(0, 4 * EXAMPLE_CHARACTERS)
    .replace(CONTROL_CHARACTERS, ' ')
    .trim();
  const example =
    oneLine.length > EXAMPLE_CHARACTERS ? `${oneLine.slice(0, EXAMPLE_CHARACTERS).toWellFormed()}…` : oneLine;
  batch.refused.push({ line, reason, example });
}
