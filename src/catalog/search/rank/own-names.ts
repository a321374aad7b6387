import { FOOD_TABLES, isTableName } from '../../../food/food-tables.ts';
import type { Candidate } from '../retrieve/candidates.ts';

/** The language of the own name of a table's food; null for others, whose name may be in any. */
export function tableLanguage({ source }: Candidate): string | null {
  return isTableName(source) ? FOOD_TABLES[source].languages[0]! : null;
}

/** The table whose foods a word of English means where no other is known to be meant. */
const ENGLISH_TABLE = 'usda';

/** Whether a food is only of a table that describes foods of other people, or dishes, and of no kind that several have. */
export function isBesideEnglish({ kind, source }: Candidate): boolean {
  return kind === null && source !== ENGLISH_TABLE && isTableName(source);
}
