import type { RowReader } from '../sqlite/rows.ts';

/** A power of two, and more than the foods of a usual page. */
const SLOTS = 128;

export interface KnownRanks {
  rankOf: RowReader<number>;
  /** Notes the rank of a food that was read. */
  note(id: number, rank: number): void;
}

/** Remembers the ranks of the last foods: the full record of a food is often requested right after it. */
export function rememberRanks(findRank: RowReader<number>): KnownRanks {
  const ids = new Float64Array(SLOTS).fill(Number.NaN);
  const ranks = new Uint32Array(SLOTS);
  const note = (id: number, rank: number) => {
    const slot = id & (SLOTS - 1);
    ids[slot] = id;
    ranks[slot] = rank;
  };
  return {
    note,
    rankOf(id) {
      const slot = id & (SLOTS - 1);
      if (ids[slot] === id) return ranks[slot];
      const rank = findRank(id);
      if (rank !== undefined) note(id, rank);
      return rank;
    },
  };
}
