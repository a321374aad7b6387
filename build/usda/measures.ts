import { parseAmount } from '../raw/amount.ts';

/** A household measure of a food: `1 cup, sliced` of 150 g. */
export interface Measure {
  amount: number;
  /** What the amount counts, as USDA words it. */
  unit: string;
  grams: number;
}

const BETWEEN_MEASURES = '|';
const MEASURE = /^(\S+) (.+): (\S+)$/;
/** The longest of SR28 has 85 letters; patterns read it, so its length is bounded. */
const LONGEST_MEASURE = 200;

/** Reads the column `measures` (`1 tbsp: 14.2|1 cup: 227`), in USDA's order; null where it cannot be read. */
export function readMeasures(text: string): Measure[] | null {
  if (text === '') return [];
  const measures = text.split(BETWEEN_MEASURES).map(readMeasure);
  return measures.every((measure) => measure !== null) ? measures : null;
}

function readMeasure(text: string): Measure | null {
  if (text.length > LONGEST_MEASURE) return null;
  const [, amountText = '', unit = '', gramsText = ''] = MEASURE.exec(text) ?? [];
  const amount = parseAmount(amountText);
  const grams = parseAmount(gramsText);
  return amount === null || grams === null || amount <= 0 || grams <= 0 ? null : { amount, unit, grams };
}
