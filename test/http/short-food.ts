import type { ShortFood } from '../../src/food/food-shorthand.ts';

/** Any text without control characters as a shorthand of itself. */
export function shortFoodOf(text: string): ShortFood {
  const bytes = Buffer.from(text);
  return { bytes, length: bytes.length };
}
