import type { FoodSource } from '../food/food.ts';
import { RECORD_PARTS, type RecordPart } from '../food/food-record.ts';
import { TABLE_NAMES, type TableName } from '../food/food-tables.ts';
import {
  choices,
  type Option,
  type OptionTable,
  optional,
  texts,
  UsageError,
  type Values,
} from '../options.ts';

/** What `--without` leaves out of a catalogue. */
export const WITHOUT = choices(
  [...RECORD_PARTS, 'generic'],
  'leave out ingredients, full records altogether, or generic foods',
);

/** The tables of generic foods that a catalogue has; null for all of them. */
export const GENERIC: Option<readonly TableName[] | null> = optional(
  'all|none|LIST',
  `which generic foods, or tables of them: ${TABLE_NAMES.join(', ')} (default: all)`,
  readTables,
);

function readTables(list: string): readonly TableName[] | null {
  if (list === 'all' || list === 'on') return null;
  if (list === 'none' || list === 'off') return [];
  return list.split(',').map((name) => {
    const table = TABLE_NAMES.find((known) => known === name.trim());
    if (table !== undefined) return table;
    throw new UsageError(`takes all, none or tables among ${TABLE_NAMES.join(', ')}, not '${name}'`);
  });
}

/** What `build` and `pull` add to a dump, and what they leave out. */
export const CONTENT_OPTIONS = {
  community: texts('FILE.csv', 'your own foods; can be given several times'),
  estimates: texts('FILE.csv', 'AI estimates, labelled as such'),
  table: texts('FILE', 'a composition table of your own; can be given several times'),
  usda: texts('FILE', 'USDA SR28 from this file, instead of all built-in tables'),
  generic: GENERIC,
  without: WITHOUT,
} as const satisfies OptionTable;

interface Content {
  /** The operator's own files. */
  sources: { source: Exclude<FoodSource, 'off'>; path: string }[];
  /** The tables of generic foods that are added; null for all. */
  generic: readonly TableName[] | null;
  /** What is left out of the records. */
  without: RecordPart[];
}

export function readContent(values: Values<typeof CONTENT_OPTIONS>): Content {
  const { parts, generic } = splitWithout(values.without, values.generic);
  const files = {
    usda: values.usda,
    table: values.table,
    community: values.community,
    ai_estimate: values.estimates,
  } as const;
  return {
    sources: Object.entries(files).flatMap(([source, paths]) =>
      paths.map((path) => ({ source: source as keyof typeof files, path })),
    ),
    generic: values.usda.length > 0 && generic === null ? [] : generic,
    without: parts,
  };
}

interface Left {
  /** Of the records. */
  parts: RecordPart[];
  /** The tables of generic foods that stay; null for all. */
  generic: readonly TableName[] | null;
}

/** What is left out of the records, and which generic foods stay: `--without generic` is `--generic none`. */
export function splitWithout(
  without: readonly (RecordPart | 'generic')[],
  generic: readonly TableName[] | null,
): Left {
  return {
    parts: without.filter((part) => part !== 'generic'),
    generic: without.includes('generic') ? [] : generic,
  };
}
