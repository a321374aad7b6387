import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type FoodRecord, NUTRISCORES, type RecordText, readRecord } from '../../food/food-record.ts';

const Grade = Type.Union(NUTRISCORES.map((grade) => Type.Literal(grade)));
const Tags = Type.Array(Type.String());

/** What is stored of a record: the members that are known. */
const StoredMembers = Type.Partial(
  Type.Object({
    names: Type.Record(Type.String(), Type.String()),
    generic_name: Type.String(),
    further_brands: Tags,
    ingredients_text: Type.String(),
    allergens: Tags,
    traces: Tags,
    additives: Tags,
    labels: Tags,
    categories: Tags,
    analysis: Tags,
    nutriscore: Grade,
    nova: Type.Union([1, 2, 3, 4].map((group) => Type.Literal(group))),
    environment: Grade,
    quantity: Type.String(),
    product_quantity: Type.Number(),
    product_quantity_unit: Type.String(),
    serving_unit: Type.String(),
    basis: Type.Union([Type.Literal('g'), Type.Literal('ml')]),
    nutrients: Type.Record(Type.String(), Type.Number()),
    measures: Type.String(),
  } satisfies Record<keyof FoodRecord, unknown>),
);

/** A record of a catalogue that may come from anywhere; null for one that is damaged. */
export function readCheckedRecord(text: RecordText): FoodRecord | null {
  try {
    const record = readRecord(text);
    const known = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
    return Value.Check(StoredMembers, known) ? record : null;
  } catch {
    return null;
  }
}
