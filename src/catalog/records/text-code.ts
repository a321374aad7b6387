import type { BitReader, BitWriter } from './bits.ts';
import { PieceTable } from './piece-table.ts';
import { PrefixCode } from './prefix-code.ts';
import { END, ESCAPE, splitText } from './spelling.ts';

/** A text code as it is stored. */
export interface StoredTextCode {
  /** Those with the shortest codes first. */
  pieces: readonly string[];
  /** How many codes there are of each length, from 1 bit on. */
  lengths: readonly number[];
}

/** For texts of which none was seen in training. */
const BLANK: StoredTextCode = { pieces: [ESCAPE, END], lengths: [2] };
const CODE_UNIT_BITS = 16;

/**
 * Writes the texts of one member of a record in few bits: whole texts, phrases, words or characters that are common have
 * codes of their own, and whatever else there is follows an escape.
 */
export class TextCode {
  readonly #code: PrefixCode;
  readonly #pieces: readonly string[];
  readonly #isLast: readonly boolean[];
  readonly #escape: number;

  constructor({ pieces, lengths }: StoredTextCode = BLANK) {
    this.#code = new PrefixCode(lengths);
    this.#isLast = pieces.map((piece) => piece.endsWith(END));
    this.#pieces = pieces.map((piece) => (piece.endsWith(END) ? piece.slice(0, -END.length) : piece));
    this.#escape = pieces.indexOf(ESCAPE);
  }

  read(bits: BitReader): string {
    const first = this.#code.read(bits);
    if (this.#isLast[first]) return this.#pieces[first]!;
    const parts = [this.#pieceOf(first, bits)];
    for (;;) {
      const symbol = this.#code.read(bits);
      parts.push(this.#pieceOf(symbol, bits));
      if (this.#isLast[symbol]) return parts.join('');
    }
  }

  #pieceOf(symbol: number, bits: BitReader): string {
    return symbol === this.#escape ? String.fromCharCode(bits.read(CODE_UNIT_BITS)) : this.#pieces[symbol]!;
  }

  writer(): (text: string, bits: BitWriter) => void {
    const write = this.#code.writer();
    const isLast = this.#isLast;
    const known = new PieceTable(this.#pieces.map((piece, symbol) => (isLast[symbol] ? piece + END : piece)));
    const wholes = new Map<string, number>();
    for (const [symbol, piece] of this.#pieces.entries()) if (isLast[symbol]) wholes.set(piece, symbol);
    return (text, bits) => {
      // Most texts are short and have a code of their own.
      const whole = wholes.get(text);
      if (whole !== undefined) write(whole, bits);
      else this.#spell(text + END, known, write, bits);
    };
  }

  #spell(text: string, known: PieceTable, write: ReturnType<PrefixCode['writer']>, bits: BitWriter): void {
    splitText(text, known, (symbol, at) => {
      if (symbol !== -1) return write(symbol, bits);
      write(this.#escape, bits);
      bits.write(text.charCodeAt(at), CODE_UNIT_BITS);
    });
  }
}
