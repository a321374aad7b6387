/** How a column of a table stands. Numbers read best flush right. */
export type Align = 'left' | 'right';

/** Rows as aligned text. The last column is cut where the line would not fit. */
export function renderTable(
  rows: readonly (readonly string[])[],
  align: readonly Align[],
  width = 80,
): string {
  const widths = align.map((_, column) => Math.max(0, ...rows.map((row) => displayWidth(row[column] ?? ''))));
  return rows
    .map((row) => {
      const cells = align.map((side, column) => pad(row[column] ?? '', widths[column]!, side));
      return cutToWidth(cells.join('  ').trimEnd(), width);
    })
    .join('\n');
}

/** Cuts at the width of the screen, with an ellipsis in place of what is missing. */
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

/** Columns that a text takes on a terminal: two for a wide character, none for a mark above another. */
export function displayWidth(text: string): number {
  return Bun.stringWidth(text);
}

function pad(cell: string, width: number, side: Align): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(cell)));
  return side === 'left' ? cell + space : space + cell;
}
