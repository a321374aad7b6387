import type { Additions } from '../food/add-details.ts';
import { ADDITIONS } from '../operations/additions.ts';
import {
  flag,
  type Option,
  type OptionTable,
  optional,
  readLanguage,
  UsageError,
  type Values,
} from '../options.ts';
import { amountFlag } from './parameter-flags.ts';

/** The flags of lookup commands that show more of each food. */
export const ADDITION_OPTIONS = {
  grams: amountFlag(ADDITIONS.grams, 'show the nutrients of this many grams as well'),
  servings: amountFlag(ADDITIONS.servings, 'the same for this many servings, such as 1.5'),
  full: flag('show the full record: ingredients, allergens, labels, vitamins, minerals'),
  lang: language('show names in this language, such as fr, where a food has one, and prefer them'),
} as const satisfies OptionTable;

export function readAdditions(values: Values<typeof ADDITION_OPTIONS>, explain: boolean): Additions {
  const { grams, servings, full, lang } = values;
  if (grams !== null && servings !== null) throw new UsageError('give --grams or --servings, not both');
  return { grams, servings, full, lang, explain };
}

export function language(help: string): Option<string | null> {
  return optional('CODE', help, readLanguage);
}
