const FEWEST_SLOTS = 16;
/** Enough free slots to keep searches short. */
const SLOTS_PER_PIECE = 2;

/** The hash is computed character by character. */
export const HASH_START = 0x811c9dc5 | 0;
export function hashOn(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

/**
 * Numbers pieces in the order in which they are added, and finds them inside a text by the hash of their characters, so
 * that nothing has to be cut out of the text to be looked up.
 */
export class PieceTable {
  readonly pieces: string[] = [];
  longest = 0;
  readonly #hashes: number[] = [];
  /** Numbers of pieces, plus one; 0 for a free slot. */
  #slots = new Int32Array(FEWEST_SLOTS);

  constructor(pieces: Iterable<string> = []) {
    for (const piece of pieces) this.add(piece);
  }

  /** Returns its number. The piece must be new. */
  add(piece: string): number {
    let hash = HASH_START;
    for (let at = 0; at < piece.length; at++) hash = hashOn(hash, piece.charCodeAt(at));
    const number = this.pieces.push(piece) - 1;
    this.#hashes.push(hash);
    this.longest = Math.max(this.longest, piece.length);
    if (this.pieces.length * SLOTS_PER_PIECE > this.#slots.length) this.#grow();
    else this.#place(number);
    return number;
  }

  /** The number of the piece with this hash at this position of the text; -1 if there is none. */
  find(text: string, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = spread(hash) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = slots[slot]! - 1;
      if (this.#hashes[number] !== hash) continue;
      const piece = this.pieces[number]!;
      if (piece.length === end - start && text.startsWith(piece, start)) return number;
    }
    return -1;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let number = 0; number < this.pieces.length; number++) this.#place(number);
  }

  #place(number: number): void {
    const mask = this.#slots.length - 1;
    let slot = spread(this.#hashes[number]!) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = number + 1;
  }
}

/** The last bits of a hash depend only on the last characters. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}
