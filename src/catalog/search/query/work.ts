/**
 * What one request may cost, counted in units of about ten nanoseconds rather than measured: the same request always gets
 * the same answer, whatever else the machine does. A search goes from the most certain way of reading a text to the least,
 * so that what is left out once everything is spent is what would have been the worst of its guesses.
 */
export class Work {
  #left: number;

  constructor(allowed: number) {
    this.#left = allowed;
  }

  get left(): number {
    return this.#left;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  spend(units: number): void {
    this.#left -= units;
  }
}
