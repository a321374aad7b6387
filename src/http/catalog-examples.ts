import { addDetails } from '../food/add-details.ts';
import { type Catalog, MAX_QUERY_LENGTH, MIN_QUERY_LENGTH } from '../food/catalog.ts';
import type { Food, FoodSource } from '../food/food.ts';
import { NO_FILTERS } from '../food/food-filters.ts';

/** Examples for the documentation that can be tried on this very server, since its own catalogue has them. */
export interface CatalogExamples {
  /** By the name of a parameter, or of an operation and its parameter; undefined where there is nothing to name. */
  readonly parameters: ReadonlyMap<string, unknown>;
  /** By the name of the schema. */
  readonly bodies: Readonly<Record<string, object>>;
}

/** Foods to choose the examples from, of each list. */
const CANDIDATES = 100;
/** Sources of foods with barcodes, and how many foods of each are looked through for one, once for each catalogue. */
const PRODUCT_SOURCES: readonly FoodSource[] = ['off', 'community'];
const MAX_LOOKED_THROUGH = 1000;
/** What someone has typed when suggestions begin to help. */
const TYPED_LETTERS = 3;
const EXAMPLE_PORTION_G = 30;

/** Empty for a catalogue without foods. */
export function examplesFrom(catalog: Catalog): CatalogExamples {
  const candidates = [
    ...catalog.listPopular({ limit: CANDIDATES, offset: 0, category: null, hasImage: false }),
    ...catalog.listBest(CANDIDATES),
  ];
  const products = findProducts(catalog, candidates);
  const food = products.find(({ brand, category }) => brand !== null && category !== null) ?? products[0];
  const shown = food ?? candidates[0];
  if (shown === undefined) return { parameters: new Map(), bodies: {} };
  const parameters = parametersFor(shown, products);
  // This operation leaves out foods without a picture unless the request asks for them.
  const [pictured] = catalog.listPopular({ limit: 1, offset: 0, category: null, hasImage: true });
  parameters.set('listPopularFoods category', pictured?.category ?? undefined);
  return { parameters, bodies: bodiesFor(catalog, shown) };
}

/** Those of the candidates with a barcode; where generic foods are all that is best known, the best known of the others. */
function findProducts(catalog: Catalog, candidates: readonly Food[]): Food[] {
  const isProduct = ({ barcode }: Food) => barcode !== null;
  const products = candidates.filter(isProduct);
  const sort = { by: 'popularity', isDescending: true } as const;
  for (const source of PRODUCT_SOURCES) {
    if (products.length > 0) break;
    const found = catalog.find({ ...NO_FILTERS, source, sort, limit: MAX_LOOKED_THROUGH, offset: 0 });
    products.push(...(found?.foods ?? []).filter(isProduct).slice(0, 1));
  }
  return products;
}

function parametersFor(food: Food, products: readonly Food[]): Map<string, unknown> {
  const { id, name, barcode, brand, category } = food;
  const letters = [...name];
  const others = products.filter((product) => product.id !== id).slice(0, 1);
  const barcodes = [food, ...others].flatMap((one) => one.barcode ?? []);
  return new Map<string, unknown>([
    ['food_id', id],
    ['code', barcode ?? undefined],
    ['ids', [id, ...others.map((other) => other.id)]],
    ['barcodes', barcodes.length === 0 ? undefined : barcodes],
    ['q', letters.length < MIN_QUERY_LENGTH ? undefined : letters.slice(0, MAX_QUERY_LENGTH).join('')],
    ['suggest q', letters.slice(0, TYPED_LETTERS).join('')],
    ['brand', brand ?? undefined],
    ['category', category ?? undefined],
  ]);
}

function bodiesFor(catalog: Catalog, food: Food): Record<string, object> {
  const asked = { grams: EXAMPLE_PORTION_G, servings: null, explain: true, full: true, lang: null };
  const [largest] = catalog.listCategories();
  return {
    Food: food,
    DetailedFood: addDetails(catalog, food, asked),
    Suggestion: { text: food.name, kind: 'food', id: food.id },
    ...(largest !== undefined && { CategoryCount: largest }),
  };
}
