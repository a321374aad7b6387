import { findCatalog, STARTER_NAME } from '../catalog/locate-catalog.ts';
import { type OpenedCatalog, openCatalog } from '../catalog/open.ts';
import { verifyCatalog } from '../catalog/verify.ts';
import { type Additions, addDetails } from '../food/add-details.ts';
import type { Catalog } from '../food/catalog.ts';
import type { DetailedFood } from '../food/detailed-food.ts';
import type { Food } from '../food/food.ts';
import { tellApart } from '../food/namesakes.ts';
import { flag, type OptionTable, text, type Values } from '../options.ts';
import { PlainError } from '../plain-error.ts';
import { SETTINGS } from '../server/config.ts';
import { putOwnFoodsOn } from '../server/own-foods.ts';
import { ADDITION_OPTIONS, readAdditions } from './additions.ts';
import type { Console, Screen } from './command.ts';
import { renderFood, renderFoods } from './food-card.ts';

/** The flags shared by all lookup commands. */
export const LOOKUP_OPTIONS = {
  catalog: text('FILE', 'the catalogue to use'),
  data: text('DIR', 'the data directory, which may hold catalog.db'),
  overlay: SETTINGS.overlay,
  json: flag('print JSON, as the HTTP API returns it'),
} as const satisfies OptionTable;

/** A catalogue of which others lie on top or below, by the name of its file. */
export interface Layer {
  name: string;
  catalog: OpenedCatalog;
}

/**
 * Opens the catalogue that the flags select, with the operator's own foods on top as the server has them, queries it
 * and closes it. `layers` are what it consists of, the uppermost first.
 */
export async function queryCatalog<Answer>(
  values: Pick<Values<typeof LOOKUP_OPTIONS>, 'catalog' | 'data' | 'overlay'>,
  query: (catalog: Catalog, layers: readonly Layer[]) => Answer,
): Promise<Answer> {
  const { file, name } = await findCatalog(values.catalog, values.data);
  const below = openCatalog(file, name);
  const layers: Layer[] = [{ name, catalog: below }];
  let catalog: Catalog = below;
  if (values.overlay !== null) {
    const overlaid = await putOwnFoodsOn(below, values.overlay);
    catalog = overlaid.catalog;
    layers.unshift({ name: values.overlay, catalog: overlaid.above });
  }
  try {
    return query(catalog, layers);
  } catch (error) {
    // The bytes of a damaged file may fail anywhere, which is not larder's fault.
    if (typeof file === 'string' && !(error instanceof PlainError)) verifyCatalog(file);
    throw error;
  } finally {
    catalog.close();
  }
}

/** What to do where the starter catalogue has nothing; null for any other catalogue. */
export function starterRemedy(layers: readonly Layer[]): string | null {
  return layers.at(-1)?.name === STARTER_NAME
    ? 'the starter catalogue has few brands: `larder pull` gets all products'
    : null;
}

/** The flags of commands that show one food. */
export const FOOD_OPTIONS = {
  ...LOOKUP_OPTIONS,
  ...ADDITION_OPTIONS,
  explain: flag('show where the confidence comes from'),
} as const satisfies OptionTable;

export function noSuchFood(wanted: string, remedy: string | null): PlainError {
  return new PlainError(wanted, 'no such food in this catalogue', remedy ?? 'try `larder search`');
}

/** Prints one food; the command fails if there is none. */
export async function showFood(
  find: (catalog: Catalog) => Food | null,
  explainMissing: (remedy: string | null) => PlainError,
  values: Values<typeof FOOD_OPTIONS>,
  { stdout }: Console,
): Promise<void> {
  const additions = readAdditions(values, values.explain);
  const food = await queryCatalog(values, (catalog, layers) => {
    const found = find(catalog);
    if (found === null) throw explainMissing(starterRemedy(layers));
    return addDetails(catalog, found, additions);
  });
  stdout.write(`${values.json ? JSON.stringify(food) : renderFood(food, stdout)}\n`);
}

/** Foods as a list, or as labels if their full records were requested. */
export function renderFound(
  foods: readonly DetailedFood[],
  { grams, servings, full }: Additions,
  catalog: Catalog,
  screen: Screen,
): string {
  if (full) return foods.map((food) => renderFood(food, screen)).join('\n\n');
  const differences = tellApart(foods, catalog);
  if (grams !== null) return renderFoods(foods, differences, screen, `${grams} g`);
  if (servings !== null)
    return renderFoods(foods, differences, screen, servings === 1 ? 'serving' : `${servings} servings`);
  return renderFoods(foods, differences, screen);
}
