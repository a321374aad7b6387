import { FOOD_SOURCES, type FoodSource } from '../food/food.ts';

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

export function sourceOf(stored: unknown): FoodSource {
  return FOOD_SOURCES.find((source) => source === stored) ?? 'community';
}
