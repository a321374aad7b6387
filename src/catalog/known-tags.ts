import type { HasAllergenTag } from '../food/allergens.ts';
import type { RecordTags } from '../food/record-facets.ts';
import type { KnownTags, NamedTags } from '../food/tag-filters.ts';
import { isPlainTag, tagOf } from '../food/tags.ts';
import { onDemand } from '../on-demand.ts';
import { type Database, damagedFile } from '../sqlite/driver.ts';
import { unpackTagSets } from './columns/codes.ts';

/*
 * Looks for tags apart from the columns, since the thread that answers requests checks parameters by them and never loads
 * those.
 */

/** Looks for tags of allergens and traces. */
export function openAllergenTags(db: Database, foods: number): HasAllergenTag {
  const tags = onDemand(() => {
    const read = (kind: RecordTags) => readTags(db, foods, kind);
    return new Set([...read('allergens'), ...read('traces')]);
  });
  return (tag) => tags().has(tag);
}

/** Looks for tags of other kinds. */
export function openKnownTags(db: Database, foods: number): (kind: NamedTags) => KnownTags {
  const opened = new Map<NamedTags, KnownTags>();
  function open(kind: NamedTags): KnownTags {
    const tags = readTags(db, foods, kind);
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

/** In the order of the foods that have them. */
function readTags(db: Database, foods: number, kind: RecordTags): readonly string[] {
  const packed = db.prepare('SELECT amounts FROM columns WHERE name = ?').pluck().get(kind);
  if (!(packed instanceof Uint8Array)) throw damagedFile();
  return unpackTagSets(packed as Buffer, foods).tags;
}
