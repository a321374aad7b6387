import { addDetails } from '../../food/add-details.ts';
import { MAX_QUERY_LENGTH, MIN_QUERY_LENGTH, type ReadSearch } from '../../food/catalog.ts';
import { SEARCH } from '../../operations/operations.ts';
import { flag, type OptionTable } from '../../options.ts';
import { ADDITION_OPTIONS, readAdditions } from '../additions.ts';
import { type Command, readTyped } from '../command.ts';
import { LOOKUP_OPTIONS, queryCatalog, renderFound, starterRemedy } from '../lookup.ts';
import { flagsOf } from '../parameter-flags.ts';
import { renderExplanation } from '../search-explanation.ts';

const { limit, source } = SEARCH.query.properties;
const OPTIONS = {
  ...LOOKUP_OPTIONS,
  ...flagsOf({ limit, source }),
  ...ADDITION_OPTIONS,
  explain: flag('show how the query was interpreted and how the foods scored; with --json, in each food'),
} as const satisfies OptionTable;

export const search: Command<typeof OPTIONS> = {
  name: 'search',
  usage: 'QUERY [--limit N] [--json]',
  summary: 'Find foods by name, brand or barcode, even with typos',
  options: OPTIONS,
  async run({ values, positionals }, { stdout, stderr }) {
    const q = readTyped('QUERY', positionals, MIN_QUERY_LENGTH, MAX_QUERY_LENGTH);
    const request = { q, limit: values.limit, source: values.source, language: values.lang };
    const additions = readAdditions(values, values.explain);
    if (values.explain && !values.json) {
      const explained = await queryCatalog(values, (_, layers) =>
        layers.map(({ name, catalog }) => ({
          name,
          text: renderExplanation(catalog.explainSearch(request)),
        })),
      );
      // Each part of the catalogue is searched on its own.
      const texts = explained.map(({ name, text }) => (explained.length > 1 ? `${name}\n\n${text}` : text));
      stdout.write(`${texts.join('\n\n')}\n`);
      return;
    }
    const { found, note } = await queryCatalog(values, (catalog, layers) => {
      const read = catalog.searchRead(request);
      const foods = read.foods.map((food, at) => addDetails(catalog, food, additions, read.matches[at]));
      const note = describeFound(q, read, starterRemedy(layers));
      if (values.json) return { found: JSON.stringify(foods), note: null };
      // Beside foods for a person only: scripts have never had to expect anything here.
      if (foods.length > 0)
        return { found: renderFound(foods, additions, catalog, stdout), note: stderr.isTTY ? note : null };
      return { found: null, note };
    });
    if (note !== null) stderr.write(`${note}\n`);
    if (found !== null) stdout.write(`${found}\n`);
  },
};

/** What a person should know before reading the list; null where it answers exactly what was typed. */
function describeFound(
  q: string,
  { matched, leftOut, corrected }: ReadSearch,
  remedy: string | null,
): string | null {
  if (matched === 'part')
    return `no food has all words of '${q}'; these are nearest, without '${leftOut.join("', '")}'`;
  if (corrected !== null) return `showing results for '${corrected}'; there is nothing for '${q}'`;
  if (matched !== null) return null;
  return `nothing found for '${q}'${remedy === null ? '' : `; ${remedy}`}`;
}
