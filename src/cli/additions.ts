import type { Additions } from '../food/add-details.ts';
import { ADDITIONS } from '../operations/additions.ts';
import { UsageError, type Values } from '../options.ts';
import { flagsOf } from './parameter-flags.ts';

const { explain: _, ...SHOWN } = ADDITIONS;
/** The flags of lookup commands that show more of each food; what --explain shows depends on the command. */
export const ADDITION_OPTIONS = flagsOf(SHOWN);

export function readAdditions(values: Values<typeof ADDITION_OPTIONS>, explain: boolean): Additions {
  const { grams, servings, full, lang } = values;
  if (grams !== null && servings !== null) throw new UsageError('give --grams or --servings, not both');
  return { grams, servings, full, lang, explain };
}
