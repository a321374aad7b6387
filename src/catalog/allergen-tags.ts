import type { HasAllergenTag } from '../food/allergens.ts';
import { onDemand } from '../on-demand.ts';
import { type Database, hasTable } from '../sqlite/driver.ts';
import { unpackTagSets } from './columns/codes.ts';
import { readJointAllergens } from './columns/columns.ts';

/**
 * Looks for tags of allergens and traces. Apart from the columns, since the thread that answers requests checks
 * parameters by it and never loads those.
 */
export function openAllergenTags(db: Database, foods: number): HasAllergenTag {
  const tags = onDemand(() => {
    const joint = readJointAllergens(db);
    if (joint !== null) return new Set(joint.tags);
    // A catalogue of an earlier release has no columns.
    if (!hasTable(db, 'columns')) return new Set<string>();
    const select = db.prepare("SELECT amounts FROM columns WHERE name IN ('allergens', 'traces')").pluck();
    return new Set(select.all().flatMap((packed) => unpackTagSets(packed as Buffer, foods).tags));
  });
  return (tag) => tags().has(tag);
}
