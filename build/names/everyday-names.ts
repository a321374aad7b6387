import namesTable from '../../data/names.tsv' with { type: 'text' };
import type { FoodName, NameKind } from '../../src/food/food-names.ts';
import { identifyByWords } from '../../src/food/identity.ts';
import { readHeader, readTable } from '../../src/text/data-table.ts';

const [, ...LANGUAGES] = readHeader(namesTable);

/** How a row says which food of which table it names: `bls:M713100`. The catalogue need not have that table. */
const CODE_IN_TABLE = /^([a-z]+):(\S+)$/;

/** The names of data/names.tsv by the food's own name. A food with several rows has kinds that have names of their own. */
const byFood = new Map<string, FoodName[]>();
/** Those of foods that are known by their table and code. */
const byId = new Map<number, FoodName[]>();
for (const [food, ...columns] of readTable(namesTable)) {
  const [, table, code] = CODE_IN_TABLE.exec(food!) ?? [];
  if (table === undefined) addNames(byFood, food!, columns);
  else addNames(byId, identifyByWords([table, code!]), columns);
}

function addNames<Key>(foods: Map<Key, FoodName[]>, food: Key, columns: readonly string[]): void {
  const known = foods.get(food) ?? [];
  const names = columns.flatMap((list, at) =>
    list === '' ? [] : list.split(', ').map((text) => readName(LANGUAGES[at]!, text)),
  );
  const english = known.length === 0 ? undefined : names.find(({ language }) => language === 'en')?.name;
  foods.set(food, [...known, ...names.map((one) => (english === undefined ? one : { ...one, english }))]);
}

/** What people call a food, by the name that SR28 or our list of dishes gives it. */
export function everydayNames(name: string): readonly FoodName[] {
  return byFood.get(name) ?? [];
}

/** What people call a food that only one table has, by its id. */
export function namesOfCode(id: number): readonly FoodName[] {
  return byId.get(id) ?? [];
}

function readName(language: string, text: string): FoodName {
  const kind: NameKind = text.startsWith('~') ? 'stand-in' : text.startsWith('!') ? 'ingredient' : 'everyday';
  return { language, kind, name: kind === 'everyday' ? text : text.slice(1) };
}

/** What people say for a food in English, and in each other language: the first name of each. */
export function* everydayTranslations(): Generator<{ english: string; language: string; name: string }> {
  for (const names of byFood.values()) {
    const firstIn = (language: string) =>
      names.find((one) => one.language === language && one.kind === 'everyday')?.name;
    const english = firstIn('en');
    if (english === undefined) continue;
    for (const language of LANGUAGES.slice(1)) {
      const name = firstIn(language);
      if (name !== undefined) yield { english, language, name };
    }
  }
}
