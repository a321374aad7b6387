import { isGenericSource } from '../../food/food.ts';
import { type FoodName, readNames } from '../../food/food-names.ts';
import { FOOD_TABLES, isTableName } from '../../food/food-tables.ts';
import { SUGGESTION_KINDS, type SuggestionKind } from '../../food/suggestion.ts';
import type { Database } from '../../sqlite/driver.ts';
import { words } from '../../text/fold.ts';
import { brandsOf, openColumns } from '../columns/columns.ts';
import { gatherInMemory } from '../search/index/search-index.ts';
import schemaSql from '../suggest/schema.sql' with { type: 'text' };
import { suggestionTerms } from '../suggest/suggestion-terms.ts';

/** The best known foods, which nearly all suggestions are about. They take about 30 bytes each. */
const MAX_FOODS = 150_000;

/**
 * Writes what people may mean who have begun to type, the most popular first: every food, unless a better known one has
 * the same name, with what people call it (and, if anybody asks for it, what its source calls it in other languages), followed by its brands and its category, if those are new. Needs the columns.
 */
export function writeSuggestions(db: Database, foods: number): void {
  db.exec(schemaSql);
  gatherInMemory(db, 'suggestion_index');
  const insert = db.prepare(
    'INSERT INTO suggestions (suggestion_id, kind, number, name, language) VALUES (?, ?, ?, ?, ?)',
  );
  const insertTerms = db.prepare('INSERT INTO suggestion_index (rowid, terms) VALUES (?, ?)');
  const seen = new Set<string>();
  let position = 0;
  const add = (
    kind: SuggestionKind,
    number: number,
    text: string,
    language: string | null = null,
    other: string | null = language === null ? null : text,
  ): boolean => {
    const kindNumber = SUGGESTION_KINDS.indexOf(kind);
    const textWords = words(text);
    const key = `${kindNumber}${language ?? ''} ${textWords.join(' ')}`;
    if (textWords.length === 0 || seen.has(key)) return false;
    seen.add(key);
    position++;
    insert.run(position, kindNumber, number, other, language);
    insertTerms.run(position, suggestionTerms(textWords));
    return true;
  };
  addAll(db, foods, add);
  db.exec("INSERT INTO suggestion_index (suggestion_index) VALUES ('optimize')");
}

/** The text is the name of a brand, a category, a food or, where `other` is given, another name of the food. */
type Add = (
  kind: SuggestionKind,
  number: number,
  text: string,
  language?: string | null,
  other?: string | null,
) => boolean;

function addAll(db: Database, foods: number, add: Add): void {
  const columns = openColumns(db, foods);
  const { codes: ranks } = columns.read('rank');
  const { codes: brandCodes } = columns.read('brand');
  const { codes: categoryCodes } = columns.read('category');
  const brandSets = columns.dictionaries.brandSets();
  const foodAt = db.prepare(`SELECT ${NAMED_COLUMNS} FROM foods WHERE rank = ?`);
  const membersOf = readKinds(db);
  const categories = new Map(
    db.prepare('SELECT category_id, category FROM categories ORDER BY category_id').raw().all() as [
      number,
      string,
    ][],
  );
  const known = {
    brands: new Uint8Array(brandSets.brands + 1),
    categories: new Uint8Array(categories.size + 1),
  };
  const everyday = readEverydayNames(db);
  let added = 0;
  for (let position = 0; position < foods && added < MAX_FOODS; position++) {
    const rank = ranks[position]!;
    const food = foodAt.get(rank) as NamedRow;
    const ofKind =
      food.kind === food.id ? (membersOf.get(food.id) ?? [food]) : food.kind === null ? [food] : [];
    // What people call the same food of another table is known as well as the food that stands for both.
    for (const one of ofKind) {
      const names = readNames(one.names);
      const isSaid = names.some(({ kind }) => kind === 'everyday');
      const isOfOtherTable = one.source !== 'usda' && isGenericSource(one.source);
      // Thousands of cuts and dishes that nobody is known to eat: what is typed to its end finds them by search.
      const isRare = isOfOtherTable && !isSaid && (one.scans === null || one.id !== food.id);
      if (!isRare && add('food', one.rank, one.name, languageOf(one.source), null)) added++;
      for (const other of names)
        if (
          other.kind === 'everyday' ||
          (other.kind === 'official' && one.scans !== null && !everyday.has(keyOf(other)))
        )
          add('food', one.rank, other.name, other.language);
    }
    for (const brand of brandsOf(brandSets, brandCodes[position]!)) {
      if (known.brands[brand]! === 0) add('brand', brand, columns.dictionaries.brandName(brand));
      known.brands[brand] = 1;
    }
    const category = categoryCodes[position]!;
    if (category > 0 && known.categories[category]! === 0)
      add('category', category, categories.get(category)!);
    known.categories[category] = 1;
  }
  // Categories are few, and people look for all of them.
  for (const [category, name] of categories) add('category', category, name);
}

/** The language of the own names of a table's foods; null where it may be any. */
function languageOf(source: string): string | null {
  return isTableName(source) ? FOOD_TABLES[source].languages[0]! : null;
}

/** What people call some food: another that its table calls so too is not what they mean. Labels have no such names. */
function readEverydayNames(db: Database): Set<string> {
  const stored = db
    .prepare("SELECT names FROM foods WHERE source <> 'off' AND names IS NOT NULL")
    .pluck()
    .all();
  const names = (stored as string[]).flatMap(readNames);
  return new Set(names.filter(({ kind }) => kind === 'everyday').map(keyOf));
}

function keyOf({ language, name }: FoodName): string {
  return `${language} ${words(name).join(' ')}`;
}

interface NamedRow {
  rank: number;
  id: number;
  name: string;
  names: string | null;
  kind: number | null;
  scans: number | null;
  source: string;
}
const NAMED_COLUMNS = 'rank, id, name, names, kind, scans, source';

/** The foods that are the same in several tables, by the id of the one that stands for them. */
function readKinds(db: Database): Map<number, NamedRow[]> {
  const rows = db.prepare(`SELECT ${NAMED_COLUMNS} FROM foods WHERE kind IS NOT NULL`).all();
  return Map.groupBy(rows as NamedRow[], ({ kind }) => kind!);
}
