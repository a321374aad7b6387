/** Numbers of up to four decimal places are written digit by digit; few amounts have more. */
const STEPS = 10_000;
/** A number with more digits in all might not be the one that its digits say. */
const MOST_STEPS = 2 ** 31 - 1;
/** Of such a number, with its point. */
const MOST_DIGITS = 12;
const [ZERO, POINT] = ['0'.charCodeAt(0), '.'.charCodeAt(0)];
const ENOUGH_FOR_MOST = 8192;

/**
 * Puts a text together from characters of Latin-1, in bytes: the nutriments of a product are three hundred pieces, and
 * joining as many strings takes three times as long.
 */
export class LatinText {
  #bytes = Buffer.alloc(ENOUGH_FOR_MOST);
  #length = 0;

  start(): void {
    this.#length = 0;
  }

  add(text: string): void {
    const length = text.length;
    if (this.#length + length > this.#bytes.length) this.#grow(length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < length; i++) bytes[at++] = text.charCodeAt(i);
    this.#length = at;
  }

  /** As `String` writes it. */
  addNumber(value: number): void {
    const steps = Math.round(value * STEPS);
    if (steps / STEPS !== value || steps < 0 || steps > MOST_STEPS) this.add(String(value));
    else this.#addSteps(steps);
  }

  #addSteps(steps: number): void {
    if (this.#length + MOST_DIGITS > this.#bytes.length) this.#grow(MOST_DIGITS);
    const whole = (steps / STEPS) | 0;
    this.#addWhole(whole);
    this.#addFraction(steps - whole * STEPS);
  }

  #addWhole(whole: number): void {
    let digits = 1;
    for (let more = whole; more > 9; more = (more / 10) | 0) digits++;
    const end = this.#length + digits;
    let rest = whole;
    for (let at = end - 1; at >= this.#length; at--) {
      const tenth = (rest / 10) | 0;
      this.#bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#length = end;
  }

  /** Without zeros at the end. */
  #addFraction(steps: number): void {
    if (steps === 0) return;
    this.#bytes[this.#length++] = POINT;
    let rest = steps;
    for (let unit = STEPS / 10; rest > 0; unit /= 10) {
      const digit = (rest / unit) | 0;
      this.#bytes[this.#length++] = ZERO + digit;
      rest -= digit * unit;
    }
  }

  finish(): string {
    return this.#bytes.toString('latin1', 0, this.#length);
  }

  #grow(more: number): void {
    const larger = Buffer.alloc(2 * this.#bytes.length + more);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
