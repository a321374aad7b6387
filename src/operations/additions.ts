import { Type } from '@sinclair/typebox';
import { MAX_PORTION_G, MAX_SERVINGS } from '../food/portion.ts';
import { amount, code, insteadOf, withDefault } from './parameter.ts';

/** Parameters that add members to every Food of an answer, or change the language of its name. */

export const ADDITIONS = {
  grams: Type.Optional({
    ...amount({ above: 0, to: MAX_PORTION_G }, 'Adds `portion`: the nutrients of this many grams'),
    examples: [30],
  }),
  servings: Type.Optional(
    insteadOf('grams', 'servings', {
      ...amount({ above: 0, to: MAX_SERVINGS }, 'Adds `portion`: the nutrients of this many servings'),
      examples: [2],
    }),
  ),
  explain: withDefault(
    Type.Boolean({
      description: 'Adds `explanation`: where the confidence and the place of a food come from',
    }),
    false,
  ),
  full: withDefault(
    Type.Boolean({ description: 'Adds `full`: ingredients, allergens, labels, vitamins, minerals and more' }),
    false,
  ),
  lang: code(
    'Shows names in this language, where a food has one; of equal names, those in this language come first',
    'fr',
  ),
};
