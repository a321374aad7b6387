/** The languages that amounts are read in, in the order of the columns of data/recipe/foods.tsv. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];
