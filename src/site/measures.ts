import { readHouseholdMeasures } from '../food/household-measures.ts';

/** A measure to choose on the page of a food, such as `1 cup`. */
export interface OfferedMeasure {
  name: string;
  grams: number;
}

/** More would hide the label below them. */
const MAX_SHOWN = 5;

/** The measures of a full record, without those that weigh the same as one shown already. */
export function listMeasures(measures: string | null, shownGrams: readonly number[]): OfferedMeasure[] {
  const seen = new Set(shownGrams);
  const list: OfferedMeasure[] = [];
  for (const measure of readHouseholdMeasures(measures)) {
    if (measure === null || seen.has(measure.grams)) continue;
    const { amount, unit, grams } = measure;
    seen.add(grams);
    list.push({ name: `${amount} ${unit}`, grams });
  }
  return list.slice(0, MAX_SHOWN);
}
