import { FOOD_SOURCES, type FoodSource } from '../food/food.ts';
import type { Database } from '../sqlite/driver.ts';

/**
 * Values as a catalogue stores them. Columns of SQLite accept any type, and a file may come from anywhere: what is not of the
 * expected type is unknown.
 */
export function numberOf(stored: unknown): number | null {
  return typeof stored === 'number' && Number.isFinite(stored) && stored >= 0 ? stored : null;
}

export function textOf(stored: unknown): string | null {
  return typeof stored === 'string' ? stored : null;
}

/** The number of a category, a brand or a set: they are counted from 1, so none is above this. */
const MAX_CODE = 2 ** 20;

export function isCode(stored: unknown): boolean {
  return Number.isInteger(stored) && (stored as number) > 0 && (stored as number) < MAX_CODE;
}

/** Texts by the numbers that they are stored under, at most as many as there are numbers; those with a number that no build gives are left out. */
export function readNumbered(db: Database, sql: string): Map<number, string> {
  const rows = db.prepare(`${sql} LIMIT ${MAX_CODE}`).raw().all() as [number, unknown][];
  return new Map(
    rows.filter(([number]) => isCode(number)).map(([number, text]) => [number, textOf(text) ?? '']),
  );
}

export function sourceOf(stored: unknown): FoodSource {
  return FOOD_SOURCES.find((source) => source === stored) ?? 'community';
}
