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

/** What things cost, in those units. */
export const COST = {
  /** Asking for foods, and reading an entry of the index for it. */
  statement: 2000,
  entry: 0.25,
  /** Reading the name of a food, and finding out from it what the food is without. */
  name: 200,
  absence: 400,
  /** Reading a food and scoring it. */
  candidate: 1000,
  /** Scoring a food by another of its names, and comparing each typed word with that. */
  scoredName: 600,
  scoredWord: 200,
  /** Looking for the corrections of a word. */
  corrections: 50_000,
} as const;
