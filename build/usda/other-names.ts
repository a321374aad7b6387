import type { FoodName } from '../../src/food/food-names.ts';

/** Codes of the meat trade and of USDA's own programmes, which nobody searches for. */
const CODE =
  /^(?:URMIS|IMPS)\b|\bcommodit(?:y|ies)\b|^[AB]\d{3}\b|^NFSMI\b|^school lunch$|^(?:quick oats with iron )?for WIC program/i;
/** Repeats the description, or says nothing on its own. */
const EMPTY_WORDS =
  /^(?:raw|cooked|snack|original|beef|beff|chuck|bnls|boneless|not fortified|no added salt|low sodium|family style)$/i;
const INCLUDES = /^includes? /i;

/** What people call a food besides its description. */
export function otherNames(names: string): FoodName[] {
  const kept = names
    .split(',')
    .map((name) => name.trim().replace(INCLUDES, ''))
    .filter((name) => name !== '' && !CODE.test(name) && !EMPTY_WORDS.test(name));
  return [...new Set(kept)].map((name) => ({ language: 'en', kind: 'official', name }));
}
