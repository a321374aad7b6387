import { statSync } from 'node:fs';
import { findCatalog } from '../../catalog/find.ts';
import type { Cut, Manifest } from '../../catalog/manifest.ts';
import { openCatalog } from '../../catalog/open.ts';
import { countByCountry, countByLanguage } from '../../catalog/origins.ts';
import { flag, type OptionTable, text, UsageError } from '../../options.ts';
import type { Command } from '../command.ts';
import { formatBytes, formatCount } from '../progress.ts';
import { describeCut } from '../slice-summary.ts';
import { renderTable } from '../table.ts';
import { USUAL_WIDTH, wrap } from '../wrap.ts';

const OPTIONS = {
  data: text('DIR', 'the data directory, where catalog.db is looked for'),
  json: flag('the manifest as JSON'),
} as const satisfies OptionTable;

export const info: Command<typeof OPTIONS> = {
  name: 'info',
  usage: '[FILE]',
  summary: 'Show what a catalogue holds',
  details: ['Without FILE: catalog.db of the data directory if there is one, else the starter catalogue.'],
  options: OPTIONS,
  async run({ values, positionals }, { stdout }) {
    if (positionals.length > 1) throw new UsageError('give one catalogue FILE, or none');
    const { file, name } = await findCatalog(positionals[0] ?? null, values.data);
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
    stdout.write(values.json ? `${JSON.stringify(facts, null, 2)}\n` : `${renderInfo(name, facts)}\n`);
    return 0;
  },
};

interface Facts extends Manifest {
  foods_by_country: Record<string, number>;
  foods_by_language: Record<string, number>;
  content_sha256: string;
  bytes: number;
}

/** So many countries and languages fit a line of a terminal; --json has all. */
const SHOWN_COUNTS = 4;

function renderInfo(name: string, facts: Facts): string {
  const share = (count: number) => `${((100 * count) / Math.max(1, facts.foods)).toFixed(1)} %`;
  const plain = [
    ['catalogue', name],
    ['foods', `${formatCount(facts.foods)} (${formatBytes(facts.bytes)})`],
    ...Object.entries(facts.foods_by_source).map(([source, count]) => [`  ${source}`, formatCount(count)]),
    ...renderCounts('sold in', facts.foods_by_country),
    ...renderCounts('labelled in', facts.foods_by_language),
    ...renderCuts(facts.cut_from ?? []),
    ['newest record', facts.dump_date ?? 'not told'],
    ['schema', String(facts.schema_version)],
    ['sha256', facts.content_sha256],
    ['licence', facts.licence],
    ['', facts.licence_url],
  ];
  const sources = facts.sources.map((source) => [
    `  ${source.name}`,
    source.kind,
    `${formatCount(source.rows)} rows`,
    source.newest ?? '',
    source.sha256.slice(0, 12),
  ]);
  const fill = Object.entries(facts.fill).map(([field, count]) => [`  ${field}`, share(count)]);
  return [
    renderTable(plain, ['left', 'left'], 100),
    ...wrap(facts.credit, USUAL_WIDTH),
    '',
    'made from',
    renderTable(sources, ['left', 'left', 'right', 'left', 'left']),
    '',
    'known, of all foods',
    renderTable(fill, ['left', 'right']),
  ].join('\n');
}

function renderCounts(title: string, counts: Record<string, number>): string[][] {
  const entries = Object.entries(counts);
  if (entries.length === 0) return [];
  const shown = entries.slice(0, SHOWN_COUNTS).map(([code, count]) => `${code} ${formatCount(count)}`);
  const more = entries.length - shown.length;
  return [[title, `${shown.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`]];
}

/** Of a slice: what it was cut from, and what was kept. */
function renderCuts(cuts: readonly Cut[]): string[][] {
  return cuts.flatMap((cut) => [
    [
      'cut from',
      `${formatCount(cut.parent_foods)} foods of ${cut.parent_sha256.slice(0, 12)}, keeping those`,
    ],
    ['', describeCut(cut)],
  ]);
}
