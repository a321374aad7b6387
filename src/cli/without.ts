import { RECORD_PARTS, type RecordPart } from '../food/food-record.ts';
import { choices } from '../options.ts';

/** What `--without` leaves out of a catalogue that is built from dumps. */
export const WITHOUT = choices(
  [...RECORD_PARTS, 'generic'],
  'leave out ingredients, full records altogether, or the built-in generic foods',
);

/** The parts of the records, apart from the foods that come with larder. */
export function splitWithout(given: readonly (RecordPart | 'generic')[]): {
  parts: RecordPart[];
  hasGenericFoods: boolean;
} {
  return {
    parts: given.filter((part) => part !== 'generic'),
    hasGenericFoods: !given.includes('generic'),
  };
}
