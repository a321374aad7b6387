import { statSync } from 'node:fs';
import { openCatalog } from '../catalog/open.ts';
import type { Command } from './command.ts';
import { findCatalog } from './data-directory.ts';
import { flag, type OptionTable, text, UsageError } from './options.ts';
import { formatBytes, formatCount } from './progress.ts';
import { renderTable } from './table.ts';

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
    const facts = { ...catalog.manifest, content_sha256: catalog.contentHash, bytes };
    catalog.close();
    stdout.write(values.json ? `${JSON.stringify(facts, null, 2)}\n` : `${renderInfo(name, facts)}\n`);
    return 0;
  },
};

type Facts = ReturnType<typeof openCatalog>['manifest'] & { content_sha256: string; bytes: number };

function renderInfo(name: string, facts: Facts): string {
  const share = (count: number) => `${((100 * count) / Math.max(1, facts.foods)).toFixed(1)} %`;
  const plain = [
    ['catalogue', name],
    ['foods', `${formatCount(facts.foods)} (${formatBytes(facts.bytes)})`],
    ...Object.entries(facts.foods_by_source).map(([source, count]) => [`  ${source}`, formatCount(count)]),
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
    facts.credit,
    '',
    'made from',
    renderTable(sources, ['left', 'left', 'right', 'left', 'left']),
    '',
    'known, of all foods',
    renderTable(fill, ['left', 'right']),
  ].join('\n');
}
