import { statSync } from 'node:fs';
import { openCatalogRecords } from '../../../build/read-catalog.ts';
import { planSlice, type SliceFilters, type SlicePlan, writeSlice } from '../../../build/slice.ts';
import { findCatalog } from '../../catalog/locate-catalog.ts';
import { formatCount, formatCounted } from '../../counts.ts';
import { findCountry } from '../../food/countries.ts';
import { findLanguage } from '../../food/languages.ts';
import {
  flag,
  integer,
  type OptionTable,
  optional,
  text,
  UsageError,
  type Values,
  withInitial,
} from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import type { Command } from '../command.ts';
import { GENERIC, splitWithout, WITHOUT } from '../content-options.ts';
import { formatBytes, formatFilters, formatSeconds } from '../format.ts';
import { namedCatalog } from '../named-catalog.ts';
import { openBuildProgress } from '../progress.ts';

/** More foods than any catalogue will ever hold. */
const MAX_FOODS = 1_000_000_000;

const OPTIONS = {
  country: codes('fr,be', 'only foods sold in one of these countries', readCountry),
  lang: codes('fr,en', 'only foods with a label in one of these languages', readLanguage),
  top: withInitial<number | null>(
    integer('N', 1, 1, MAX_FOODS, 'of these, only the N most popular products (scans times confidence)'),
    null,
  ),
  out: text('FILE', 'the slice to write (required)'),
  generic: GENERIC,
  without: WITHOUT,
  'dry-run': flag('show how large the slice would be, and write nothing'),
  catalog: text('FILE', 'the catalogue to cut, instead of FILE'),
  data: text('DIR', 'the data directory, which may hold catalog.db'),
} as const satisfies OptionTable;

export const slice: Command<typeof OPTIONS> = {
  name: 'slice',
  usage: '[FILE] [--country fr] [--lang fr,en] [--top N] --out FILE',
  summary: 'Cut a smaller catalogue out of a larger one',
  details: [
    'For small machines and offline apps. A slice is a catalogue like any other. Foods whose country or language',
    'is unknown are kept, and so are generic foods, unless --generic none is given. Without FILE, it cuts',
    'catalog.db in the data directory or, if there is none, the starter catalogue.',
  ],
  options: OPTIONS,
  async run(line, { stdout, stderr }) {
    const { values } = line;
    const { parts, generic } = splitWithout(values.without, values.generic);
    if (values.out === null && !values['dry-run'])
      throw new UsageError('--out FILE is missing; --dry-run shows what would be in it');
    const filters = readFilters(values, generic);
    const named = namedCatalog(line);
    const { file, name } = await findCatalog(named, values.data);
    if (typeof file === 'string' && values.out !== null) refuseSameFile(file, values.out);
    const parent = openCatalogRecords(file, name);
    const progress = openBuildProgress(stderr);
    try {
      const plan = planSlice(parent, filters);
      const estimate = renderPlan(name, parent.manifest.foods, plan);
      refuseEmpty(name, plan);
      if (values['dry-run'] || values.out === null) {
        stdout.write(`${estimate}\n`);
        return;
      }
      stderr.write(`${estimate}\n`);
      const { foods, bytes, seconds } = await writeSlice(parent, plan, values.out, progress.show, parts);
      progress.end();
      const perFood = Math.round(bytes / foods);
      stdout.write(
        `${values.out}: ${formatCounted(foods, 'food')}, ${formatBytes(bytes)} (${perFood} bytes per food), cut in ${formatSeconds(seconds)}\n`,
      );
    } finally {
      progress.end();
      parent.close();
    }
  },
};

function readFilters(
  { country, lang, top }: Values<typeof OPTIONS>,
  generic: readonly string[] | null,
): SliceFilters {
  if (country === null && lang === null && top === null && generic === null) {
    throw new UsageError('give at least one of --country, --lang and --top, or --generic');
  }
  return { countries: country, languages: lang, top, generic };
}

/** Generic foods alone are not what anybody means who names a country. */
function refuseEmpty(name: string, { ranks, kept, parent, filters }: SlicePlan): void {
  if (kept.products > 0 || (ranks.length > 0 && parent.products === 0)) return;
  const what = kept.generic === 0 ? 'foods' : 'products';
  throw new PlainError(name, `has no ${what} that are ${formatFilters(filters)}`, 'loosen the filters');
}

function refuseSameFile(file: string, out: string): void {
  const [from, to] = [file, out].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }));
  if (from !== undefined && to !== undefined && from.dev === to.dev && from.ino === to.ino) {
    throw new UsageError(`--out ${out} is the catalogue to be cut: choose another name`);
  }
}

/** What the slice will contain, shown before anything is written. */
function renderPlan(name: string, foods: number, plan: SlicePlan): string {
  const { ranks, bytes, kept, parent, withoutCountry, withoutLanguage } = plan;
  const unknown = [
    withoutCountry > 0 ? `${formatCounted(withoutCountry, 'product')} without a country` : null,
    withoutLanguage > 0 ? `${formatCounted(withoutLanguage, 'product')} without a language` : null,
  ].filter((part) => part !== null);
  return [
    `${name}: keeps ${formatCount(ranks.length)} of ${formatCounted(foods, 'food')}, about ${formatBytes(bytes)}`,
    `  ${formatFilters(plan.filters)}`,
    `  ${countOf(kept.products, parent.products, 'product')}, ${countOf(kept.generic, parent.generic, 'generic food')}`,
    ...(unknown.length === 0 ? [] : [`  including ${unknown.join(' and ')}`]),
  ].join('\n');
}

function countOf(kept: number, all: number, what: string): string {
  return all === 0 ? `no ${what}s` : `${formatCount(kept)} of ${formatCounted(all, what)}`;
}

/** Codes separated by commas. */
function codes(placeholder: string, help: string, readCode: (code: string) => string) {
  const read = (list: string) => [...new Set(list.split(',').map((code) => readCode(code.trim())))].sort();
  return optional(placeholder, help, read);
}

function readCountry(code: string): string {
  const country = findCountry(code);
  if (country !== null && code.length === 2) return country;
  const hint = country === null ? '' : ` (use ${country})`;
  throw new UsageError(`takes two-letter country codes such as fr or us, not '${code}'${hint}`);
}

function readLanguage(code: string): string {
  const language = findLanguage(code);
  if (language !== null) return language;
  throw new UsageError(`takes two-letter language codes such as fr or en, not '${code}'`);
}
