import { findCatalog } from '../catalog/find.ts';
import { type OpenedCatalog, openCatalog } from '../catalog/open.ts';
import type { Food } from '../food/food.ts';
import { flag, type OptionTable, text, type Values } from '../options.ts';
import { PlainError } from '../plain-error.ts';
import type { Console } from './command.ts';
import { renderFood } from './food-card.ts';

/** The flags that every look-up in the terminal takes. */
export const LOOKUP_OPTIONS = {
  catalog: text('FILE', 'the catalogue to look in'),
  data: text('DIR', 'the data directory, where catalog.db is looked for'),
  json: flag('the answer of the interface, as JSON'),
} as const satisfies OptionTable;

/** Opens the catalogue that the flags name, asks it, and closes it. */
export async function askCatalog<Answer>(
  values: Pick<Values<typeof LOOKUP_OPTIONS>, 'catalog' | 'data'>,
  ask: (catalog: OpenedCatalog) => Answer,
): Promise<Answer> {
  const { file, name } = await findCatalog(values.catalog, values.data);
  const catalog = openCatalog(file, name);
  try {
    return ask(catalog);
  } finally {
    catalog.close();
  }
}

/** Shows one food, or tells that there is none: then the command has failed. */
export function showFood(
  food: Food | null,
  asked: string,
  values: Pick<Values<typeof LOOKUP_OPTIONS>, 'json'>,
  { stdout }: Console,
): number {
  if (food === null) throw new PlainError(asked, 'no such food in this catalogue', 'try `larder search`');
  stdout.write(`${values.json ? JSON.stringify(food) : renderFood(food, stdout)}\n`);
  return 0;
}
