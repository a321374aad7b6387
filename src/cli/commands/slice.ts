import { statSync } from 'node:fs';
import { openFormer } from '../../../build/read-catalog.ts';
import { planSlice, type SliceFilters, type SlicePlan, writeSlice } from '../../../build/slice.ts';
import { findCatalog } from '../../catalog/find.ts';
import { findCountry } from '../../food/countries.ts';
import { findLanguage } from '../../food/languages.ts';
import {
  flag,
  integer,
  type Option,
  type OptionTable,
  text,
  UsageError,
  type Values,
  withInitial,
} from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import type { Command } from '../command.ts';
import { formatBytes, formatCount, formatSeconds, openProgress } from '../progress.ts';
import { describeCut } from '../slice-summary.ts';

/** More foods than any catalogue will ever hold. */
const MOST_FOODS = 1_000_000_000;

const OPTIONS = {
  country: codes('fr,be', 'only foods sold in one of these countries', readCountry),
  lang: codes('fr,en', 'only foods with a label in one of these languages', readLanguage),
  top: withInitial<number | null>(
    integer('N', 1, 1, MOST_FOODS, 'of those the N most popular: by scans times confidence'),
    null,
  ),
  out: text('FILE', 'where the slice goes (required)'),
  'dry-run': flag('tell how large the slice would be, and write nothing'),
  catalog: text('FILE', 'the catalogue to cut, another way to say it'),
  data: text('DIR', 'the data directory, where catalog.db is looked for'),
} as const satisfies OptionTable;

export const slice: Command<typeof OPTIONS> = {
  name: 'slice',
  usage: '[FILE] [--country fr] [--lang fr,en] [--top N] --out FILE',
  summary: 'Cut a smaller catalogue out of a catalogue',
  details: [
    'For small machines and offline apps. A slice is a catalogue like any other.',
    'Foods that tell no country or no language, such as generic ones, are kept.',
    'Without FILE: catalog.db of the data directory if there is one, else the starter catalogue.',
  ],
  options: OPTIONS,
  async run({ values, positionals }, { stdout, stderr }) {
    const filters = readFilters(values);
    const named = readName(values.catalog, positionals);
    if (values.out === null && !values['dry-run']) {
      throw new UsageError('--out FILE is missing: it says where the slice goes');
    }
    const { file, name } = await findCatalog(named, values.data);
    if (typeof file === 'string' && values.out !== null) refuseSameFile(file, values.out);
    const former = openFormer(file, name);
    const progress = openProgress(stderr);
    try {
      const plan = planSlice(former, filters);
      const estimate = renderPlan(name, former.manifest.foods, plan);
      if (plan.ranks.length === 0) {
        throw new PlainError(name, `has no food that is ${describeCut(filters)}`, 'ask for more');
      }
      if (values['dry-run'] || values.out === null) {
        stdout.write(`${estimate}\n`);
        return 0;
      }
      stderr.write(`${estimate}\n`);
      const { foods, bytes, seconds } = await writeSlice(former, plan, values.out, progress.show);
      progress.end();
      const perFood = Math.round(bytes / foods);
      stdout.write(
        `${values.out}: ${formatCount(foods)} foods, ${formatBytes(bytes)} (${perFood} bytes a food), cut in ${formatSeconds(seconds)}\n`,
      );
      return 0;
    } finally {
      progress.end();
      former.close();
    }
  },
};

function readFilters({ country, lang, top }: Values<typeof OPTIONS>): SliceFilters {
  if (country === null && lang === null && top === null) {
    throw new UsageError('say what to keep: --country, --lang, --top, or several of them');
  }
  return { countries: country, languages: lang, top };
}

function readName(catalog: string | null, positionals: readonly string[]): string | null {
  if (positionals.length > 1) throw new UsageError('give one catalogue FILE, or none');
  // --catalog may come from the variable of that name, and FILE cannot: so FILE counts before it.
  return positionals[0] ?? catalog;
}

function refuseSameFile(file: string, out: string): void {
  const [from, to] = [file, out].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }));
  if (from !== undefined && to !== undefined && from.dev === to.dev && from.ino === to.ino) {
    throw new UsageError(`--out ${out} is the catalogue that is cut: give another name`);
  }
}

/** How much will be left, in a few lines, before anything is written. */
function renderPlan(name: string, foods: number, plan: SlicePlan): string {
  const { ranks, bytes, withoutCountry, withoutLanguage } = plan;
  const untold = [
    withoutCountry > 0 ? `${formatCount(withoutCountry)} tell no country` : null,
    withoutLanguage > 0 ? `${formatCount(withoutLanguage)} tell no language` : null,
  ].filter((part) => part !== null);
  return [
    `${name}: keeps ${formatCount(ranks.length)} of ${formatCount(foods)} foods, about ${formatBytes(bytes)}`,
    `  ${describeCut(plan.filters)}`,
    ...(untold.length === 0 ? [] : [`  among them ${untold.join(', ')}`]),
  ].join('\n');
}

/** A list of codes, separated by commas. */
function codes(
  placeholder: string,
  help: string,
  readCode: (code: string) => string,
): Option<readonly string[] | null> {
  const read = (list: string) => [...new Set(list.split(',').map((code) => readCode(code.trim())))].sort();
  return { placeholder, help, initial: null, repeated: false, read };
}

function readCountry(code: string): string {
  const country = findCountry(code);
  if (country !== null && code.length === 2) return country;
  const meant = country === null ? '' : `; that is ${country}`;
  throw new UsageError(`takes two-letter codes of countries such as fr or us, not '${code}'${meant}`);
}

function readLanguage(code: string): string {
  const language = findLanguage(code);
  if (language !== null) return language;
  throw new UsageError(`takes two-letter codes of languages such as fr or en, not '${code}'`);
}
