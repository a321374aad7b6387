import { formatCount } from '../../counts.ts';
import { addDetails } from '../../food/add-details.ts';
import { type Catalog, MAX_QUERY_LENGTH, MIN_QUERY_LENGTH } from '../../food/catalog.ts';
import { MAX_COUNTED, readOrder } from '../../food/food-filters.ts';
import { NUTRIENTS } from '../../food/nutrients.ts';
import { nearestName } from '../../nearest-name.ts';
import { ORDERED_BY, ORDERS, PAGE } from '../../operations/filters.ts';
import {
  flag,
  listChoices,
  type Option,
  type OptionTable,
  optional,
  suggestName,
  UsageError,
  type Values,
} from '../../options.ts';
import { ADDITION_OPTIONS, readAdditions } from '../additions.ts';
import { type Command, readTyped } from '../command.ts';
import { FILTER_OPTIONS, readFilters, refuseUnknownTags } from '../filter-options.ts';
import { LOOKUP_OPTIONS, queryCatalog, renderFound, starterRemedy } from '../lookup.ts';
import { flagsOf } from '../parameter-flags.ts';

const OPTIONS = {
  ...LOOKUP_OPTIONS,
  ...FILTER_OPTIONS,
  sort: order('a nutrient, confidence or popularity, with - for descending; relevance with a QUERY'),
  ...flagsOf(PAGE),
  ...ADDITION_OPTIONS,
  explain: flag('with --json: where the confidence and the match with QUERY come from'),
} as const satisfies OptionTable;

export const find: Command<typeof OPTIONS> = {
  name: 'find',
  usage: '[QUERY] [--min NUTRIENT=N] [--max NUTRIENT=N] [--sort [-]NUTRIENT]',
  summary: 'Find foods by their values',
  details: [
    `NUTRIENT is one of ${NUTRIENTS.slice(0, 5).join(', ')},`,
    `${NUTRIENTS.slice(5).join(', ')},`,
    'or a further one of a full record, such as vitamin_c_mg.',
    'A food whose value is unknown matches no bound and sorts last.',
  ],
  options: OPTIONS,
  async run({ values, positionals }, { stdout, stderr }) {
    const additions = readAdditions(values, values.explain);
    if (values.explain && !values.json) throw new UsageError('--explain needs --json');
    const request = {
      ...readRequest(values, positionals),
      isExplained: values.explain,
      language: values.lang,
    };
    const found = await queryCatalog(values, (catalog, layers) => {
      refuseUnknownTags(catalog, values);
      const { foods, matches, total } = catalog.find(request);
      const detailed = foods.map((food, at) => addDetails(catalog, food, additions, matches[at]));
      const remedy = starterRemedy(layers);
      const hint = suggestCategory(catalog, values.category) ?? (remedy === null ? '' : `; ${remedy}`);
      const shown = values.json
        ? JSON.stringify(detailed)
        : renderFound(detailed, additions, catalog, stdout);
      return { total, shown, count: foods.length, hint };
    });
    if (values.json) stdout.write(`${found.shown}\n`);
    else if (found.count === 0) stderr.write(`nothing found${found.hint}\n`);
    else {
      const total =
        found.total > MAX_COUNTED ? `more than ${formatCount(MAX_COUNTED)}` : formatCount(found.total);
      stdout.write(`${found.shown}\n`);
      if (found.total > found.count) stderr.write(`${total} foods in all\n`);
    }
  },
};

/** For a category that is not in this catalogue. */
function suggestCategory(catalog: Catalog, typed: string | null): string | null {
  if (typed === null) return null;
  const names = catalog.listCategories().map(({ category }) => category);
  if (names.some((name) => name.toLowerCase() === typed.toLowerCase())) return null;
  const nearest = nearestName(typed, names);
  return `: no category '${typed}'${nearest === null ? '' : ` (did you mean '${nearest}'?)`}`;
}

function readRequest(values: Values<typeof OPTIONS>, positionals: readonly string[]) {
  const q =
    positionals.length === 0 ? null : readTyped('QUERY', positionals, MIN_QUERY_LENGTH, MAX_QUERY_LENGTH);
  if (values.sort === 'relevance' && q === null) throw new UsageError('--sort relevance needs a QUERY');
  const { limit, offset } = values;
  return { ...readFilters(values), q, sort: readOrder(values.sort, q), limit, offset };
}

function order(help: string): Option<string | null> {
  const read = (value: string) => {
    if (ORDERS.includes(value)) return value;
    const [, sign = '', field = ''] = /^(-?)(.*)$/s.exec(value) ?? [];
    const meant = suggestName(field, ORDERED_BY, sign);
    throw new UsageError(`takes ${listChoices(ORDERED_BY)}, not '${value}'${meant}`);
  };
  return { ...optional('ORDER', help, read), words: ORDERS };
}
