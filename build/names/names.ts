import { exactNameKey } from '../../src/catalog/search/query/keys.ts';
import { type FoodName, readNames, writeNames } from '../../src/food/food-names.ts';
import { words } from '../../src/text/fold.ts';
import type { CleanFood } from '../normalize/normalize.ts';
import { deriveNames } from './derived-names.ts';
import { everydayNames } from './everyday-names.ts';

type NamedFood = Pick<CleanFood, 'id' | 'name' | 'brand' | 'source' | 'language' | 'names'>;

/**
 * All names of a food besides its own, each once, as a catalogue stores them: those that people use, those of its sources, and, without a
 * brand, those that follow from its own.
 */
export function nameAll(food: NamedFood): string | null {
  const { name, brand, source, language } = food;
  if (source === 'off') return food.names;
  const given = readNames(food.names).filter(({ kind }) => kind === 'official');
  const derived = brand === null ? deriveNames(name, language ?? 'en') : [];
  const names = [...everydayNames(food), ...given, ...derived];
  const seen = new Set<string>();
  return writeNames(
    names.filter((one) => {
      const key = keyOf(one);
      const isNew = !seen.has(key) && one.name !== name;
      seen.add(key);
      return isNew;
    }),
  );
}

function keyOf({ language, kind, name }: FoodName): string {
  return `${language} ${kind === 'ingredient'} ${exactNameKey(words(name))}`;
}
