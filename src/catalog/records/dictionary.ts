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
  readonly #ends: ReadonlySet<number>;

  /** Texts are split into pieces after each of these characters. */
  constructor(ends: string) {
    this.#ends = new Set(Array.from(ends, (end) => end.charCodeAt(0)));
  }

  add(text: string): void {
    let start = 0;
    // A regular expression that splits behind a character takes several times as long.
    for (let at = 0; at < text.length; at++) {
      if (!this.#ends.has(text.charCodeAt(at))) continue;
      this.#count(text.slice(start, at + 1));
      start = at + 1;
    }
    this.#count(text.slice(start));
  }

  #count(piece: string): void {
    if (piece.length < SHORTEST_PIECE || piece.length > LONGEST_PIECE) return;
    const count = this.#counts.get(piece);
    if (count !== undefined) this.#counts.set(piece, count + 1);
    else if (this.#counts.size < MOST_PIECES) this.#counts.set(piece, 1);
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
