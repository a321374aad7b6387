import { renderTable } from '../../src/cli/table.ts';

/** A row of the table that `npm run faults` prints: what was done, the outcome, and the target. */
export interface Figure {
  /** The number of the promise in docs/evidence/reliability.md; null for those without a number. */
  item: number | null;
  done: string;
  figure: string;
  toReach: string;
  isReached: boolean;
}

/** The last column is cut so that no line is longer. */
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

/** With separators between thousands. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
