import tables from '../../data/tables/tables.json' with { type: 'json' };

/** Composition tables of generic foods: what each is called, who must be credited for it, and how. */

/** The short name of a table that comes with larder, which is the source of its foods. */
export type TableName = keyof typeof tables;

export interface TableCredit {
  title: string;
  edition: string | null;
  licence: string | null;
  licence_url: string | null;
  credit: string;
}

interface FoodTable extends TableCredit {
  /** Where its data is, in `data/tables`. */
  file: string;
  /** As short as a label beside a name has to be. */
  short: string;
  publisher: string;
  country: string;
  /** Those that its country speaks, the first of them that of its foods' own names. */
  languages: readonly string[];
  revised: string;
  page: string;
}

export const FOOD_TABLES: Readonly<Record<TableName, FoodTable>> = tables;
/** Catalogues store their places, so a new one comes last. */
export const TABLE_NAMES = Object.keys(tables) as TableName[];

/** The language of the names that a table gives its foods; null for other sources. */
export function tableLanguage(source: string): string | null {
  return isTableName(source) ? (FOOD_TABLES[source].languages[0] ?? null) : null;
}

export function isTableName(name: string): name is TableName {
  return Object.hasOwn(tables, name);
}
