/** The width of a terminal that does not report its own. */
export const USUAL_WIDTH = 80;

/** Numbers are easiest to read flush right. */
type Align = 'left' | 'right';

/** Renders rows as aligned text. A line that is too long is cut at its end. */
export function renderTable(
  rows: readonly (readonly string[])[],
  align: readonly Align[],
  width = USUAL_WIDTH,
): string {
  const widths = align.map((_, column) => Math.max(0, ...rows.map((row) => displayWidth(row[column] ?? ''))));
  return rows
    .map((row) => {
      const cells = align.map((side, column) => pad(row[column] ?? '', widths[column]!, side));
      return cutToWidth(cells.join('  ').trimEnd(), width);
    })
    .join('\n');
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
  return side === 'left' ? cell + space : space + cell;
}

/** Breaks text between words into lines that fit the width. */
export function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
