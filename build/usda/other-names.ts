/** Codes of the meat trade and of USDA's own programmes, which nobody searches for. */
const CODE =
  /^(?:URMIS|IMPS)\b|\bcommodit(?:y|ies)\b|^[AB]\d{3}\b|^NFSMI\b|^school lunch$|^(?:quick oats with iron )?for WIC program/i;
/** Repeats the description, or says nothing on its own. */
const EMPTY_WORDS =
  /^(?:raw|cooked|snack|original|beef|beff|chuck|bnls|boneless|not fortified|no added salt|low sodium|family style)$/i;
const INCLUDES = /^includes? /i;

/** What people call a food besides its description: words to find it by. Null where the table has none. */
export function cleanOtherNames(names: string): string | null {
  const kept = names
    .split(',')
    .map((name) => name.trim().replace(INCLUDES, ''))
    .filter((name) => name !== '' && !CODE.test(name) && !EMPTY_WORDS.test(name));
  return kept.length === 0 ? null : [...new Set(kept)].join(', ');
}
