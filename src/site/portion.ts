/** Weights and amounts as a label writes them; portion.client.js does the same in a browser. */
export type Unit = 'kcal' | 'kJ' | 'g' | 'mg';

/** Nobody eats more at once, and a weight beyond is a slip of the finger. */
export const HEAVIEST_PORTION_G = 10_000;
const WEIGHT = /^\d{1,5}(?:[.,]\d{1,3})?$/;

/** A weight as a person types it, or null when it is none. */
export function readWeight(text: string | null): number | null {
  const typed = text?.trim() ?? '';
  if (!WEIGHT.test(typed)) return null;
  const grams = Number(typed.replace(',', '.'));
  return grams > 0 && grams <= HEAVIEST_PORTION_G ? grams : null;
}

/** An amount as a label prints it: fine enough to compare, and what is there at all is never shown as 0. */
export function formatAmount(value: number, unit: Unit): string {
  const parts = unit === 'g' ? (value < 10 ? 100 : 10) : value < 100 ? 10 : 1;
  const rounded = Math.round(value * parts) / parts;
  return rounded === 0 && value > 0 ? `< ${1 / parts}` : String(rounded);
}

/** A weight in grams, without needless digits. */
export function formatWeight(grams: number): string {
  return String(Math.round(grams * 100) / 100);
}
