import { renderTable } from '../../src/cli/table.ts';

/** One row of what `npm run faults` prints: what was done, what came of it, and what had to. */
export interface Figure {
  /** The number in docs/reliability.md; null for what is promised elsewhere. */
  item: number | null;
  done: string;
  figure: string;
  toReach: string;
  isReached: boolean;
}

/** The last column is cut where a line would be longer. */
const TABLE_WIDTH = 220;

export function renderFigures(figures: readonly Figure[]): string {
  const rows = figures.map(({ item, done, figure, toReach, isReached }) => [
    isReached ? 'ok' : 'NOT REACHED',
    item === null ? '' : String(item),
    figure,
    toReach,
    done,
  ]);
  return renderTable(
    [['', 'item', 'figure', 'to reach', 'done'], ...rows],
    ['left', 'right', 'left', 'left', 'left'],
    TABLE_WIDTH,
  );
}

/** A count with thousands set apart. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
