import { accessSync, closeSync, constants, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { BuildReport, Example } from '../../build/report.ts';
import { formatCount, formatCounted } from '../counts.ts';
import { memberOf } from '../member-of.ts';
import { UsageError } from '../options.ts';
import { PlainError } from '../plain-error.ts';
import { isSameFile } from '../system.ts';
import { formatBytes, formatSeconds } from './format.ts';
import { cutToWidth, renderTable, USUAL_WIDTH } from './table.ts';

/**
 * Fails before hours of work if the report could not be written afterwards, or if it would replace something else, such as
 * one of the `files` that the command reads or writes; null means that none is wanted.
 */
export function checkReportPath(path: string | null, files: readonly string[]): void {
  if (path === null) return;
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing?.isDirectory()) {
    throw new PlainError(path, 'is a directory', 'give a file name for the report');
  }
  if (files.some((file) => isSameFile(file, path))) {
    throw new UsageError(`--report ${path} would replace a file that this command uses; give another name`);
  }
  // A typo must not cost anyone their dump.
  if (existing?.isFile() && existing.size > 0 && !looksLikeReport(path)) {
    throw new PlainError(path, 'is not a report and would be overwritten', 'change --report');
  }
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw isMissing
      ? new PlainError(path, 'its directory does not exist', 'create the directory first, or change --report')
      : new PlainError(path, 'its folder is not writable', 'change --report');
  }
}

const REPORT_START = '{\n  "rows_read": ';

function looksLikeReport(path: string): boolean {
  const start = Buffer.alloc(REPORT_START.length);
  const file = openSync(path, 'r');
  try {
    readSync(file, start);
  } finally {
    closeSync(file);
  }
  return start.toString() === REPORT_START;
}

export function writeReport(path: string | null, report: BuildReport): void {
  if (path !== null) writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
}

/** The report for people: what became of the rows, what was wrong with them, and how complete the foods are. */
export function renderReport(out: string, report: BuildReport): string {
  const perFood = report.foods === 0 ? 0 : Math.round(report.bytes / report.foods);
  return [
    `${out}: ${formatCounted(report.foods, 'food')}, ${formatBytes(report.bytes)} (${perFood} bytes per food), built in ${formatSeconds(report.seconds)}`,
    '',
    renderRows(report),
    ...renderCounts('refused rows', report.refused, report.refused_examples),
    ...renderCounts('impossible values, set to unknown', report.nulled, report.found_examples),
    ...renderCounts('doubtful values, kept with less confidence', report.found, report.found_examples),
    '',
    'foods with a known value',
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
      ['merged', formatCount(report.merged), 'further records of the same foods'],
      ['refused', formatCount(refused), ''],
      ...renderGeneric(report),
    ],
    ['left', 'right', 'left'],
    USUAL_WIDTH,
  );
}

function renderGeneric({ generic_rows }: BuildReport): string[][] {
  if (generic_rows === 0) return [];
  return [['generic', formatCount(generic_rows), 'of the rows are built in; see --generic none']];
}

function renderCounts(
  title: string,
  counts: Record<string, number>,
  examples: Record<string, Example[]>,
): string[] {
  const entries = Object.entries(counts);
  if (entries.length === 0) return [];
  const rows = entries.map(([name, count]) => {
    const example = memberOf(examples, name)?.[0];
    return [
      `  ${name.replace(/^impossible_/, '')}`,
      formatCount(count),
      example === undefined ? '' : `${locationOf(example)}: ${cutToWidth(example.text, 60)}`,
    ];
  });
  return ['', title, renderTable(rows, ['left', 'right', 'left'], USUAL_WIDTH)];
}

/** As compilers write it. Foods of a catalogue have no line. */
function locationOf({ file, line }: Example): string {
  return line === null ? basename(file) : `${basename(file)}:${line}`;
}

function renderFill(report: BuildReport): string {
  const share = (count: number) =>
    report.foods === 0 ? '–' : `${((100 * count) / report.foods).toFixed(1)} %`;
  const cells = Object.entries(report.fill).map(([field, count]) => [`  ${field}`, share(count)]);
  const half = Math.ceil(cells.length / 2);
  const rows = cells.slice(0, half).map((left, index) => [...left, ...(cells[index + half] ?? ['', ''])]);
  return renderTable(rows, ['left', 'right', 'left', 'right']);
}
