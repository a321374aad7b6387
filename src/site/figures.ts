/** Figures as pages show them; portion.client.js does the same in a browser. */
const COUNT = new Intl.NumberFormat('en-US');

/** A count, such as `8,905`. */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** A share from 0 to 1 in percent: never 0 % for some, and never 100 % for less than all. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.001) return '< 0.1 %';
  if (share < 1 && share > 0.999) return '99.9 %';
  return `${Number((share * 100).toFixed(1))} %`;
}

export type Unit = 'kcal' | 'kJ' | 'g' | 'mg';

/** Nobody eats more at once; a larger weight is a typing error. */
export const HEAVIEST_PORTION_G = 10_000;
const WEIGHT = /^\d{1,5}(?:[.,]\d{1,3})?$/;

/** A weight as a person types it, or null when it is not one. */
export function readWeight(text: string | null): number | null {
  const typed = text?.trim() ?? '';
  if (!WEIGHT.test(typed)) return null;
  const grams = Number(typed.replace(',', '.'));
  return grams > 0 && grams <= HEAVIEST_PORTION_G ? grams : null;
}

/** An amount as a label prints it: precise enough to compare, and never 0 for a trace. */
export function formatAmount(value: number, unit: Unit): string {
  const parts = unit === 'g' ? (value < 10 ? 100 : 10) : value < 100 ? 10 : 1;
  const rounded = Math.round(value * parts) / parts;
  return rounded === 0 && value > 0 ? `< ${1 / parts}` : String(rounded);
}

/** A weight in grams, to at most two decimals. */
export function formatWeight(grams: number): string {
  return String(Math.round(grams * 100) / 100);
}
