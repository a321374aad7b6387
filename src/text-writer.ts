/** Numbers of up to four decimal places are written digit by digit; few amounts have more. */
const STEPS = 10_000;
/** Beyond this, the digits may not round-trip. */
const MOST_STEPS = 2 ** 31 - 1;
/** Longest output: such a number with its point, or any integer. */
const MOST_DIGITS = 17;
/** Whole numbers are split here, so that each part is computed with integers of 32 bits. */
const DIGITS_AT_ONCE = 8;
const AT_ONCE = 10 ** DIGITS_AT_ONCE;
const ZERO = '0'.charCodeAt(0);
const POINT = '.'.charCodeAt(0);
const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
/** Characters from here on take two bytes of UTF-8, or three; a surrogate pair takes four. */
const [FIRST_PRINTABLE, FIRST_BEYOND_ASCII, FIRST_OF_THREE_BYTES] = [0x20, 0x80, 0x800];
const MOST_BYTES = 3;
const ENOUGH_FOR_MOST = 8192;
/** From this many bytes on, copying natively is faster than a loop. */
const WORTH_A_CALL = 64;

/** 1 for the ASCII characters that need no escape in a JSON string: one look for each instead of four comparisons. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, code) =>
  Number(code >= FIRST_PRINTABLE && code < FIRST_BEYOND_ASCII && code !== QUOTE && code !== BACKSLASH),
);

/**
 * A text to send. One beyond ASCII is best given as bytes of UTF-8: encoding 8 KB of it takes Bun as long as all the
 * rest of a response.
 */
export type Content = string | Uint8Array<ArrayBuffer>;

/** A text that is written often, in UTF-8. */
export type Literal = Uint8Array;

export function literal(text: string): Literal {
  return new TextEncoder().encode(text);
}

/**
 * Builds a text as bytes of UTF-8. Joining as many strings takes three times as long, and leaves all of them as
 * garbage.
 */
export class TextWriter {
  #bytes = Buffer.alloc(ENOUGH_FOR_MOST);
  #length = 0;
  #isAscii = true;

  get length(): number {
    return this.#length;
  }

  /** The text is at the start of these, until something is added. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** One of ASCII. */
  addByte(byte: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#length++] = byte;
  }

  addAscii(text: Literal): void {
    if (text.length < WORTH_A_CALL) {
      this.addBytes(text, 0, text.length);
      return;
    }
    this.#makeRoom(text.length);
    this.#bytes.set(text, this.#length);
    this.#length += text.length;
  }

  addUtf8(text: Literal): void {
    this.#isAscii = false;
    this.addBytes(text, 0, text.length);
  }

  /** Assumes ASCII: leaves `#isAscii` as it is. */
  addBytes(source: Uint8Array, start: number, end: number): void {
    this.#makeRoom(end - start);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = start; i < end; i++) bytes[at++] = source[i]!;
    this.#length = at;
  }

  addText(text: string): void {
    const length = text.length;
    this.#makeRoom(MOST_BYTES * length);
    const bytes = this.#bytes;
    const start = this.#length;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code >= FIRST_BEYOND_ASCII) {
        this.#isAscii = false;
        this.#length = start + bytes.write(text, start);
        return;
      }
      bytes[start + i] = code;
    }
    this.#length = start + length;
  }

  /** Copies an earlier range of the output. */
  repeat(start: number, end: number): void {
    const length = end - start;
    if (length < WORTH_A_CALL) {
      this.addBytes(this.#bytes, start, end);
      return;
    }
    this.#makeRoom(length);
    this.#bytes.copyWithin(this.#length, start, end);
    this.#length += length;
  }

  /** A text as a JSON string. */
  addQuoted(text: string): void {
    const length = text.length;
    this.#makeRoom(MOST_BYTES * length + 2);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = QUOTE;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (PLAIN[code] === 1) bytes[at++] = code;
      else if (code >= FIRST_BEYOND_ASCII && code < FIRST_OF_THREE_BYTES) {
        this.#isAscii = false;
        bytes[at++] = 0xc0 | (code >> 6);
        bytes[at++] = 0x80 | (code & 0x3f);
      } else {
        this.addText(JSON.stringify(text));
        return;
      }
    }
    bytes[at++] = QUOTE;
    this.#length = at;
  }

  /** As JSON writes it. */
  addNumber(value: number): void {
    const steps = Math.round(value * STEPS);
    if (steps / STEPS !== value || steps < 0 || steps > MOST_STEPS) {
      if (steps > 0 && Number.isSafeInteger(value)) this.addWhole(value);
      else this.addText(JSON.stringify(value));
      return;
    }
    const whole = (steps / STEPS) | 0;
    this.addWhole(whole);
    this.#addFraction(steps - whole * STEPS);
  }

  /** An exact integer, 0 or more. */
  addWhole(value: number): void {
    if (value >= AT_ONCE) {
      const first = Math.floor(value / AT_ONCE);
      this.addWhole(first);
      this.addDigits(value - first * AT_ONCE, DIGITS_AT_ONCE);
      return;
    }
    let digits = 1;
    for (let more = value | 0; more > 9; more = (more / 10) | 0) digits++;
    this.addDigits(value, digits);
  }

  /** The last digits of an integer, padded with zeros. */
  addDigits(value: number, digits: number): void {
    if (digits > DIGITS_AT_ONCE) {
      const first = Math.floor(value / AT_ONCE);
      this.addDigits(first, digits - DIGITS_AT_ONCE);
      this.addDigits(value - first * AT_ONCE, DIGITS_AT_ONCE);
      return;
    }
    this.#makeRoom(MOST_DIGITS);
    const bytes = this.#bytes;
    const start = this.#length;
    let rest = (value < AT_ONCE ? value : value % AT_ONCE) | 0;
    for (let at = start + digits - 1; at >= start; at--) {
      const tenth = (rest / 10) | 0;
      bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#length = start + digits;
  }

  /** Without zeros at the end. */
  #addFraction(steps: number): void {
    if (steps === 0) return;
    this.#makeRoom(MOST_DIGITS);
    this.#bytes[this.#length++] = POINT;
    let rest = steps;
    for (let unit = STEPS / 10; rest > 0; unit /= 10) {
      const digit = (rest / unit) | 0;
      this.#bytes[this.#length++] = ZERO + digit;
      rest -= digit * unit;
    }
  }

  clear(): void {
    this.#length = 0;
    this.#isAscii = true;
  }

  /** Returns the text, and begins a new one. */
  take(): string {
    const text = this.#bytes.toString(this.#isAscii ? 'latin1' : 'utf8', 0, this.#length);
    this.clear();
    return text;
  }

  /** Lets somebody take the bytes so far, who returns how many of them; the others stay. */
  handOver(take: (bytes: Buffer, length: number) => number): void {
    const taken = take(this.#bytes, this.#length);
    if (taken === this.#length) {
      this.clear();
      return;
    }
    this.#bytes.copyWithin(0, taken, this.#length);
    this.#length -= taken;
  }

  /** Returns the text in the form that is sent fastest, and begins a new one. */
  takeContent(): Content {
    if (this.#isAscii) return this.take();
    const bytes = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.clear();
    return bytes;
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.alloc(2 * this.#bytes.length + more);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
