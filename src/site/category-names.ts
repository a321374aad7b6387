import table from '../../data/category-names.tsv' with { type: 'text' };

/** The categories that larder itself assigns, in other languages; the first column is the name in the catalogue. */
const [HEAD = '', ...ROWS] = table.trim().split('\n');
const COLUMNS = HEAD.split('\t');

/** The catalogue names categories by the plural, which some English words do not have. */
const ENGLISH_NAMES: ReadonlyMap<string, string> = new Map([
  ['Poultries', 'Poultry'],
  ['Fishes', 'Fish'],
  ['Milks', 'Milk'],
  ['Pastas', 'Pasta'],
  ['Rices', 'Rice'],
  ['Waters', 'Water'],
  ['Dairies', 'Dairy'],
]);

/** What each category is called in a language, where that is not its name in the catalogue. */
export function categoryNames(language: string): ReadonlyMap<string, string> {
  if (language === 'en') return ENGLISH_NAMES;
  const column = COLUMNS.indexOf(language);
  if (column === -1) return new Map();
  return new Map(
    ROWS.map((row) => {
      const cells = row.split('\t');
      return [cells[0]!, cells[column]!];
    }),
  );
}
