import { randomOf } from '../../test/random.ts';

/** Pseudo-random draws that are the same for the same seed on every machine. */
export class Random {
  /** At least 0, below 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = randomOf(seed);
  }

  /** An integer of 0 to limit - 1. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** Around the mean, at least 0: the sum of three uniform numbers is round enough. */
  around(mean: number, spread: number): number {
    return Math.max(0, mean + (this.next() + this.next() + this.next() - 1.5) * spread);
  }
}

/** Enough that ranks with a share of a millionth still come up. */
const PREPARED_DRAWS = 1 << 20;

/** Draws ranks by Zipf's law: the share of rank r is proportional to 1 / (r + shift) ^ exponent. */
export class Zipf {
  readonly #draws: Int32Array;
  readonly #ranks: number;

  constructor(ranks: number, exponent: number, shift: number) {
    this.#ranks = ranks;
    this.#draws = new Int32Array(PREPARED_DRAWS);
    const weights = Float64Array.from({ length: ranks }, (_, rank) => (rank + 1 + shift) ** -exponent);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let rank = 0;
    let reached = weights[0]!;
    for (let draw = 0; draw < PREPARED_DRAWS; draw++) {
      while (rank < ranks - 1 && reached / total < (draw + 0.5) / PREPARED_DRAWS) reached += weights[++rank]!;
      this.#draws[draw] = rank;
    }
  }

  draw(random: Random): number {
    const rank = this.#draws[random.below(PREPARED_DRAWS)]!;
    // Beyond the first thousand, a prepared draw stands for the ranks around it as well.
    return rank < 1000 ? rank : Math.min(this.#ranks - 1, rank + random.below(1 + (rank >> 4)));
  }
}
