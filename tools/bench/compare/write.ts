import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drawPlots } from './plots.ts';
import { writeParts } from './report.ts';
import type { Results } from './results.ts';

/** Writes a comparison into the pages that have marks for it, beside its plots and the figures themselves. */

const PAGES = ['README.md', 'docs/performance.md'];
export const RESULTS = 'docs/performance.json';

/** `from` has the pages with the marks; the files are for the same places below `to`. */
export function writeResults(results: Results, from: string, to: string): void {
  for (const [file, text] of renderFiles(results, from)) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(join(to, file), text);
  }
}

/** By path. */
export function renderFiles(measured: Results, from: string): Map<string, string> {
  const json = JSON.stringify(measured, rounded, 2);
  // From the figures that are kept, so that pages written from those are the same.
  const results = JSON.parse(json) as Results;
  const files = new Map([[RESULTS, `${json}\n`]]);
  for (const page of PAGES) files.set(page, fillMarks(readFileSync(join(from, page), 'utf8'), results));
  for (const [name, svg] of drawPlots(results)) files.set(join('docs', 'images', name), svg);
  return files;
}

/** What stands between `<!-- NAME: … -->` and `<!-- end of NAME -->` is written again. */
function fillMarks(page: string, results: Results): string {
  let filled = page;
  for (const [name, text] of writeParts(results)) {
    const marks = new RegExp(`(<!-- ${name}: [^>]* -->\n).*?(\n<!-- end of ${name} -->)`, 's');
    filled = filled.replace(marks, (_, start: string, end: string) => `${start}\n${text}\n${end}`);
  }
  return filled;
}

/** More digits than any machine repeats. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}
