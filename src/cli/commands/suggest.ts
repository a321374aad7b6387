import { MAX_SUGGESTION_QUERY_LENGTH } from '../../food/suggestion.ts';
import { SUGGEST } from '../../operations/operations.ts';
import type { OptionTable } from '../../options.ts';
import { type Command, readTyped } from '../command.ts';
import { LOOKUP_OPTIONS, queryCatalog } from '../lookup.ts';
import { flagsOf } from '../parameter-flags.ts';
import { renderTable, tableWidth } from '../table.ts';

const { limit, lang } = SUGGEST.query.properties;
const OPTIONS = {
  ...LOOKUP_OPTIONS,
  ...flagsOf({ limit, lang }),
} as const satisfies OptionTable;

export const suggest: Command<typeof OPTIONS> = {
  name: 'suggest',
  usage: 'TEXT [--limit N] [--json]',
  summary: 'Complete a text to foods, brands and categories',
  details: ['The best known come first. One typo is forgiven in texts of four letters and more.'],
  options: OPTIONS,
  async run({ values, positionals }, { stdout, stderr }) {
    const q = readTyped('TEXT', positionals, 1, MAX_SUGGESTION_QUERY_LENGTH);
    const { limit, lang } = values;
    const suggestions = await queryCatalog(values, (catalog) =>
      catalog.suggest({ q, limit, language: lang }),
    );
    if (values.json) stdout.write(`${JSON.stringify(suggestions)}\n`);
    else if (suggestions.length === 0) stderr.write(`no suggestions for '${q}'\n`);
    else {
      const rows = suggestions.map(({ text, kind, id }) => [kind, id === null ? '' : String(id), text]);
      stdout.write(`${renderTable(rows, ['left', 'right', 'left'], tableWidth(stdout))}\n`);
    }
  },
};
