import table from '../../data/category-names.tsv' with { type: 'text' };

/** The categories that larder itself assigns, in other languages; the first column is the name in the catalogue. */
const [HEAD = '', ...ROWS] = table.trim().split('\n');
const COLUMNS = HEAD.split('\t');

/** What each category is called in a language; empty for the language of the catalogue itself. */
export function categoryNames(language: string): ReadonlyMap<string, string> {
  const column = COLUMNS.indexOf(language);
  if (column === -1) return new Map();
  return new Map(
    ROWS.map((row) => {
      const cells = row.split('\t');
      return [cells[0]!, cells[column]!];
    }),
  );
}
