import { findSorted } from '../../src/find-sorted.ts';

const INITIAL_CAPACITY = 1 << 16;

/** A list of numbers at eight bytes each; a JavaScript array would take several times as much. */
export class GrowingNumbers {
  length = 0;
  #numbers = new Float64Array(INITIAL_CAPACITY);

  push(value: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Float64Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.length++] = value;
  }

  values(): Float64Array {
    return this.#numbers.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
    this.#numbers = new Float64Array(INITIAL_CAPACITY);
  }
}

/**
 * The indexes of each number that occurs more than once. It works on flat arrays, so that even a dump that is given
 * twice, where every number repeats, takes only about twenty bytes per row.
 */
export function* groupRepeated(numbers: Float64Array): Generator<Uint32Array> {
  const { repeated, starts } = countRepeated(numbers);
  const places = new Uint32Array(starts.at(-1) ?? 0);
  const filled = starts.slice();
  for (let place = 0; place < numbers.length; place++) {
    const group = findSorted(repeated, numbers[place]!);
    if (group !== -1) places[filled[group]!++] = place;
  }
  for (let group = 0; group < repeated.length; group++)
    yield places.subarray(starts[group], starts[group + 1]);
}

/** The repeated numbers in order, and where the group of each starts if all groups are laid out in a row. */
function countRepeated(numbers: Float64Array): { repeated: Float64Array; starts: Uint32Array } {
  const sorted = numbers.slice().sort();
  const starts = new GrowingNumbers();
  starts.push(0);
  let groups = 0;
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    const value = sorted[from]!;
    while (to < sorted.length && sorted[to] === value) to++;
    if (to - from === 1) continue;
    starts.push(starts.values().at(-1)! + (to - from));
    sorted[groups++] = value;
  }
  return { repeated: sorted.slice(0, groups), starts: Uint32Array.from(starts.values()) };
}
