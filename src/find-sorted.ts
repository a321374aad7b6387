/** The index of a number among others in ascending order; -1 where it is not among them. */
export function findSorted(sorted: Float64Array | Int32Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else if (sorted[middle]! > value) high = middle - 1;
    else return middle;
  }
  return -1;
}
