import type { Manifest } from '../../src/catalog/manifest.ts';
import { findCollapse } from '../../src/catalog/write/target.ts';
import type { FoodSource } from '../../src/food/food.ts';
import { PlainError } from '../../src/plain-error.ts';

/** Sources that no export brings: they must be given again with each build. */
const OWN_SOURCES: readonly { source: FoodSource; flag: string }[] = [
  { source: 'community', flag: '--community' },
  { source: 'ai_estimate', flag: '--estimates' },
  { source: 'usda', flag: '--usda' },
];

/**
 * Refuses, before anything is downloaded, a pull that would lose what the present catalogue has and no export brings:
 * foods of one's own, or the choice of a slice.
 */
export function refuseLoss(path: string, present: Manifest, given: ReadonlySet<FoodSource>): void {
  if (present.cut_from !== undefined) {
    throw new PlainError(
      path,
      'is a slice, which a pull would replace by a whole catalogue',
      'pull to another --data and slice that, or give --force',
    );
  }
  for (const { source, flag } of OWN_SOURCES) {
    const count = present.foods_by_source[source] ?? 0;
    if (count === 0 || given.has(source)) continue;
    throw new PlainError(
      path,
      `has ${count} foods of the source ${source}, which would be lost`,
      `give ${flag} FILE again, or --force`,
    );
  }
}

/** Refuses a finished catalogue that has lost much of what the present one has. */
export function refuseCollapse(path: string, present: Manifest, next: Manifest): void {
  const reason = findCollapse(present, next);
  if (reason === null) return;
  throw new PlainError(
    path,
    `the new catalogue is not put in its place, since ${reason}`,
    'check the source, or give --force',
  );
}
