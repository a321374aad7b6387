/**
 * Figures with units in a document, and whether a reader can place them. Those that were measured stand in a section that
 * says when and with which command, or that a command writes; all others are limits and settings, and read like that.
 */

export interface Figure {
  /** From 1. */
  line: number;
  text: string;
}

/** The units in which speed, size and quality are given. */
const UNIT = '(?:µs|ms|s|seconds?|kB|KB|KiB|MB|MiB|GB|GiB|bytes|%)';
const NUMBER = String.raw`\d[\d,.]*`;
const FIGURE = new RegExp(
  String.raw`(?<![\w.,-])${NUMBER}\s?(?:${UNIT}(?![\w/])|/s\b|(?:\w+\s){0,2}a\s+second\b)`,
  'g',
);

/** `Measured 2026-11-18 with`, or `written by`, and the commands. */
const COMMAND = '`(?:npm run|larder|systemd-analyze|WRITE_DOCS=1) [^`]+`(?: \\(removed since\\))?';
const SOURCE = new RegExp(
  String.raw`\b(?:measured\s+\d{4}-\d\d-\d\d\s+with|written\s+by)\s+(${COMMAND}(?:(?:,|\s+and)\s+${COMMAND})*)`,
  'gi',
);

/** What a limit says holds at any time; these words lead to none that was measured once. */
const LIMIT = new RegExp(
  String.raw`\b(?:at most|at least|up to|within|less than|more than|fewer than|larger than|under|over|below|any|every|after|for)(?:\s+the last)?\s+${NUMBER}(?:(?:,| and| or| to)?\s${NUMBER})*\s?${UNIT}`,
  'gi',
);

/** What nobody reads as prose: code, its output, and the markup of pictures. */
const CODE = /^```.*?^```|`[^`\n]*`|<[^>]+>/gms;

export function findUnplaced(markdown: string, settings: readonly RegExp[] = []): Figure[] {
  return sectionsOf(markdown).flatMap(({ line, text }) => {
    if (text.search(SOURCE) !== -1) return [];
    const read = [CODE, LIMIT, ...settings].reduce((rest, pattern) => blankOut(rest, pattern), text);
    return [...read.matchAll(FIGURE)].map(({ 0: figure, index }) => ({
      line: line + read.slice(0, index).split('\n').length - 1,
      text: figure.replace(/\s+/g, ' '),
    }));
  });
}

/** The commands that figures of a document come from, and that are still there. */
export function sourcesOf(markdown: string): string[] {
  return [...markdown.matchAll(SOURCE)].flatMap(([, commands]) =>
    [...commands!.matchAll(/`([^`]+)`(?! \(removed)/g)].map(([, command]) => command!),
  );
}

/** Each from a heading to the next. */
function sectionsOf(markdown: string): { line: number; text: string }[] {
  const headings = blankOut(markdown, CODE).matchAll(/^#{1,6} /gm);
  const starts = [0, ...[...headings].map(({ index }) => index)];
  return starts.map((start, i) => ({
    line: markdown.slice(0, start).split('\n').length,
    text: markdown.slice(start, starts[i + 1]),
  }));
}

/** Leaves everything else where it was. */
function blankOut(text: string, pattern: RegExp): string {
  const all = new RegExp(pattern.source, [...new Set(`${pattern.flags}g`)].join(''));
  return text.replace(all, (found) => found.replace(/[^\n]/g, ' '));
}
