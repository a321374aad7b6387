import namesTable from '../../data/names.tsv' with { type: 'text' };
import type { FoodName, NameKind } from '../../src/food/food-names.ts';
import { identifyByWords } from '../../src/food/identity.ts';
import { onDemand } from '../../src/on-demand.ts';
import { readHeader, readTable } from '../../src/text/data-table.ts';

/** How a row says which food of which table it names: `bls:M713100`. The catalogue need not have that table. */
const CODE_IN_TABLE = /^([a-z]+):(\S+)$/;

/** The names of data/names.tsv. */
interface Names {
  languages: readonly string[];
  /** By the food's own name. A food with several rows has kinds that have names of their own. */
  byFood: ReadonlyMap<string, readonly FoodName[]>;
  /** Those of foods that are known by their table and code. */
  byId: ReadonlyMap<number, readonly FoodName[]>;
}

const names = onDemand((): Names => {
  const [, ...languages] = readHeader(namesTable);
  const byFood = new Map<string, readonly FoodName[]>();
  const byId = new Map<number, readonly FoodName[]>();
  for (const [food, ...columns] of readTable(namesTable)) {
    const written = columns.flatMap((list, at) => readNames(languages[at]!, list));
    const [, table, code] = CODE_IN_TABLE.exec(food!) ?? [];
    if (table === undefined) addNames(byFood, food!, written);
    else addNames(byId, identifyByWords([table, code!]), written);
  }
  return { languages, byFood, byId };
});

function addNames<Key>(foods: Map<Key, readonly FoodName[]>, food: Key, written: readonly FoodName[]): void {
  const known = foods.get(food) ?? [];
  const english = known.length === 0 ? undefined : written.find(({ language }) => language === 'en')?.name;
  foods.set(food, [...known, ...written.map((one) => (english === undefined ? one : { ...one, english }))]);
}

function readNames(language: string, list: string): FoodName[] {
  return list === '' ? [] : list.split(', ').map((text) => readName(language, text));
}

/** What people call a food, by the name that SR28 or our list of dishes gives it. */
export function everydayNames(name: string): readonly FoodName[] {
  return names().byFood.get(name) ?? [];
}

/** What people call a food that only one table has, by its id. */
export function namesOfCode(id: number): readonly FoodName[] {
  return names().byId.get(id) ?? [];
}

function readName(language: string, text: string): FoodName {
  const kind: NameKind = text.startsWith('~') ? 'stand-in' : text.startsWith('!') ? 'ingredient' : 'everyday';
  return { language, kind, name: kind === 'everyday' ? text : text.slice(1) };
}

/** What people say for a food in English, and in each other language: the first name of each. */
export function* everydayTranslations(): Generator<{ english: string; language: string; name: string }> {
  const { languages, byFood } = names();
  for (const known of byFood.values()) {
    const firstIn = (language: string) =>
      known.find((one) => one.language === language && one.kind === 'everyday')?.name;
    const english = firstIn('en');
    if (english === undefined) continue;
    for (const language of languages.slice(1)) {
      const name = firstIn(language);
      if (name !== undefined) yield { english, language, name };
    }
  }
}
