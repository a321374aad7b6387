import { type BuildRequest, buildCatalog } from '../../../build/pipeline.ts';
import type { BuildReport, Example } from '../../../build/report.ts';
import { flag, type OptionTable, text, texts, UsageError, type Values } from '../../options.ts';
import type { Command } from '../command.ts';
import { formatBytes, formatCount, formatSeconds, openProgress } from '../progress.ts';
import { checkReportPath, writeReport } from '../report-file.ts';
import { cutToWidth, renderTable } from '../table.ts';

const OPTIONS = {
  out: text('FILE', 'where the catalogue goes (required)'),
  report: text('FILE.json', 'write the whole report as JSON'),
  community: texts('FILE.csv', 'foods of your own; may be given several times'),
  estimates: texts('FILE.csv', 'labelled AI estimates'),
  usda: texts('FILE', 'generic foods of USDA SR28'),
  force: flag('replace a catalogue even by one that lost much of it'),
} as const satisfies OptionTable;

export const build: Command<typeof OPTIONS> = {
  name: 'build',
  usage: 'INPUT… --out FILE',
  summary: 'Convert dumps to a catalogue',
  details: [
    'An INPUT is an Open Food Facts export: CSV with tabs, JSONL or Parquet, plain or gzip,',
    'or - for standard input. Its kind is told by its content, not by its name.',
  ],
  options: OPTIONS,
  async run({ values, positionals }, { stdout, stderr }) {
    const request = readRequest(values, positionals);
    // Told before the build, which would otherwise have replaced a catalogue by then.
    checkReportPath(values.report);
    const progress = openProgress(stderr);
    try {
      const report = await buildCatalog(request, progress.show);
      progress.end();
      writeReport(values.report, report);
      stdout.write(`${renderReport(request.out, report)}\n`);
      return 0;
    } finally {
      progress.end();
    }
  },
};

type Source = BuildRequest['sources'][number];

function readRequest(values: Values<typeof OPTIONS>, inputs: readonly string[]): BuildRequest {
  if (values.out === null) throw new UsageError('--out FILE is missing: it says where the catalogue goes');
  const of = (source: Source['source'], paths: readonly string[]) => paths.map((path) => ({ source, path }));
  const sources: Source[] = [
    ...of('off', inputs),
    ...of('usda', values.usda),
    ...of('community', values.community),
    ...of('ai_estimate', values.estimates),
  ];
  if (sources.length === 0)
    throw new UsageError('no INPUT: give a dump, or --usda, --community or --estimates');
  if (sources.filter(({ path }) => path === '-').length > 1) throw new UsageError('only one input can be -');
  return { base: null, sources, out: values.out, force: values.force };
}

/** The report as a person reads it: what became of the rows, then what was found in them, then what is filled. */
function renderReport(out: string, report: BuildReport): string {
  const perFood = report.foods === 0 ? 0 : Math.round(report.bytes / report.foods);
  return [
    `${out}: ${formatCount(report.foods)} foods, ${formatBytes(report.bytes)} (${perFood} bytes a food), made in ${formatSeconds(report.seconds)}`,
    '',
    renderRows(report),
    ...renderCounts('refused rows', report.refused, report.refused_examples),
    ...renderCounts('values made unknown (no food can have them)', report.nulled, report.found_examples),
    ...renderCounts('found, shown as on the label with less confidence', report.found, report.found_examples),
    '',
    'known, of all foods',
    renderFill(report),
  ].join('\n');
}

function renderRows(report: BuildReport): string {
  const refused = Object.values(report.refused).reduce((sum, count) => sum + count, 0);
  const sources = Object.entries(report.foods_by_source).map(
    ([source, count]) => `${source} ${formatCount(count)}`,
  );
  return renderTable(
    [
      ['rows read', formatCount(report.rows_read), ''],
      ['foods', formatCount(report.foods), sources.join(', ')],
      ['merged', formatCount(report.merged), 'further records of a food that is there already'],
      ['refused', formatCount(refused), ''],
    ],
    ['left', 'right', 'left'],
  );
}

function renderCounts(
  title: string,
  counts: Record<string, number>,
  examples: Record<string, Example[]>,
): string[] {
  const entries = Object.entries(counts);
  if (entries.length === 0) return [];
  const rows = entries.map(([name, count]) => {
    const example = examples[name]?.[0];
    return [
      `  ${name.replace(/^impossible_/, '')}`,
      formatCount(count),
      example === undefined ? '' : `line ${example.line}: ${cutToWidth(example.text, 60)}`,
    ];
  });
  return ['', title, renderTable(rows, ['left', 'right', 'left'])];
}

function renderFill(report: BuildReport): string {
  const share = (count: number) =>
    report.foods === 0 ? '–' : `${((100 * count) / report.foods).toFixed(1)} %`;
  const cells = Object.entries(report.fill).map(([field, count]) => [`  ${field}`, share(count)]);
  const half = Math.ceil(cells.length / 2);
  const rows = cells.slice(0, half).map((left, index) => [...left, ...(cells[index + half] ?? ['', ''])]);
  return renderTable(rows, ['left', 'right', 'left', 'right']);
}
