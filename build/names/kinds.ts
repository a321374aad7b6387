import sameFoods from '../../data/same-foods.tsv' with { type: 'text' };
import type { FoodSource } from '../../src/food/food.ts';
import { type FoodName, isSaid, nameOfKind } from '../../src/food/food-names.ts';
import { FOOD_TABLES, type TableName } from '../../src/food/food-tables.ts';
import { identifyByWords } from '../../src/food/identity.ts';
import { onDemand } from '../../src/on-demand.ts';
import { readHeader, readTable } from '../../src/text/data-table.ts';
import { words } from '../../src/text/fold.ts';
import { stem } from '../../src/text/word-forms.ts';
import { everydayNames } from './everyday-names.ts';
import { joinNames } from './names.ts';

/**
 * The same plain food is in several tables: whole milk in all of them. A word of a language means that of the language's own table, so
 * the build gives people's names to that one; the foods of the other tables keep them only to be shown.
 */

/** A food of a build that may be of a kind. */
export interface KindMember {
  id: number;
  name: string;
  source: FoodSource;
  names: readonly FoodName[];
}

/** The table of the people who speak English but call many foods by other words. */
const BRITISH_TABLE = 'cofid';

/** The codes of a kind's foods by their table, the plainest first. */
interface KindRow {
  food: string;
  ids: ReadonlyMap<string, readonly number[]>;
}

interface Kinds {
  tables: readonly TableName[];
  byName: ReadonlyMap<string, KindRow>;
  byId: ReadonlyMap<number, KindRow>;
}

const kinds = onDemand((): Kinds => {
  const tables = readHeader(sameFoods).slice(1, -1) as TableName[];
  const rows = readTable(sameFoods).map(
    ([food, ...columns]): KindRow => ({
      food: food!,
      ids: new Map(tables.map((table, at) => [table, idsOf(table, columns[at] ?? '')])),
    }),
  );
  return {
    tables,
    byName: new Map(rows.map((row) => [row.food, row])),
    byId: new Map(
      rows.flatMap((row) => [...row.ids.values()].flat().map((id): [number, KindRow] => [id, row])),
    ),
  };
});

function idsOf(table: TableName, codes: string): number[] {
  const listed = codes.split(' ').filter((code) => code !== '');
  return listed.map((code) => identifyByWords([table, code]));
}

/** The name of the kind that a food is of; null for one of no kind that several tables have. */
export function kindOfFood({ id, name, source }: Pick<KindMember, 'id' | 'name' | 'source'>): string | null {
  if (source === 'off') return null;
  const { tables, byName, byId } = kinds();
  const isOfTable = tables.some((table) => table === source);
  return (byId.get(id) ?? (isOfTable ? undefined : byName.get(name)))?.food ?? null;
}

/** The id of the food that stands for a kind, and the names of all foods of it that a build has, by their ids. */
export function nameKind(
  kind: string,
  members: readonly KindMember[],
): { main: number; names: ReadonlyMap<number, readonly FoodName[]> } {
  const { tables, byName, byId } = kinds();
  const { food, ids } = byName.get(kind)!;
  const all = everydayNames(food);
  const memberOf = new Map(members.map((member) => [member.id, member]));
  const main = members.find(({ id }) => !byId.has(id)) ?? members[0]!;
  const firstOf = (table: TableName) => ids.get(table)!.find((id) => memberOf.has(id));
  const british = memberOf.get(firstOf(BRITISH_TABLE) ?? Number.NaN);
  const common = [
    food,
    nameOfKind(all, 'everyday', 'en') ?? '',
    ...all.flatMap(({ english }) => english ?? []),
  ];
  const homeOf = ({ language, name }: FoodName): number => {
    if (language === 'en')
      return british !== undefined && isBritish(name, british.name, common) ? british.id : main.id;
    const homes = tables.filter((table) => FOOD_TABLES[table].languages.includes(language)).map(firstOf);
    return homes.find((id) => id !== undefined) ?? main.id;
  };
  const homes = all.map((name) => (name.kind === 'everyday' ? homeOf(name) : main.id));
  const titles = titlesOf(all);
  const names = new Map(
    members.map((member): [number, readonly FoodName[]] => {
      const own = all.filter((_, at) => homes[at] === member.id);
      const written = member.names.filter((one) => !isSaid(one));
      return [member.id, joinNames(member.name, [...own, ...titles, ...written])];
    }),
  );
  return { main: main.id, names };
}

/** What people call a kind first in each language, to be shown wherever it is not what they mean by it. */
function titlesOf(names: readonly FoodName[]): FoodName[] {
  const languages = [...new Set(names.map(({ language }) => language))];
  return languages.flatMap((language) => {
    const name = nameOfKind(names, 'everyday', language);
    return name === null ? [] : [{ language, kind: 'version', name }];
  });
}

/**
 * Whether the British table calls a food so, and neither the American one nor most people do: courgettes, and double cream, but not
 * kiwis, nor what has a row of its own in data/names.tsv.
 */
function isBritish(name: string, british: string, others: readonly string[]): boolean {
  const said = words(name).map(stem);
  const isSaidIn = (text: string) => {
    const own = words(text).map(stem);
    return said.every((word) => own.includes(word)) || own.join('') === said.join('');
  };
  return isSaidIn(british) && !others.some(isSaidIn);
}
