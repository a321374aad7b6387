import { findCatalog } from '../catalog/find.ts';
import { type OpenedCatalog, openCatalog } from '../catalog/open.ts';
import type { Food } from '../food/food.ts';
import { flag, type OptionTable, text, type Values } from '../options.ts';
import { PlainError } from '../plain-error.ts';
import type { Console } from './command.ts';
import { renderFood } from './food-card.ts';

/** The flags shared by all lookup commands. */
export const LOOKUP_OPTIONS = {
  catalog: text('FILE', 'the catalogue to use'),
  data: text('DIR', 'the data directory, which may hold catalog.db'),
  json: flag('print JSON, as the HTTP API returns it'),
} as const satisfies OptionTable;

/** Opens the catalogue that the flags select, queries it and closes it. */
export async function queryCatalog<Answer>(
  values: Pick<Values<typeof LOOKUP_OPTIONS>, 'catalog' | 'data'>,
  query: (catalog: OpenedCatalog) => Answer,
): Promise<Answer> {
  const { file, name } = await findCatalog(values.catalog, values.data);
  const catalog = openCatalog(file, name);
  try {
    return query(catalog);
  } finally {
    catalog.close();
  }
}

/** Prints one food; the command fails if there is none. */
export function showFood(
  food: Food | null,
  wanted: string,
  values: Pick<Values<typeof LOOKUP_OPTIONS>, 'json'>,
  { stdout }: Console,
): number {
  if (food === null) throw new PlainError(wanted, 'no such food in this catalogue', 'try `larder search`');
  stdout.write(`${values.json ? JSON.stringify(food) : renderFood(food, stdout)}\n`);
  return 0;
}
