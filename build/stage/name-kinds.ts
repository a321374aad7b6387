import { readNames, writeNames } from '../../src/food/food-names.ts';
import type { Database } from '../../src/sqlite/driver.ts';
import { type KindMember, kindOfFood, nameKind } from '../names/kinds.ts';
import type { CleanFood } from '../normalize/normalize.ts';
import { indexed } from './staged-row.ts';

type StagedFood = Pick<
  CleanFood,
  'id' | 'name' | 'brand' | 'category' | 'also' | 'names' | 'source' | 'image'
> & { seq: number };

/** Marks the staged foods that are the same in several tables, and gives each the names that people mean it by. */
export function nameKinds(db: Database): void {
  const foods = db
    .prepare(
      `SELECT seq, id, name, brand, category, also, names, source, image FROM staged
       WHERE source <> 'off' AND (brand IS NULL OR source = 'usda')`,
    )
    .iterate() as IterableIterator<StagedFood>;
  const update = db.prepare(
    'UPDATE staged SET kind = ?, names = ?, name_words = ?, terms = ?, image = coalesce(image, ?) WHERE seq = ?',
  );
  const kinds = new Map<string, StagedFood[]>();
  for (const food of foods) {
    const kind = kindOfFood(food);
    if (kind === null) continue;
    const members = kinds.get(kind) ?? [];
    kinds.set(kind, members);
    members.push(food);
  }
  for (const [kind, members] of kinds) {
    if (members.length === 1) continue;
    const { main, names } = nameKind(kind, members.map(asMember));
    // A picture of milk is one of all milk.
    const { image } = members.find(({ id }) => id === main)!;
    for (const member of members) {
      const stored = writeNames(names.get(member.id)!);
      const { name_words, terms } = indexed(member, stored);
      update.run(main, stored, name_words, terms, image, member.seq);
    }
  }
}

function asMember({ id, name, source, names }: StagedFood): KindMember {
  return { id, name, source, names: readNames(names) };
}
