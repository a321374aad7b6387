/** The languages that amounts are read in, in the order of their columns in tables. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

const NOUN_LAST: ReadonlySet<string> = new Set(['en', 'de', 'nl', 'sv', 'da', 'fi', 'ja']);

/** Whether the noun of a name is its last word: `apple juice`, but `jus de pomme`. */
export function isNounLast(language: string): boolean {
  return NOUN_LAST.has(language);
}
