import { PieceNumbers } from './piece-numbers.ts';
import { codeLengths } from './prefix-code.ts';
import { END, ESCAPE, everyPiece, splitText } from './spelling.ts';
import type { StoredTextCode } from './text-code.ts';

/** Distinct pieces that are counted; one that first occurs after this many others is rare. */
const MAX_PIECES = 400_000;
const MAX_PIECE_LENGTH = 200;
const MIN_USES = 2;
/** About what a piece saves each time it is used, and what storing it takes once the codes are compressed. */
const BITS_SAVED_PER_CHARACTER = 1.5;
const STORED_BITS_PER_CHARACTER = 3.5;
const STORED_BITS_PER_PIECE = 12;

/** Learns from sample texts which pieces are worth a code, and how short it should be. */
export class TextCodeTrainer {
  /** How often each text occurs: amounts of nutrients and lists of tags are often the same. */
  readonly #texts = new Map<string, number>();

  add(text: string): void {
    this.#texts.set(text, (this.#texts.get(text) ?? 0) + 1);
  }

  /** For a catalogue that has this many texts for each one of the sample. */
  finish(textsPerSample: number): StoredTextCode {
    const candidates = this.#countCandidates();
    const uses = this.#countUses(candidates);
    for (const [piece, count] of uses) {
      if (piece.length > 1 && !isWorthStoring(piece, count * textsPerSample)) uses.delete(piece);
    }
    return storeCode(this.#countUses(uses));
  }

  /** Whatever occurs more than once, in whole texts, phrases and words. */
  #countCandidates(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [text, times] of this.#texts) {
      everyPiece(text + END, (piece) => {
        if (piece.length > MAX_PIECE_LENGTH) return;
        const before = counts.get(piece);
        if (before !== undefined) counts.set(piece, before + times);
        else if (counts.size < MAX_PIECES) counts.set(piece, times);
      });
    }
    for (const [piece, occurrences] of counts) if (occurrences < MIN_USES) counts.delete(piece);
    return counts;
  }

  /** How often each piece is used if these are known, single characters among them. */
  #countUses(known: ReadonlyMap<string, number>): Map<string, number> {
    const numbers = new PieceNumbers(known.keys());
    const counts: number[] = new Array(known.size).fill(0);
    /** In the order in which they are first used, which decides between codes of equal length. */
    const used: number[] = [];
    for (const [unended, times] of this.#texts) {
      const text = unended + END;
      splitText(text, numbers, (found, at) => {
        const piece = found ?? numbers.pieces.length;
        if (found === undefined) numbers.add(text[at]!);
        const before = counts[piece] ?? 0;
        if (before === 0) used.push(piece);
        counts[piece] = before + times;
      });
    }
    return new Map(used.map((piece) => [numbers.pieces[piece]!, counts[piece]!]));
  }
}

function isWorthStoring(piece: string, uses: number): boolean {
  const saved = uses * piece.length * BITS_SAVED_PER_CHARACTER;
  return saved > piece.length * STORED_BITS_PER_CHARACTER + STORED_BITS_PER_PIECE;
}

function storeCode(uses: Map<string, number>): StoredTextCode {
  uses.set(ESCAPE, 0);
  if (!uses.has(END)) uses.set(END, 0);
  const pieces = [...uses.keys()];
  const lengths = codeLengths([...uses.values()]);
  const byPiece = new Map(pieces.map((piece, at) => [piece, lengths[at]!]));
  const counts = new Array<number>(Math.max(...lengths)).fill(0);
  for (const length of lengths) counts[length - 1]!++;
  return {
    // Pieces of equal length in the order of the alphabet compress better.
    pieces: pieces.sort((a, b) => byPiece.get(a)! - byPiece.get(b)! || (a < b ? -1 : 1)),
    lengths: counts,
  };
}
