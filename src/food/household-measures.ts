/** What a spoon, a cup or a piece of a food weighs: `1 cup, sliced` of 150 g. */
export interface HouseholdMeasure {
  amount: number;
  /** What the amount counts, as USDA words it. */
  unit: string;
  grams: number;
}

const BETWEEN_MEASURES = '|';
const MEASURE = /^(\d+(?:[.,]\d*)?|[.,]\d+) (.+): (\d+(?:[.,]\d*)?|[.,]\d+)$/;
/** The longest of SR28 has 85 letters; patterns read it, so its length is bounded. */
const MAX_MEASURE_LENGTH = 200;

/** Reads measures as tables and catalogues have them (`1 tbsp: 14.2|1 cup: 227`), with null for one that cannot be read. */
export function readHouseholdMeasures(text: string | null): (HouseholdMeasure | null)[] {
  return text === null || text === '' ? [] : text.split(BETWEEN_MEASURES).map(readMeasure);
}

function readMeasure(text: string): HouseholdMeasure | null {
  if (text.length > MAX_MEASURE_LENGTH) return null;
  const [, amountText = '', unit = '', gramsText = ''] = MEASURE.exec(text) ?? [];
  const [amount, grams] = [numberOf(amountText), numberOf(gramsText)];
  return amount > 0 && grams > 0 ? { amount, unit, grams } : null;
}

function numberOf(digits: string): number {
  return Number(digits.replace(',', '.'));
}
