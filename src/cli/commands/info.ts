import { statSync } from 'node:fs';
import { findCatalog } from '../../catalog/locate-catalog.ts';
import { type Cut, countByCountry, countByLanguage, type Manifest } from '../../catalog/manifest.ts';
import { openCatalog } from '../../catalog/open.ts';
import { formatCount, formatCounted } from '../../counts.ts';
import { newestRecordOf } from '../../food/catalog.ts';
import { tablesOf } from '../../food/credit.ts';
import type { TableCredit } from '../../food/food-tables.ts';
import { flag, type OptionTable, text } from '../../options.ts';
import type { Command } from '../command.ts';
import { formatBytes, formatFilters } from '../format.ts';
import { namedCatalog } from '../named-catalog.ts';
import { renderTable, tableWidth, USUAL_WIDTH, wrap } from '../table.ts';

const OPTIONS = {
  catalog: text('FILE', 'the catalogue to show, instead of FILE'),
  data: text('DIR', 'the data directory, which may hold catalog.db'),
  json: flag('print the manifest as JSON'),
} as const satisfies OptionTable;

export const info: Command<typeof OPTIONS> = {
  name: 'info',
  usage: '[FILE]',
  summary: 'Show what is in a catalogue',
  details: [
    'Without FILE, it shows catalog.db in the data directory or, if there is none, the starter catalogue.',
  ],
  options: OPTIONS,
  async run(line, { stdout }) {
    const { values } = line;
    const { file, name } = await findCatalog(namedCatalog(line), values.data);
    const catalog = openCatalog(file, name);
    const bytes = typeof file === 'string' ? statSync(file).size : file.length;
    const facts = {
      ...catalog.manifest,
      foods_by_country: countByCountry(catalog.db),
      foods_by_language: countByLanguage(catalog.db),
      content_sha256: catalog.contentHash,
      bytes,
    };
    catalog.close();
    stdout.write(
      values.json
        ? `${JSON.stringify(facts, null, 2)}\n`
        : `${renderInfo(name, facts, tableWidth(stdout))}\n`,
    );
  },
};

interface Facts extends Manifest {
  foods_by_country: Record<string, number>;
  foods_by_language: Record<string, number>;
  content_sha256: string;
  bytes: number;
}

/** The edition of a table and its licence, where they are known. */
function describeTable({ title, edition, licence }: TableCredit): string {
  return [title, edition, licence].filter((text) => text !== null).join('; ');
}

/** As many countries or languages as fit one line of a terminal; --json has them all. */
const SHOWN_COUNTS = 4;

function renderInfo(name: string, facts: Facts, width: number): string {
  const share = (count: number) => `${((100 * count) / Math.max(1, facts.foods)).toFixed(1)} %`;
  const widest = Math.max(...Object.values(facts.foods_by_source).map((count) => formatCount(count).length));
  const plain = [
    ['catalogue', name],
    ['foods', `${formatCount(facts.foods)} (${formatBytes(facts.bytes)})`],
    ...Object.entries(facts.foods_by_source).map(([source, count]) => [
      `  ${source}`,
      [formatCount(count).padStart(widest, '\u00a0'), ...tablesOf(source, facts).map(describeTable)].join(
        '  ',
      ),
    ]),
    ...renderCounts('sold in', facts.foods_by_country),
    ...renderCounts('labelled in', facts.foods_by_language),
    ['full records', renderRecords(facts)],
    ...renderCuts(facts.cut_from ?? []),
    ['newest record', newestRecordOf(facts) ?? 'unknown'],
    ['schema', String(facts.schema_version)],
    ['sha256', facts.content_sha256],
    ['licence', facts.licence],
    ['', facts.licence_url],
  ];
  const sources = facts.sources.map((source) => [
    `  ${source.name}`,
    source.kind,
    `${formatCounted(source.rows, 'row')}`,
    source.newest ?? '',
    source.sha256.slice(0, 12),
  ]);
  const fill = Object.entries(facts.fill).map(([field, count]) => [`  ${field}`, share(count)]);
  return [
    // Paths and hashes are copied from here, so they stay whole.
    renderTable(wrapped(plain), ['left', 'whole']),
    ...wrap(facts.credit, USUAL_WIDTH),
    '',
    'built from',
    renderTable(sources, ['left', 'whole', 'right', 'whole', 'whole'], width),
    '',
    'foods with a known value',
    renderTable(fill, ['left', 'right']),
  ].join('\n');
}

/** Rows whose text goes on in further ones where it is too long for a usual terminal; a path or hash is one word. */
function wrapped(rows: readonly string[][]): string[][] {
  const textAt = Math.max(...rows.map(([label]) => label!.length)) + 2;
  return rows.flatMap(([label, text]) =>
    wrap(text!, USUAL_WIDTH - textAt).map((line, at) => [at === 0 ? label! : '', line]),
  );
}

function renderCounts(title: string, counts: Record<string, number>): string[][] {
  const entries = Object.entries(counts);
  if (entries.length === 0) return [];
  const shown = entries.slice(0, SHOWN_COUNTS).map(([code, count]) => `${code} ${formatCount(count)}`);
  const more = entries.length - shown.length;
  return [[title, `${shown.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`]];
}

/** What `full` can return. */
function renderRecords({ fill, without = [] }: Facts): string {
  if (!fill.full_record) return 'none';
  const ingredients = without.includes('ingredients')
    ? 'without ingredients'
    : `${formatCount(fill.ingredients_text ?? 0)} with ingredients`;
  return `${formatCount(fill.full_record)} (${ingredients})`;
}

/** For a slice: what it was cut from and what was kept. */
function renderCuts(cuts: readonly Cut[]): string[][] {
  return cuts.flatMap((cut) => [
    [
      'cut from',
      `${formatCounted(cut.parent_foods, 'food')} of ${cut.parent_sha256.slice(0, 12)}, keeping those`,
    ],
    ['', formatFilters(cut)],
  ]);
}
