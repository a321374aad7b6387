import type { HasAllergenTag } from '../food/allergens.ts';
import type { RecordTags } from '../food/record-facets.ts';
import type { KnownTags, NamedTags } from '../food/tag-filters.ts';
import { isPlainTag, tagOf } from '../food/tags.ts';
import { onDemand } from '../on-demand.ts';
import { type Database, hasTable } from '../sqlite/driver.ts';
import { unpackTagSets } from './columns/codes.ts';
import { readJointAllergens } from './columns/columns.ts';

/*
 * Looks for tags apart from the columns, since the thread that answers requests checks parameters by them and never loads
 * those.
 */

/** Looks for tags of allergens and traces. */
export function openAllergenTags(db: Database, foods: number): HasAllergenTag {
  const tags = onDemand(() => {
    const joint = readJointAllergens(db)?.tags;
    const read = (kind: RecordTags) => readTags(db, foods, kind) ?? [];
    return new Set(joint ?? [...read('allergens'), ...read('traces')]);
  });
  return (tag) => tags().has(tag);
}

/** Looks for tags of other kinds; null where a catalogue of an earlier release has none. */
export function openKnownTags(db: Database, foods: number): (kind: NamedTags) => KnownTags | null {
  const opened = new Map<NamedTags, KnownTags | null>();
  function open(kind: NamedTags): KnownTags | null {
    const tags = readTags(db, foods, kind);
    if (tags === null) return null;
    const known = new Set(tags);
    /** Some are not written as people would look for them. There may be a hundred thousand tags. */
    const others = onDemand(() => new Set(tags.filter((tag) => !isPlainTag(tag)).map(tagOf)));
    return {
      has: (text) => known.has(tagOf(text)) || others().has(tagOf(text)),
      first: (most) => tags.slice(0, most),
    };
  }
  return (kind) => {
    const known = opened.get(kind);
    if (known !== undefined) return known;
    const found = open(kind);
    opened.set(kind, found);
    return found;
  };
}

/** In the order of the foods that have them; null where the catalogue has no such column. */
function readTags(db: Database, foods: number, kind: RecordTags): readonly string[] | null {
  if (!hasTable(db, 'columns')) return null;
  const packed = db.prepare('SELECT amounts FROM columns WHERE name = ?').pluck().get(kind);
  return packed instanceof Uint8Array ? unpackTagSets(packed as Buffer, foods).tags : null;
}
