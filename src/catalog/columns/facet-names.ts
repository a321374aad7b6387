/** Names that are few, and in memory anyway. */
export interface FacetNames {
  /** Names by number. */
  categories: ReadonlyMap<number, string>;
  /** Sets of countries by number. */
  countrySets: ReadonlyMap<number, string>;
}

/** One more than the largest number. */
export function sizeFor(texts: ReadonlyMap<number, string>): number {
  return Math.max(0, ...texts.keys()) + 1;
}
