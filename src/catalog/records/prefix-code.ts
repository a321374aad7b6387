import { type BitReader, type BitWriter, MAX_CODE_BITS } from './bits.ts';

/** Most codes are not longer than this: their length is looked up, and that of the others searched from there. */
const LOOKED_UP_BITS = 8;

/**
 * A canonical Huffman code: the more often a symbol occurs, the fewer bits it takes. Symbols are numbered by the length of
 * their codes, shortest first, so that the number of codes of each length is all there is to store.
 */
export class PrefixCode {
  readonly #counts: readonly number[];
  /** By length: the end of its codes, as the first bits of a number of MAX_CODE_BITS bits. */
  readonly #ends: Int32Array;
  /** By length: what to add to a code of this length to get its symbol. */
  readonly #shifts: Int32Array;
  /** By the first LOOKED_UP_BITS: the length of the shortest code that may begin with them. */
  readonly #lengths: Uint8Array;

  /** How many codes there are of each length, from 1 bit on. */
  constructor(counts: readonly number[]) {
    this.#counts = counts;
    this.#ends = new Int32Array(counts.length + 1);
    this.#shifts = new Int32Array(counts.length + 1);
    let code = 0;
    let symbols = 0;
    for (const [at, count] of counts.entries()) {
      const bits = at + 1;
      code *= 2;
      this.#shifts[bits] = symbols - code;
      code += count;
      symbols += count;
      this.#ends[bits] = code << (MAX_CODE_BITS - bits);
    }
    this.#lengths = Uint8Array.from({ length: 1 << LOOKED_UP_BITS }, (_, first) =>
      this.#lengthOf(first << (MAX_CODE_BITS - LOOKED_UP_BITS), 1),
    );
  }

  /** The length of the code that these bits begin with; it is known to have at least `least` bits. */
  #lengthOf(next: number, least: number): number {
    const ends = this.#ends;
    let length = least;
    // The codes are complete: whatever the bits are, they begin with one.
    while (next >= ends[length]!) length++;
    return length;
  }

  read(bits: BitReader): number {
    const next = bits.peek();
    const length = this.#lengthOf(next, this.#lengths[next >>> (MAX_CODE_BITS - LOOKED_UP_BITS)]!);
    bits.skip(length);
    return (next >>> (MAX_CODE_BITS - length)) + this.#shifts[length]!;
  }

  /** Writes symbols, which takes a table that reading does not need. */
  writer(): (symbol: number, bits: BitWriter) => void {
    const lengths: number[] = [];
    for (const [at, count] of this.#counts.entries()) {
      for (let more = count; more > 0; more--) lengths.push(at + 1);
    }
    const shifts = this.#shifts;
    return (symbol, bits) => {
      const length = lengths[symbol]!;
      bits.write(symbol - shifts[length]!, length);
    };
  }
}

/** How many bits each symbol should take, from how often it occurs, in the same order. */
export function codeLengths(occurrences: readonly number[]): number[] {
  if (occurrences.length < 2) return occurrences.map(() => 1);
  let weights = occurrences.map((count) => Math.max(count, 1));
  let lengths = huffmanLengths(weights);
  // Rare symbols of a large alphabet may get longer codes than a reader looks at; evening them out costs hardly
  // anything.
  while (Math.max(...lengths) > MAX_CODE_BITS) {
    weights = weights.map((weight) => Math.ceil(weight / 2));
    lengths = huffmanLengths(weights);
  }
  return lengths;
}

/** Joins the two lightest trees until one is left. New trees only get heavier, so two queues keep everything sorted. */
function huffmanLengths(weights: readonly number[]): number[] {
  const leaves = weights.length;
  const byWeight = weights.map((_, leaf) => leaf).sort((a, b) => weights[a]! - weights[b]! || a - b);
  const treeWeights = [...weights];
  const parents = new Int32Array(2 * leaves - 1);
  let [leaf, joined] = [0, leaves];
  const lightest = () => {
    const isLeaf =
      joined >= treeWeights.length || (leaf < leaves && weights[byWeight[leaf]!]! <= treeWeights[joined]!);
    return isLeaf && leaf < leaves ? byWeight[leaf++]! : joined++;
  };
  while (treeWeights.length < 2 * leaves - 1) {
    const [first, second] = [lightest(), lightest()];
    parents[first] = treeWeights.length;
    parents[second] = treeWeights.length;
    treeWeights.push(treeWeights[first]! + treeWeights[second]!);
  }
  const depths = new Int32Array(2 * leaves - 1);
  for (let tree = 2 * leaves - 3; tree >= 0; tree--) depths[tree] = depths[parents[tree]!]! + 1;
  return [...depths.subarray(0, leaves)];
}
