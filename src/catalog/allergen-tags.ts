import type { HasAllergenTag } from '../food/allergens.ts';
import { onDemand } from '../on-demand.ts';
import { type Database, textOf } from '../sqlite/driver.ts';

/**
 * Looks for tags of allergens and traces. Apart from the columns, since the thread that answers requests checks
 * parameters by it and never loads those.
 */
export function openAllergenTags(db: Database): HasAllergenTag {
  const tags = onDemand(() => {
    const hasTable = db
      .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'allergen_sets'")
      .get();
    // A catalogue of an earlier release has none.
    if (hasTable === undefined) return new Set<string>();
    const sets = db.prepare('SELECT tags FROM allergen_sets').pluck().all();
    return new Set(sets.flatMap((set) => textOf(set)?.split(' ') ?? []));
  });
  return (tag) => tags().has(tag);
}
