import type { Manifest } from '../../src/catalog/manifest.ts';
import { findCollapse } from '../../src/catalog/write/target.ts';
import type { FoodSource } from '../../src/food/food.ts';
import { PlainError } from '../../src/plain-error.ts';

/** Sources that are not in any export and must be given with every build. */
const OWN_SOURCES: readonly { source: FoodSource; flag: string }[] = [
  { source: 'community', flag: '--community' },
  { source: 'ai_estimate', flag: '--estimates' },
  { source: 'usda', flag: '--usda' },
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
  for (const { source, flag } of OWN_SOURCES) {
    const count = current.foods_by_source[source] ?? 0;
    if (count === 0 || given.has(source)) continue;
    throw new PlainError(
      path,
      `has ${count} foods from the source ${source}, which would be lost`,
      `give ${flag} FILE again, or use --force`,
    );
  }
}

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
