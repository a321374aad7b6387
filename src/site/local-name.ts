import type { Catalog } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import type { StoredRecord } from '../food/full-record.ts';
import type { Locale } from './locale.ts';

/** The name of a food in the language of the page, where its full record has one. */
export function localName(food: Food, stored: StoredRecord | null, { language }: Locale): string {
  return stored?.record?.names[language] ?? food.name;
}

/** The same for all foods of a list. */
export function withLocalNames(foods: readonly Food[], catalog: Catalog, locale: Locale): Food[] {
  return foods.map((food) => ({ ...food, name: localName(food, catalog.findRecord(food), locale) }));
}
