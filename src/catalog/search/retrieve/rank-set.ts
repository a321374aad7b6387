/** A set of ranks of a catalogue, one bit each. */
export class RankSet {
  /** Rank n is bit n % 32 of word n / 32. */
  readonly words: Int32Array;

  constructor(foods: number) {
    this.words = new Int32Array((foods >>> 5) + 1);
  }

  clear(): void {
    this.words.fill(0);
  }

  add(other: RankSet): void {
    const { words } = this;
    for (let at = 0; at < words.length; at++) words[at]! |= other.words[at]!;
  }

  /** Keeps the ranks that the other set has too. */
  keep(other: RankSet): void {
    const { words } = this;
    for (let at = 0; at < words.length; at++) words[at]! &= other.words[at]!;
  }

  /** In order. */
  list(): Uint32Array {
    const { words } = this;
    const ranks = new Uint32Array(this.#count());
    let found = 0;
    for (let at = 0; at < words.length; at++) {
      for (let word = words[at]!; word !== 0; word &= word - 1) {
        ranks[found++] = (at << 5) + 31 - Math.clz32(word & -word);
      }
    }
    return ranks;
  }

  #count(): number {
    let count = 0;
    for (let at = 0; at < this.words.length; at++) {
      const word = this.words[at]!;
      if (word !== 0) count += countBits(word);
    }
    return count;
  }
}

/** In parallel: the bits of every pair, then of every four, then of each byte, then of all bytes. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
