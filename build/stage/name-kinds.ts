import { foldNames, readNames, writeNames } from '../../src/food/food-names.ts';
import type { Database } from '../../src/sqlite/driver.ts';
import { type KindMember, kindOfFood, nameKind } from '../names/kinds.ts';

interface StagedMember extends KindMember {
  seq: number;
}

/** Marks the staged foods that are the same in several tables, and gives each the names that people mean it by. */
export function nameKinds(db: Database, places: readonly number[]): void {
  const select = db.prepare(
    "SELECT seq, id, name, source, names FROM staged WHERE seq = ? AND (brand IS NULL OR source = 'usda')",
  );
  const update = db.prepare(
    'UPDATE staged SET kind = ?, names = ?, name_words = ?, image = coalesce(image, ?) WHERE seq = ?',
  );
  const imageAt = db.prepare('SELECT image FROM staged WHERE seq = ?').pluck();
  const kinds = new Map<string, StagedMember[]>();
  for (const place of places) {
    // A record that was merged into another is gone.
    const row = select.get(place) as (Omit<StagedMember, 'names'> & { names: string | null }) | undefined;
    const kind = row === undefined ? null : kindOfFood(row);
    if (row === undefined || kind === null) continue;
    const members = kinds.get(kind) ?? [];
    kinds.set(kind, members);
    members.push({ ...row, names: readNames(row.names) });
  }
  for (const [kind, members] of kinds) {
    if (members.length === 1) continue;
    const { main, names } = nameKind(kind, members);
    // A picture of milk is one of all milk.
    const image = imageAt.get(members.find(({ id }) => id === main)!.seq);
    for (const { id, seq } of members) {
      const stored = writeNames(names.get(id)!);
      update.run(main, stored, foldNames(stored), image, seq);
    }
  }
}
