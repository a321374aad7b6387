import { Food } from '../../src/food/food.ts';
import { FullRecord } from '../../src/food/full-record.ts';
import { FURTHER_NUTRIENTS } from '../../src/food/further-nutrients.ts';
import { memberOf } from '../../src/member-of.ts';

/** What a column holds. A list is null where it is unknown, and empty where it is known that there is none. */
export type ColumnType = 'int64' | 'int32' | 'number' | 'text' | 'date' | 'list' | 'object';

export interface Column {
  name: string;
  type: ColumnType;
  /** Whether it has a value in every row. */
  isRequired: boolean;
}

/** A food with its full record, if that is exported too. */
export interface ExportedFood {
  food: Food;
  full: FullRecord | null;
}

/** The 22 fields of a food and, if wanted, one column for each member of its full record and each nutrient in it. */
export function listColumns(isFull: boolean): Column[] {
  const fields = columnsOf(Food.properties);
  if (!isFull) return fields;
  const { nutrients: _, ...members } = FullRecord.properties;
  const nutrients = FURTHER_NUTRIENTS.map((name): Column => ({ name, type: 'number', isRequired: false }));
  return [...fields, ...nutrients, ...columnsOf(members)];
}

/** The parts of a JSON schema that say what a value can be. */
interface Described {
  type?: string;
  format?: string;
  const?: unknown;
  anyOf?: Described[];
  items?: Described;
}

/** From the schemas of the API, so that a new member is a new column. */
function columnsOf(properties: object): Column[] {
  return Object.entries(properties).map(([name, schema]) => {
    const choices = (schema as Described).anyOf ?? [schema as Described];
    const known = choices.flatMap((choice) => choice.anyOf ?? [choice]);
    const [value] = known.filter(({ type }) => type !== 'null');
    return { name, type: typeOf(value!), isRequired: known.every(({ type }) => type !== 'null') };
  });
}

function typeOf({ type, format, items }: Described): ColumnType {
  if (type === 'integer') return format === 'int64' ? 'int64' : 'int32';
  if (type === 'number' || type === 'object') return type;
  // Lists of tags are lists of texts; one of measures is JSON.
  if (type === 'array') return items?.type === 'object' ? 'object' : 'list';
  return format === 'date' ? 'date' : 'text';
}

/** The values of a food, in the order of the columns. */
export function valuesOf({ food, full }: ExportedFood, columns: readonly Column[]): unknown[] {
  return columns.map(({ name }) => {
    if (Object.hasOwn(food, name)) return memberOf(food as Record<string, unknown>, name) ?? null;
    if (full === null) return null;
    const value = memberOf(full as Record<string, unknown>, name) ?? memberOf(full.nutrients, name);
    return value ?? null;
  });
}
