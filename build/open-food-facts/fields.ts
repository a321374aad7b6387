import type { RawFood } from '../raw/raw-food.ts';
import type { RawRecord } from '../raw/raw-record.ts';

/**
 * What all exports of Open Food Facts have as one value or one list of tags: the columns or members that may hold it, best
 * first, of which the first with a value counts. Names, categories, pictures and nutrients have another form in each
 * format, and are read there.
 */
export interface OffField {
  of: 'food' | 'record';
  to: string;
  kind: 'text' | 'amount' | 'time' | 'tags';
  from: readonly string[];
}

const CREATED = ['created_t', 'created_datetime'];

export const FIELDS: readonly OffField[] = [
  food('code', 'text', 'code', '_id'),
  food('lang', 'text', 'lang', 'lc'),
  food('brand', 'text', 'brands'),
  food('serving_desc', 'text', 'serving_size'),
  food('serving_size_g', 'amount', 'serving_quantity'),
  food('scans', 'amount', 'unique_scans_n'),
  // In some exports a `_t` column holds the date and a `_datetime` column the seconds.
  food('modified_t', 'time', 'last_modified_t', 'last_modified_datetime', 'last_updated_t', ...CREATED),
  // The tab-separated export has only what people typed as allergens, and nothing for most products that have some.
  record('allergens', 'tags', 'allergens_tags'),
  record('traces', 'tags', 'traces_tags'),
  record('additives', 'tags', 'additives_tags'),
  record('labels', 'tags', 'labels_tags'),
  record('analysis', 'tags', 'ingredients_analysis_tags'),
  record('nutriscore', 'text', 'nutriscore_grade', 'nutrition_grade_fr', 'nutrition_grades'),
  record('nova', 'amount', 'nova_group'),
  record('environment', 'text', 'environmental_score_grade', 'ecoscore_grade'),
  record('quantity', 'text', 'quantity'),
  record('product_quantity', 'amount', 'product_quantity'),
  record('product_quantity_unit', 'text', 'product_quantity_unit'),
  record('serving_unit', 'text', 'serving_quantity_unit'),
  record('per', 'text', 'nutrition_data_per'),
];

function food(to: keyof RawFood, kind: OffField['kind'], ...from: readonly string[]): OffField {
  return { of: 'food', to, kind, from };
}

function record(to: keyof RawRecord, kind: OffField['kind'], ...from: readonly string[]): OffField {
  return { of: 'record', to, kind, from };
}

export function putField({ of, to }: OffField, food: RawFood, record: RawRecord, value: unknown): void {
  const target: object = of === 'food' ? food : record;
  (target as Record<string, unknown>)[to] = value;
}
