/** The longest code that can be read at once: any four bytes have at least this many bits left. */
export const MAX_CODE_BITS = 24;
const MORE_BYTES = 2;

/** Writes numbers of a few bits each, one after another. */
export class BitWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;
  /** Bits that do not fill a byte yet. */
  #pending = 0;
  #pendingBits = 0;

  /** At most MAX_CODE_BITS bits. */
  write(value: number, bits: number): void {
    this.#pending = (this.#pending << bits) | value;
    this.#pendingBits += bits;
    while (this.#pendingBits >= 8) {
      this.#pendingBits -= 8;
      this.#push(this.#pending >>> this.#pendingBits);
    }
    this.#pending &= (1 << this.#pendingBits) - 1;
  }

  /** What was written, padded to whole bytes; the next record starts empty. */
  finish(): Buffer {
    if (this.#pendingBits > 0) this.#push(this.#pending << (8 - this.#pendingBits));
    const written = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    this.#pending = 0;
    this.#pendingBits = 0;
    return written;
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * MORE_BYTES);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }
}

export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The next MAX_CODE_BITS bits; zeros after the end. */
  peek(): number {
    const bytes = this.#bytes;
    const first = this.#at >>> 3;
    // Bytes after the end are undefined, which the operators treat as 0.
    const four =
      (bytes[first]! << 24) | (bytes[first + 1]! << 16) | (bytes[first + 2]! << 8) | bytes[first + 3]!;
    return (four << (this.#at & 7)) >>> (32 - MAX_CODE_BITS);
  }

  /** Otherwise damaged bytes would be read without end. */
  skip(bits: number): void {
    this.#at += bits;
    if (this.#at > this.#bytes.length * 8) throw new Error('a full record of the catalogue is damaged');
  }

  read(bits: number): number {
    const value = this.peek() >>> (MAX_CODE_BITS - bits);
    this.skip(bits);
    return value;
  }
}
