/** A household measure of a food, such as a cup. */
export interface Measure {
  name: string;
  grams: number;
}

/** More would hide the label below them. */
const MOST_SHOWN = 5;
const MEASURE = /^(.+): (\d+(?:\.\d+)?)$/;

/**
 * The measures of a full record (`1 tbsp: 14.2|1 cup: 227`), without those that weigh the same as one already shown.
 */
export function listMeasures(measures: string | null, shownGrams: readonly number[]): Measure[] {
  const seen = new Set(shownGrams);
  const list: Measure[] = [];
  for (const text of measures?.split('|') ?? []) {
    const [, name = '', weight = ''] = MEASURE.exec(text) ?? [];
    const grams = Number(weight);
    if (name === '' || grams === 0 || seen.has(grams)) continue;
    seen.add(grams);
    list.push({ name, grams });
  }
  return list.slice(0, MOST_SHOWN);
}
