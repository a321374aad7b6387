import { narrow } from '../../narrow.ts';
import type { Codes } from './codes.ts';
import type { ColumnName, Columns } from './columns.ts';

/**
 * Foods with the same flags, category and countries form a group. There are a few thousand groups, so counting the foods
 * of each counts by all three at once. They take two bytes per food, from the first count on.
 */
interface FacetGroups {
  /** The group of each food. */
  codes: Codes;
  /** How many groups there are, and the code in each column that the foods of a group share. */
  count: number;
  shared: Readonly<Record<GroupedColumn, Int32Array>>;
}

const GROUPED = ['flags', 'category', 'country_set'] as const satisfies ColumnName[];
type GroupedColumn = (typeof GROUPED)[number];

export function isGrouped(column: ColumnName): column is GroupedColumn {
  return (GROUPED as readonly ColumnName[]).includes(column);
}

/** No column has this many codes, and three codes still fit in one exact number, since flags take only a few bits. */
const MAX_CODES = 2 ** 20;

export function groupFoods(columns: Columns): FacetGroups {
  const [flags, categories, countrySets] = GROUPED.map((name) => columns.read(name).codes) as [
    Codes,
    Codes,
    Codes,
  ];
  const groupOf = new Map<number, number>();
  const codes = new Uint32Array(columns.foods);
  for (let position = 0; position < codes.length; position++) {
    const key = (flags[position]! * MAX_CODES + categories[position]!) * MAX_CODES + countrySets[position]!;
    let group = groupOf.get(key);
    if (group === undefined) {
      group = groupOf.size;
      groupOf.set(key, group);
    }
    codes[position] = group;
  }
  const keys = [...groupOf.keys()];
  const part = (above: number) =>
    Int32Array.from(keys, (key) => Math.floor(key / MAX_CODES ** above) % MAX_CODES);
  return {
    codes: narrow(codes),
    count: keys.length,
    shared: { flags: part(2), category: part(1), country_set: part(0) },
  };
}

/** How many foods there are of each code of a column, from how many there are of each group. */
export function countShared(groupCounts: Int32Array, shared: Int32Array, size: number): Int32Array {
  const counts = new Int32Array(size);
  for (let group = 0; group < groupCounts.length; group++) counts[shared[group]!]! += groupCounts[group]!;
  return counts;
}
