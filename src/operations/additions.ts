import { Type } from '@sinclair/typebox';
import { MAX_PORTION_G, MAX_SERVINGS } from '../food/portion.ts';
import { amount, code, insteadOf, withDefault } from './parameter.ts';

/** Parameters that add members to every Food of an answer, or change the language of its name. */

export const ADDITIONS = {
  grams: Type.Optional({
    ...amount({ above: 0, to: MAX_PORTION_G }, 'The nutrients of this many grams as well, as `portion`'),
    examples: [30],
  }),
  servings: Type.Optional(
    insteadOf('grams', 'servings', {
      ...amount({ above: 0, to: MAX_SERVINGS }, 'The nutrients of this many servings as well, as `portion`'),
      examples: [2],
    }),
  ),
  explain: withDefault(
    Type.Boolean({
      description: 'Where the confidence and the place of each food come from, as `explanation`',
    }),
    false,
  ),
  full: withDefault(
    Type.Boolean({
      description:
        'The full record as well, as `full`: ingredients, allergens, labels, vitamins, minerals and more',
    }),
    false,
  ),
  lang: code(
    'Shows names in this language, where a food has one; of equal names, those in this language come first',
    'fr',
  ),
};
