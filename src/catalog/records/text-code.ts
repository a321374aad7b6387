import type { BitReader, BitWriter } from './bits.ts';
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
    let text = '';
    for (;;) {
      const symbol = this.#code.read(bits);
      text +=
        symbol === this.#escape ? String.fromCharCode(bits.read(CODE_UNIT_BITS)) : this.#pieces[symbol]!;
      if (this.#isLast[symbol]) return text;
    }
  }

  writer(): (text: string, bits: BitWriter) => void {
    const write = this.#code.writer();
    const symbols = new Map(
      this.#pieces.map((piece, symbol) => [this.#isLast[symbol] ? piece + END : piece, symbol]),
    );
    return (text, bits) =>
      splitText(text, symbols, (piece) => {
        const symbol = symbols.get(piece);
        write(symbol ?? this.#escape, bits);
        if (symbol === undefined) bits.write(piece.charCodeAt(0), CODE_UNIT_BITS);
      });
  }
}
