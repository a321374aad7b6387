import type { Screen } from './command.ts';

/** The width of a terminal that does not report its own. */
export const USUAL_WIDTH = 80;
/** Anything shorter says nothing. */
const MIN_TEXT_WIDTH = 8;
const GAP = '  ';

/** Of a wrapped text; what is longer is cut. */
const MAX_LINES = 4;

/**
 * Texts are flush left and may be shortened, or wrapped into further lines. Numbers are easiest to read flush right; they
 * and dates stay whole.
 */
type Align = 'left' | 'wrapped' | 'right' | 'whole';

/** Where tables end: at the edge of a terminal. Elsewhere nothing is cut, since a program may be reading. */
export function tableWidth(screen: Screen): number {
  return screen.isTTY ? textWidth(screen) : Number.POSITIVE_INFINITY;
}

/** Where lines of text are broken, which loses nothing. */
export function textWidth({ columns }: Screen): number {
  // Under `script`, for example, a terminal reports 0 columns.
  return columns || USUAL_WIDTH;
}

/**
 * Renders rows as aligned text. If they are too wide, the widest texts are shortened first; a line that is still too long
 * is cut at its end.
 */
export function renderTable(
  rows: readonly (readonly string[])[],
  align: readonly Align[],
  width = Number.POSITIVE_INFINITY,
): string {
  const natural = align.map((_, column) =>
    Math.max(0, ...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  const widths = fitColumns(natural, align, width);
  return rows
    .flatMap((row) => {
      const cells = align.map((side, column) => {
        const columnWidth = widths[column]!;
        const text = row[column] ?? '';
        return side === 'wrapped' ? wrapCell(text, columnWidth) : [cutToWidth(text, columnWidth)];
      });
      const height = Math.max(...cells.map((lines) => lines.length));
      return Array.from({ length: height }, (_, line) => {
        const parts = cells.map((lines, column) => pad(lines[line] ?? '', widths[column]!, align[column]!));
        return cutToWidth(parts.join(GAP).trimEnd(), width);
      });
    })
    .join('\n');
}

/** The widths of columns that fit a line together, as far as shortening texts can achieve that. */
function fitColumns(natural: readonly number[], align: readonly Align[], width: number): number[] {
  const widths = [...natural];
  const gaps = GAP.length * (widths.length - 1);
  let excess = widths.reduce((sum, one) => sum + one, gaps) - width;
  for (; excess > 0; excess--) {
    const texts = widths.map((one, column) => (isText(align[column]!) ? one : 0));
    const widest = Math.max(...texts);
    if (widest <= MIN_TEXT_WIDTH) break;
    widths[texts.lastIndexOf(widest)]!--;
  }
  return widths;
}

function isText(align: Align): boolean {
  return align === 'left' || align === 'wrapped';
}

function wrapCell(text: string, width: number): string[] {
  const lines = wrap(text, width);
  const shown = lines.slice(0, MAX_LINES);
  if (lines.length > MAX_LINES) shown[MAX_LINES - 1] += ` ${lines[MAX_LINES]}`;
  return shown.map((line) => cutToWidth(line, width));
}

/** Cuts text to a width, with an ellipsis for what is missing. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const character of text) {
    const next = displayWidth(character);
    if (used + next > width - 1) break;
    kept += character;
    used += next;
  }
  return `${kept}…`;
}

/** The columns that text takes on a terminal: two for a wide character, none for a combining mark. */
export function displayWidth(text: string): number {
  return Bun.stringWidth(text);
}

function pad(cell: string, width: number, side: Align): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(cell)));
  return side === 'right' ? space + cell : cell + space;
}

/** Breaks text between words into lines that fit the width. */
export function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (displayWidth(line) + 1 + displayWidth(word) <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
