import categories from '../../data/category-names.tsv' with { type: 'text' };
import members from '../../data/member-names.tsv' with { type: 'text' };
import words from '../../data/page-words.tsv' with { type: 'text' };
import { remember } from '../remember.ts';
import { typeset } from './typesetting.ts';
import { EN, type Words } from './words/en.ts';

/** The languages of the pages: English, whose words are in the code, and every column of the table of words. */
export const LANGUAGES: readonly string[] = ['en', ...headOf(words).slice(1)];

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

/** What a language calls itself, such as `Français`. */
export const nameOfLanguage = remember((language) => {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
});

/** The words of the pages in a language; those that the table lacks are English. */
export function pageWords(language: string): Words {
  const own = namesIn(words, language);
  const translate = (message: unknown, path: string): unknown =>
    typeof message === 'string'
      ? typeset(own.get(path)?.replaceAll('\\n', '\n') ?? message)
      : Object.fromEntries(
          Object.entries(message as object).map(([key, part]) => [
            key,
            translate(part, path === '' ? key : `${path}.${key}`),
          ]),
        );
  return translate(EN, '') as Words;
}

/** The first column of a table has what is named, and each of the others the names in one language. */
function namesIn(table: string, language: string): ReadonlyMap<string, string> {
  const column = headOf(table).indexOf(language);
  if (column === -1) return new Map();
  const rows = table.trim().split('\n').slice(1);
  const named = rows.map((row) => row.split('\t')).filter((cells) => (cells[column] ?? '') !== '');
  return new Map(named.map((cells) => [cells[0]!, typeset(cells[column]!)]));
}

function headOf(table: string): string[] {
  return table.slice(0, table.indexOf('\n')).split('\t');
}
