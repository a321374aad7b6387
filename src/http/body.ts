import { type Coding, compress } from './encoding.ts';

/** The text of an answer, with what compressing it gave: a body that is kept is compressed only once. */
export class Body {
  readonly #packed: Record<Coding, Uint8Array<ArrayBuffer> | null> = { zstd: null, gzip: null };

  constructor(readonly text: string) {}

  packed(coding: Coding): Uint8Array<ArrayBuffer> {
    this.#packed[coding] ??= compress(this.text, coding);
    return this.#packed[coding];
  }
}
