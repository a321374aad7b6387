/** The numbers in two bytes each where that suffices. */
export function narrow(numbers: Uint32Array): Uint16Array | Uint32Array {
  let largest = 0;
  for (let at = 0; at < numbers.length; at++) if (numbers[at]! > largest) largest = numbers[at]!;
  return largest < 2 ** 16 ? new Uint16Array(numbers) : numbers;
}
