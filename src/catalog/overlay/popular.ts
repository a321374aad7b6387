import { findSorted } from '../../find-sorted.ts';
import type { PopularRequest } from '../../food/catalog.ts';
import type { Food } from '../../food/food.ts';
import { positionsOf } from '../columns/popular.ts';
import type { OpenedCatalog } from '../open.ts';

/**
 * The popular lists of two catalogues as one. The lower list stays in its file; for each list that is requested, this
 * works out the few positions where a food of it is hidden or where an upper food has to be inserted.
 */
export function openOverlaidPopular(
  below: OpenedCatalog,
  above: OpenedCatalog,
  corrected: ReadonlyMap<number, Food>,
): (request: PopularRequest) => Food[] {
  const order = openOrder(below);
  const positioned = listPositioned(above, order);
  const hidden = [...corrected.keys()].map((id) => order.positionOf(id)).sort((a, b) => a - b);
  const known = new Map<string, Change[]>();
  const ownCategories = new Set(positioned.map(({ food }) => food.category));

  function changesOf(category: string | null, hasImage: boolean): Change[] {
    // Anything may be asked for, and only lists that exist are kept.
    if (category !== null && !order.hasCategory(category) && !ownCategories.has(category)) return [];
    const key = `${hasImage} ${category}`;
    const found = known.get(key) ?? listChanges(category, hasImage);
    known.set(key, found);
    return found;
  }

  function listChanges(category: string | null, hasImage: boolean): Change[] {
    const list = order.openList(category, hasImage);
    const inList = ({ food }: PositionedFood) =>
      (category === null || food.category === category) && (!hasImage || food.image_url !== null);
    const added = positioned.filter(inList).map(({ food, after }) => ({ at: list.countUpTo(after), food }));
    const gone = hidden
      .filter((position) => list.has(position))
      .map((position) => ({ at: list.countUpTo(position) - 1, food: null }));
    // At the same position, insert before hiding, so that both refer to the same food below.
    return [...added, ...gone].sort(
      (a, b) => a.at - b.at || (a.food === null ? 1 : 0) - (b.food === null ? 1 : 0),
    );
  }

  return ({ limit, offset, category, hasImage }) => {
    const page: Food[] = [];
    let toSkip = offset;
    let from = 0;
    const take = (until: number) => {
      const skipped = Math.min(toSkip, until - from);
      toSkip -= skipped;
      const count = Math.min(limit - page.length, until - from - skipped);
      if (count > 0)
        page.push(...below.listPopular({ limit: count, offset: from + skipped, category, hasImage }));
      from = until;
    };
    for (const { at, food } of changesOf(category, hasImage)) {
      if (page.length >= limit) break;
      take(at);
      if (food === null) from = at + 1;
      else if (toSkip > 0) toSkip--;
      else if (page.length < limit) page.push(food);
    }
    if (page.length < limit) take(Number.MAX_SAFE_INTEGER);
    return page;
  };
}

/** Inserts an upper food before the food at this position of a list; if `food` is null, that food is hidden. */
interface Change {
  at: number;
  food: Food | null;
}

interface PositionedFood {
  food: Food;
  /** The position, over all categories, of the lower food that it directly follows; 0 if it comes first. */
  after: number;
}

/** The upper foods in list order, each with its position in the lower list. */
function listPositioned(above: OpenedCatalog, order: Order): PositionedFood[] {
  const keyOf = keyReader(above);
  return above
    .listPopular({ limit: above.size, offset: 0, category: null, hasImage: false })
    .map((food) => ({ food, after: order.positionAfter(keyOf(food.id)) }));
}

/** The sort key of the lists: scans times confidence, then confidence, then id (src/catalog/write/columns.ts). */
export type Key = [popularity: number, confidence: number, id: number];
const KEY = 'coalesce(scans, 0) * confidence, confidence, id';

export function keyReader({ db }: OpenedCatalog): (id: number) => Key {
  const select = db.prepare(`SELECT ${KEY} FROM foods WHERE id = ?`).raw();
  return (id) => select.get(id) as Key;
}

export function isBefore(left: Key, right: Key): boolean {
  if (left[0] !== right[0]) return left[0] > right[0];
  return left[1] !== right[1] ? left[1] > right[1] : left[2] < right[2];
}

interface Order {
  /** A food's position over all categories, counted from 1. */
  positionOf(id: number): number;
  /** The position of the last food that sorts before this key; 0 if there is none. */
  positionAfter(key: Key): number;
  hasCategory(category: string): boolean;
  openList(category: string | null, hasImage: boolean): List;
}

interface List {
  has(position: number): boolean;
  /** How many foods of the list are at or before this position. */
  countUpTo(position: number): number;
}

function openOrder(catalog: OpenedCatalog): Order {
  const { columns, db, size } = catalog;
  const keyOf = keyReader(catalog);
  const keyOfRank = db.prepare(`SELECT ${KEY} FROM foods WHERE rank = ?`).raw();
  const keyAt = (position: number) => keyOfRank.get(columns.read('rank').codes[position - 1]) as Key;
  const positionAfter = (key: Key) => {
    let low = 0;
    for (let high = size; low < high; ) {
      const middle = Math.ceil((low + high) / 2);
      if (isBefore(keyAt(middle), key)) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const categoryIds = db.prepare('SELECT category, category_id FROM categories').raw().all();
  const idOf = new Map(categoryIds as [string, number][]);
  return {
    positionAfter,
    positionOf: (id) => positionAfter(keyOf(id)) + 1,
    hasCategory: (category) => idOf.has(category),
    openList(category, hasImage) {
      const categoryId = category === null ? null : idOf.get(category);
      if (categoryId === undefined) return EMPTY_LIST;
      return listOf(positionsOf(columns, categoryId, hasImage));
    },
  };
}

/** Of positions counted from 0. */
function listOf(positions: Int32Array): List {
  const countUpTo = (position: number) => {
    let low = 0;
    for (let high = positions.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (positions[middle]! < position) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { countUpTo, has: (position) => findSorted(positions, position - 1) !== -1 };
}

/** For a category that only the upper catalogue has. */
const EMPTY_LIST: List = { has: () => false, countUpTo: () => 0 };
