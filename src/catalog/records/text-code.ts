import type { BitReader, BitWriter } from './bits.ts';
import { PieceNumbers } from './piece-numbers.ts';
import { PrefixCode } from './prefix-code.ts';
import { END, ESCAPE, splitText } from './spelling.ts';

/** A text code as it is stored. */
export interface StoredTextCode {
  /** Those with the shortest codes first. */
  pieces: readonly string[];
  /** How many codes there are of each length, from 1 bit on. */
  lengths: readonly number[];
}

/** For members without any text in training. */
const BLANK: StoredTextCode = { pieces: [ESCAPE, END], lengths: [2] };
const CODE_UNIT_BITS = 16;
/** No text of a record is nearly as long; a damaged one must not take all memory. */
const MAX_CHARACTERS = 1_000_000;

/**
 * Writes the texts of one member of a record in few bits: common texts, phrases, words and characters have codes of
 * their own, and anything else follows an escape.
 */
export class TextCode {
  readonly #code: PrefixCode;
  readonly #pieces: readonly string[];
  /** By piece: 1 where the text ends with it. */
  readonly #isLast: Uint8Array;
  readonly #escape: number;

  constructor({ pieces, lengths }: StoredTextCode = BLANK) {
    this.#code = new PrefixCode(lengths);
    this.#isLast = Uint8Array.from(pieces, (piece) => (piece.endsWith(END) ? 1 : 0));
    this.#pieces = pieces.map((piece) => (piece.endsWith(END) ? piece.slice(0, -END.length) : piece));
    this.#escape = pieces.indexOf(ESCAPE);
  }

  read(bits: BitReader): string {
    const first = this.#code.read(bits);
    return this.#isLast[first] ? this.#pieces[first]! : this.#readOn(first, bits);
  }

  /** The whole text, after its first piece was read. */
  #readOn(first: number, bits: BitReader): string {
    const parts = [this.#pieceOf(first, bits)];
    for (let length = parts[0]!.length; length <= MAX_CHARACTERS; ) {
      const symbol = this.#code.read(bits);
      const piece = this.#pieceOf(symbol, bits);
      parts.push(piece);
      length += piece.length;
      if (this.#isLast[symbol]) return parts.join('');
    }
    throw new Error('a full record of the catalogue is damaged');
  }

  #pieceOf(symbol: number, bits: BitReader): string {
    return symbol === this.#escape
      ? String.fromCharCode(bits.read(CODE_UNIT_BITS))
      : (this.#pieces[symbol] ?? '');
  }

  writer(): (text: string, bits: BitWriter) => void {
    const write = this.#code.writer();
    const isLast = this.#isLast;
    const known = new PieceNumbers(
      this.#pieces.map((piece, symbol) => (isLast[symbol] ? piece + END : piece)),
    );
    // Most texts are amounts that have a code of their own.
    const wholes = new Map<string, number>();
    for (const [symbol, piece] of this.#pieces.entries()) if (isLast[symbol]) wholes.set(piece, symbol);
    return (text, bits) => {
      const whole = wholes.get(text);
      if (whole !== undefined) return write(whole, bits);
      splitText(text + END, known, (symbol, at) => {
        if (symbol !== undefined) return write(symbol, bits);
        write(this.#escape, bits);
        bits.write(text.charCodeAt(at), CODE_UNIT_BITS);
      });
    };
  }
}
