import { RECORD_PARTS, type RecordPart } from '../food/food-record.ts';
import { TABLE_NAMES, type TableName } from '../food/food-tables.ts';
import { choices, type Option, optional, UsageError } from '../options.ts';

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
  // `larder pull` used to take on and off.
  if (list === 'all' || list === 'on') return null;
  if (list === 'none' || list === 'off') return [];
  return list.split(',').map((name) => {
    const table = TABLE_NAMES.find((known) => known === name.trim());
    if (table !== undefined) return table;
    throw new UsageError(`takes all, none or tables among ${TABLE_NAMES.join(', ')}, not '${name}'`);
  });
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
