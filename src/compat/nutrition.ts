import { type Findings, hasFinding } from '../food/findings.ts';
import type { Food, FoodSource } from '../food/food.ts';
import type { Basis } from '../food/food-record.ts';
import type { Nutriment } from './nutriments.ts';

/** The nutrients of a product as versions 3.5 and later write them: a set as entered, and one to calculate with. */

const SOURCES: Readonly<Partial<Record<FoodSource, string>>> = {
  off: 'packaging',
  community: 'packaging',
  ai_estimate: 'estimate',
};
/** What a number that nobody read from a label is marked with. */
const ABOUT = '~';
const UNITS: ReadonlySet<string> = new Set(['kJ', 'kcal', '% vol']);

/** What is known of the nutrients of a product. */
interface Nourishing {
  nutriments: readonly Nutriment[];
  food: Pick<Food, 'source'>;
  basis: Basis | null;
  findings: Findings;
}

/** Null where no nutrient is known. */
export function nutritionOf({ nutriments, food, basis, findings }: Nourishing): object | null {
  const known = nutriments.filter(({ amount }) => Number.isFinite(amount));
  if (known.length === 0) return null;
  const source = SOURCES[food.source] ?? food.source;
  const unit = basis === 'ml' ? 'ml' : 'g';
  const per = `100${unit}`;
  const hasComputedEnergy = hasFinding(findings, 'energy_computed');
  const isComputed = ({ kind }: Nutriment) => hasComputedEnergy && kind.name.startsWith('energy');
  const aggregated = known.map((nutriment) => {
    const isAbout = source === 'estimate' || isComputed(nutriment);
    const amount = { value: nutriment.amount, unit: unitOf(nutriment), ...(isAbout && { modifier: ABOUT }) };
    return [nutriment.kind.name, { ...amount, source, source_index: 0, source_per: per }];
  });
  const entered = known
    .filter(({ kind }) => kind.name !== 'energy')
    .map((nutriment) => {
      const { amount } = nutriment;
      const written = isComputed(nutriment)
        ? { value_computed: amount }
        : { value: amount, value_string: String(amount) };
      return [nutriment.kind.name, { ...written, unit: unitOf(nutriment) }];
    });
  const set = { preparation: 'as_sold', per };
  return {
    aggregated_set: { ...set, nutrients: Object.fromEntries(aggregated) },
    input_sets: [
      { ...set, per_quantity: 100, per_unit: unit, source, nutrients: Object.fromEntries(entered) },
    ],
  };
}

/** Amounts are in grams, whatever the label has. */
function unitOf({ kind: { unit } }: Nutriment): string {
  return UNITS.has(unit) ? unit : 'g';
}
