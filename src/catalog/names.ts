import type { Catalog } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import { readNames, saidName, writtenName } from '../food/food-names.ts';
import { tableLanguage } from '../food/food-tables.ts';
import { nameIn, ownLanguage } from '../food/full-record.ts';
import { type Database, textOf } from '../sqlite/driver.ts';

/**
 * What foods are called. Without a language, a name that its readers cannot read is exchanged: that of a table in another
 * language than the installation's. Its own language says most exactly what a table has measured, and a label is as printed.
 */
export function openNames(
  db: Database,
  findRecord: Catalog['findRecord'],
  installed: string,
): Catalog['nameIn'] {
  const namesOf = db.prepare('SELECT names FROM foods WHERE id = ?').pluck();
  const inInstalled = (food: Food) => {
    const own = tableLanguage(food.source);
    if (own === null || own === installed) return food.name;
    const names = readNames(textOf(namesOf.get(food.id)));
    return saidName(names, installed) ?? writtenName(names, installed) ?? food.name;
  };
  return (food, language) => {
    if (language === null) return inInstalled(food);
    const stored = findRecord(food);
    const asked = nameIn(food, stored, language);
    if (asked !== null) return asked;
    return ownLanguage(food, stored) === language ? food.name : inInstalled(food);
  };
}
