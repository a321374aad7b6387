import categories from '../../data/category-names.tsv' with { type: 'text' };
import members from '../../data/member-names.tsv' with { type: 'text' };
import { typeset } from './typesetting.ts';

/** The catalogue names categories by the plural, which some English words do not have. */
const ENGLISH_CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['Poultries', 'Poultry'],
  ['Fishes', 'Fish'],
  ['Milks', 'Milk'],
  ['Pastas', 'Pasta'],
  ['Rices', 'Rice'],
  ['Waters', 'Water'],
  ['Dairies', 'Dairy'],
]);

/** What each category that larder assigns is called in a language, where that is not its name in the catalogue. */
export function categoryNames(language: string): ReadonlyMap<string, string> {
  return language === 'en' ? ENGLISH_CATEGORIES : namesIn(categories, language);
}

/** What nutrients of a full record, allergens, labels and diets are called in a language, by field or tag. */
export function memberNames(language: string): ReadonlyMap<string, string> {
  return namesIn(members, language);
}

/** The first column of a table has what is named, and each of the others the names in one language. */
function namesIn(table: string, language: string): ReadonlyMap<string, string> {
  const [head = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  const column = head.indexOf(language);
  return new Map(column === -1 ? [] : rows.map((cells) => [cells[0]!, typeset(cells[column]!)]));
}
