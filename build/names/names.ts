import { exactNameKey } from '../../src/catalog/search/query/keys.ts';
import { type FoodName, type NameKind, readNames, writeNames } from '../../src/food/food-names.ts';
import { FOOD_TABLES, isTableName } from '../../src/food/food-tables.ts';
import { words } from '../../src/text/fold.ts';
import type { CleanFood } from '../normalize/normalize.ts';
import { deriveNames } from './derived-names.ts';
import { everydayNames, namesOfCode } from './everyday-names.ts';

type NamedFood = Pick<CleanFood, 'id' | 'name' | 'brand' | 'source' | 'language' | 'names'>;

/**
 * All names of a food besides its own, each once, as a catalogue stores them: those that people use, those of its sources, and, without a
 * brand, those that follow from its own.
 */
export function nameAll(food: NamedFood): string | null {
  const { name, brand, source, language } = food;
  if (source === 'off') return food.names;
  const table = source !== 'usda' && isTableName(source) ? FOOD_TABLES[source] : null;
  const given = readNames(food.names)
    .filter(({ kind }) => kind === 'official' || kind === 'translated')
    .map((one) => ({ ...one, kind: kindOfGiven(one, table?.languages) }));
  const derived = brand === null ? deriveNames(name, language ?? 'en', table === null) : [];
  // Another table's food of the same name may be another food.
  const said = [...namesOfCode(food.id), ...(table === null ? everydayNames(name) : [])];
  return writeNames(joinNames(name, [...said, ...given, ...derived]));
}

/** A table's names are as people say in the languages of its country. */
function kindOfGiven({ language }: FoodName, spoken: readonly string[] | undefined): NameKind {
  return spoken === undefined || spoken.includes(language) ? 'official' : 'translated';
}

/**
 * Names of one food, each once in a language, by the first of those that are alike. Its own name is among them only where people say
 * it, or what they say less often would be shown instead.
 */
export function joinNames(ownName: string, names: readonly FoodName[]): FoodName[] {
  const seen = new Set<string>();
  return names.filter((one) => {
    const key = keyOf(one);
    const isNew =
      !seen.has(key) && (one.name !== ownName || one.kind === 'everyday' || one.kind === 'version');
    seen.add(key);
    return isNew;
  });
}

function keyOf({ language, kind, name }: FoodName): string {
  return `${language} ${kind === 'ingredient'} ${exactNameKey(words(name))}`;
}
