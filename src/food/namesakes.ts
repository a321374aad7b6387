import type { Catalog } from './catalog.ts';
import type { Food } from './food.ts';

/** The most foods of a list whose records are read to tell them apart: records are stored in blocks, which take time to unpack. */
const MAX_READ = 20;

/** What only one of several foods with the same name and brand has; null for what does not tell it apart or is unknown. */
export interface Difference {
  quantity: string | null;
  /** Where quantities do not tell all of them apart. */
  barcode: string | null;
}

/** What distinguishes foods in a list that share a name and brand, by their ids; other foods are left out. */
export function tellApart(
  foods: readonly Food[],
  catalog: Pick<Catalog, 'findRecord'>,
): Map<number, Difference> {
  const differences = new Map<number, Difference>();
  let unread = MAX_READ;
  for (const namesakes of Map.groupBy(foods, titleOf).values()) {
    if (namesakes.length === 1) continue;
    const quantities = namesakes.map((food) =>
      unread-- > 0 ? (catalog.findRecord(food)?.record?.quantity ?? null) : null,
    );
    const isEnough = new Set(quantities).size === namesakes.length && !quantities.includes(null);
    namesakes.forEach((food, at) => {
      differences.set(food.id, { quantity: quantities[at]!, barcode: isEnough ? null : food.barcode });
    });
  }
  return differences;
}

function titleOf({ name, brand }: Food): string {
  return `${name}\n${brand ?? ''}`.toLowerCase();
}
