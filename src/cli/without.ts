import { type FoodSource, GENERIC_SOURCE } from '../food/food.ts';
import { RECORD_PARTS, type RecordPart } from '../food/food-record.ts';
import { choices, type Option, optional, UsageError } from '../options.ts';

/** What `--without` leaves out of a catalogue. */
export const WITHOUT = choices(
  [...RECORD_PARTS, 'generic'],
  'leave out ingredients, full records altogether, or generic foods',
);

/** The tables of generic foods that there are. */
const GENERIC_TABLES: readonly FoodSource[] = [GENERIC_SOURCE];

/** The tables of generic foods that a catalogue has; null for all of them. */
export const GENERIC: Option<readonly FoodSource[] | null> = optional(
  'all|none|LIST',
  `which generic foods, or tables of them: ${GENERIC_TABLES.join(', ')} (default: all)`,
  readTables,
);

function readTables(list: string): readonly FoodSource[] | null {
  // `larder pull` used to take on and off.
  if (list === 'all' || list === 'on') return null;
  if (list === 'none' || list === 'off') return [];
  return list.split(',').map((name) => {
    const table = GENERIC_TABLES.find((known) => known === name.trim());
    if (table !== undefined) return table;
    throw new UsageError(`takes all, none or tables among ${GENERIC_TABLES.join(', ')}, not '${name}'`);
  });
}

interface Left {
  /** Of the records. */
  parts: RecordPart[];
  /** The tables of generic foods that stay; null for all. */
  generic: readonly FoodSource[] | null;
}

/** What is left out of the records, and which generic foods stay: `--without generic` is `--generic none`. */
export function splitWithout(
  without: readonly (RecordPart | 'generic')[],
  generic: readonly FoodSource[] | null,
): Left {
  return {
    parts: without.filter((part) => part !== 'generic'),
    generic: without.includes('generic') ? [] : generic,
  };
}
