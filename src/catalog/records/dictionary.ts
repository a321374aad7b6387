/**
 * A compression dictionary: what many blocks have in common, stored once. Blocks are small, so without one each would
 * spell out every common tag and ingredient again.
 */

/** Beyond this a dictionary gains little, and loading it takes longer than unpacking a block. */
const MOST_BYTES = 96 * 1024;
/** A dictionary may cost its catalogue this much per food before it is compressed itself. */
const BYTES_PER_FOOD = 2;
/** Distinct pieces that are counted; a piece that first occurs after so many others is rare. */
const MOST_PIECES = 400_000;
const SHORTEST_PIECE = 4;
const LONGEST_PIECE = 120;

export class DictionaryTrainer {
  readonly #counts = new Map<string, number>();
  readonly #between: RegExp;

  /** Texts are split into pieces where this matches; the separator stays at the end of its piece. */
  constructor(between: RegExp) {
    this.#between = between;
  }

  add(text: string): void {
    for (const piece of text.split(this.#between)) {
      if (piece.length < SHORTEST_PIECE || piece.length > LONGEST_PIECE) continue;
      const count = this.#counts.get(piece);
      if (count !== undefined) this.#counts.set(piece, count + 1);
      else if (this.#counts.size < MOST_PIECES) this.#counts.set(piece, 1);
    }
  }

  /** The pieces that save the most, the best last: what is nearest to a block is cheapest to refer to. */
  finish(foods: number): Buffer {
    const most = Math.min(MOST_BYTES, foods * BYTES_PER_FOOD);
    const saving = ([piece, count]: [string, number]) => (count - 1) * piece.length;
    const pieces = [...this.#counts]
      .filter(([, count]) => count > 1)
      .sort((a, b) => saving(b) - saving(a) || (a[0] < b[0] ? -1 : 1));
    const chosen: string[] = [];
    let bytes = 0;
    for (const [piece] of pieces) {
      bytes += Buffer.byteLength(piece);
      if (bytes > most) break;
      chosen.push(piece);
    }
    return Buffer.from(chosen.reverse().join(''));
  }
}
