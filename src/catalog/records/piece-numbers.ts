/** At most half of the slots are taken, so that a search meets an empty one soon. */
const SLOTS_PER_PIECE = 2;
const MIN_SLOTS = 16;

/** Pieces by number. A build looks up millions of them in longer texts, without making a text of each, as a map would need. */
export class PieceNumbers {
  readonly pieces: string[] = [];
  readonly #hashes: number[] = [];
  /** A hash and one more than the number of its piece, in the first free slot from that of the hash on. */
  #slots = new Int32Array(2 * MIN_SLOTS);

  constructor(pieces: Iterable<string>) {
    for (const piece of pieces) this.add(piece);
  }

  /** For a piece that is new. */
  add(piece: string): void {
    this.pieces.push(piece);
    this.#hashes.push(hashOf(piece, 0, piece.length));
    if (this.pieces.length * SLOTS_PER_PIECE > this.#slots.length / 2) this.#grow();
    else this.#place(this.pieces.length - 1);
  }

  /** The number of the piece that a text has between two places; undefined if it is none. */
  find(text: string, start: number, end: number): number | undefined {
    const slots = this.#slots;
    const last = slots.length - 1;
    const hash = hashOf(text, start, end);
    for (let slot = (2 * hash) & last; slots[slot + 1] !== 0; slot = (slot + 2) & last) {
      if (slots[slot] !== hash) continue;
      const number = slots[slot + 1]! - 1;
      if (isAt(this.pieces[number]!, text, start, end)) return number;
    }
    return undefined;
  }

  #place(number: number): void {
    const hash = this.#hashes[number]!;
    const last = this.#slots.length - 1;
    let slot = (2 * hash) & last;
    while (this.#slots[slot + 1] !== 0) slot = (slot + 2) & last;
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = number + 1;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let number = 0; number < this.pieces.length; number++) this.#place(number);
  }
}

function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}

function isAt(piece: string, text: string, start: number, end: number): boolean {
  if (piece.length !== end - start) return false;
  for (let at = start; at < end; at++) if (text.charCodeAt(at) !== piece.charCodeAt(at - start)) return false;
  return true;
}
