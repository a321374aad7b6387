import type { Manifest } from '../../src/catalog/manifest.ts';
import { countOwn, findCollapse } from '../../src/catalog/write/target.ts';
import type { FoodSource } from '../../src/food/food.ts';
import { TABLE_NAMES } from '../../src/food/food-tables.ts';
import { PlainError } from '../../src/plain-error.ts';

/** Sources that are not in any export and must be given with every build. */
const OWN_SOURCES: readonly { source: FoodSource; remedy: string }[] = [
  { source: 'community', remedy: 'give --community FILE again' },
  { source: 'ai_estimate', remedy: 'give --estimates FILE again' },
  { source: 'table', remedy: 'give --table FILE again' },
  ...TABLE_NAMES.map((source) => ({ source, remedy: `name ${source} in --generic` })),
];

/**
 * Refuses a pull, before anything is downloaded, that would lose something no export can restore: the operator's own
 * foods, or the selection of a slice.
 */
export function refuseLoss(path: string, current: Manifest, given: ReadonlySet<FoodSource>): void {
  if (current.cut_from !== undefined) {
    throw new PlainError(
      path,
      'is a slice, and a pull would replace it with a whole catalogue',
      'pull into another --data directory and slice that, or use --force',
    );
  }
  for (const { source, remedy } of OWN_SOURCES) {
    const count = countOwn(current, source);
    if (count === 0 || given.has(source)) continue;
    throw wouldBeLost(path, source, count, `${remedy}, or use --force`);
  }
}

function wouldBeLost(path: string, source: FoodSource, count: number, remedy: string): PlainError {
  return new PlainError(path, `has ${count} foods from the source ${source}, which would be lost`, remedy);
}

/** Refuses a pack that has none of the foods that somebody added to the current catalogue. */
export function refuseLossTo(path: string, current: Manifest, pack: Manifest): void {
  for (const source of ADDED_SOURCES) {
    const count = countOwn(current, source);
    if (count > 0 && countOwn(pack, source) === 0) {
      throw wouldBeLost(path, source, count, 'serve them with `larder serve --overlay`, or use --force');
    }
  }
}
const ADDED_SOURCES = ['community', 'ai_estimate'] as const satisfies FoodSource[];

/** Refuses a new catalogue that has lost much of what the current one has. */
export function refuseCollapse(path: string, current: Manifest, next: Manifest): void {
  const reason = findCollapse(current, next);
  if (reason === null) return;
  throw new PlainError(
    path,
    `not replaced by the new catalogue, because ${reason}`,
    'check the source, or use --force',
  );
}
