/**
 * The nutrients of a food, per 100 g, in wire order (Part 2.1). This is the only list of them: schemas, columns, labels
 * and reports are derived from it.
 */
const TABLE = [
  { key: 'calories_kcal', label: 'Energy', unit: 'kcal', labelOrder: 1, example: 539 },
  { key: 'protein_g', label: 'Protein', unit: 'g', labelOrder: 7, example: 6.3 },
  { key: 'fat_g', label: 'Fat', unit: 'g', labelOrder: 2, example: 30.9 },
  { key: 'carbs_g', label: 'Carbohydrate', unit: 'g', labelOrder: 4, example: 57.5 },
  { key: 'fiber_g', label: 'Fibre', unit: 'g', labelOrder: 6, example: null },
  { key: 'sugar_g', label: 'Sugar', unit: 'g', labelOrder: 5, example: 56.3, part: 'sugar' },
  { key: 'sodium_mg', label: 'Sodium', unit: 'mg', labelOrder: 8, example: 42.8 },
  {
    key: 'saturated_fat_g',
    label: 'Saturated fat',
    unit: 'g',
    labelOrder: 3,
    example: 10.6,
    part: 'saturated',
  },
  { key: 'cholesterol_mg', label: 'Cholesterol', unit: 'mg', labelOrder: 9, example: null },
  { key: 'potassium_mg', label: 'Potassium', unit: 'mg', labelOrder: 10, example: null },
] as const;

export type Nutrient = (typeof TABLE)[number]['key'];
export type NutrientUnit = (typeof TABLE)[number]['unit'];

/** The keys alone, in wire order. */
export const NUTRIENTS: readonly Nutrient[] = TABLE.map(({ key }) => key);

export interface NutrientFacts {
  key: Nutrient;
  /** In English, as a line of its own. */
  label: string;
  unit: NutrientUnit;
  /** Its place on a printed label, from 1. */
  labelOrder: number;
  /** Its word on a label where it is part of the line above, which is then indented ("of which sugar"). */
  part?: string;
  /** From one jar of hazelnut spread, for documentation. */
  example: number | null;
}

export const NUTRIENT_FACTS = Object.fromEntries(TABLE.map((facts) => [facts.key, facts])) as Readonly<
  Record<Nutrient, NutrientFacts>
>;

/** In the order in which a label prints them. */
export const LABEL_NUTRIENTS: readonly NutrientFacts[] = [...TABLE].sort(
  (a, b) => a.labelOrder - b.labelOrder,
);

/** The units that names of nutrients end in, as people write them. */
export const UNITS = { kcal: 'kcal', kj: 'kJ', g: 'g', mg: 'mg', ug: 'µg' } as const;
export type Unit = (typeof UNITS)[keyof typeof UNITS];

/** The end of a nutrient's name: `ug` of `vitamin_d_ug`. */
export function unitInName(name: string): keyof typeof UNITS {
  return name.slice(name.lastIndexOf('_') + 1) as keyof typeof UNITS;
}

/** The unit of a nutrient by its name: `µg` for `vitamin_d_ug`. */
export function unitOf(name: string): Unit {
  return UNITS[unitInName(name)];
}

/** One value, or its absence, for each nutrient. */
export type Nutrition = Record<Nutrient, number | null>;

/** A value for each nutrient, in wire order. */
export function mapNutrients<Value>(make: (facts: NutrientFacts) => Value): Record<Nutrient, Value> {
  return Object.fromEntries(TABLE.map((facts) => [facts.key, make(facts)])) as Record<Nutrient, Value>;
}
