/** Foods on a shelf. Few enough that reading one is quick, so many that a catalogue has few. */
const FOODS_OF_A_SHELF = 500_000;

/** The shelf that a rank stands on, from 0 on. */
export function shelfOf(rank: number): number {
  return Math.floor((rank - 1) / FOODS_OF_A_SHELF);
}

export function countShelves(foods: number): number {
  return Math.max(1, Math.ceil(foods / FOODS_OF_A_SHELF));
}

export function shelfTable(shelf: number): string {
  return `search_shelf_${shelf}`;
}
