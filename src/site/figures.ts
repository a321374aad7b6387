/** Less than the API takes: a person who types more has typed a digit too many, while a program may add up a store. */
export const MAX_TYPED_G = 10_000;
const WEIGHT = /^\d{1,5}(?:[.,]\d{1,3})?$/;

/** A weight as a person types it, or null when it is not one. */
export function readWeight(text: string | null): number | null {
  const typed = text?.trim() ?? '';
  if (!WEIGHT.test(typed)) return null;
  const grams = Number(typed.replace(',', '.'));
  return grams > 0 && grams <= MAX_TYPED_G ? grams : null;
}
