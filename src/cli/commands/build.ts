import { builtInFoods } from '../../../build/built-in.ts';
import { type BuildRequest, buildCatalog } from '../../../build/pipeline.ts';
import { flag, type OptionTable, text, UsageError, type Values } from '../../options.ts';
import { checkReportPath, renderReport, writeReport } from '../build-report.ts';
import type { Command } from '../command.ts';
import { CONTENT_OPTIONS, readContent } from '../content-options.ts';
import { openBuildProgress } from '../progress.ts';

const OPTIONS = {
  out: text('FILE', 'the catalogue to write (required)'),
  report: text('FILE.json', 'write the full report as JSON'),
  ...CONTENT_OPTIONS,
  force: flag('replace a catalogue even if the new one has lost much of it'),
} as const satisfies OptionTable;

export const build: Command<typeof OPTIONS> = {
  name: 'build',
  usage: 'INPUT… --out FILE',
  summary: 'Build a catalogue from dumps',
  details: [
    'An INPUT is an Open Food Facts export (tab-separated CSV, JSONL or Parquet; plain or gzip),',
    'or - for standard input. The format is detected from the content, not from the file name.',
    'The generic foods that come with larder, such as raw apples, are added; --generic none leaves them out.',
  ],
  options: OPTIONS,
  async run({ values, positionals }, { stdout, stderr }) {
    const request = await readRequest(values, positionals);
    // Before the build: afterwards, a catalogue would already have been replaced.
    checkReportPath(values.report, [request.out, ...request.sources.map(({ path }) => path)]);
    const progress = openBuildProgress(stderr);
    try {
      const report = await buildCatalog(request, progress.show);
      progress.end();
      writeReport(values.report, report);
      stdout.write(`${renderReport(request.out, report)}\n`);
    } finally {
      progress.end();
    }
  },
};

async function readRequest(values: Values<typeof OPTIONS>, inputs: readonly string[]): Promise<BuildRequest> {
  if (values.out === null) throw new UsageError('--out FILE is missing');
  const own = readContent(values);
  const sources = [...inputs.map((path) => ({ source: 'off', path }) as const), ...own.sources];
  if (sources.length === 0)
    throw new UsageError('no INPUT: give a dump, --table, --usda, --community or --estimates');
  if (sources.filter(({ path }) => path === '-').length > 1)
    throw new UsageError('only one input can be standard input (-)');
  return {
    base: null,
    sources,
    builtIn: await builtInFoods(own.generic),
    out: values.out,
    force: values.force,
    without: own.without,
  };
}
