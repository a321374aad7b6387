import { amountWords, takeUnit, type Unit } from './amount-words.ts';
import { isJoined, type Taken, type Tokens } from './tokens.ts';

/** `2 dozen` is a number, in any of the languages. */
const DOZEN = /^(?:dozen|dutzend|douzaines?|docenas?|dozzin[ae])$/;
/** `1 quart de litre` means a quarter, not a quart; likewise `3 cuartos de kilo`. */
const FOURTHS = /^(?:quarts?|cuartos?|quart[oi])$/;
const DASH = /^[-–—]$/;

/** How many a text begins with: `1½`, `2-3`, `a dozen`. A range counts as its mean. */
export function readQuantity(tokens: Tokens): Taken<number> | null {
  const exact = amountWords().about.skip(tokens);
  // Some words mean `about` before a number and `a few` without one: `unas hojas de menta`.
  const read = readRange(exact) ?? (exact === tokens ? null : readSpoken(tokens));
  return read !== null && read.value > 0 ? read : null;
}

/** `2 to 3`, `between 2 and 3`, `200 g - 250 g`: both ends may have a unit, of which the first is kept. */
function readRange(tokens: Tokens): Taken<number> | null {
  const { between, range, join } = amountWords();
  const alone = readCounted(tokens);
  const opening = alone === null ? between.take(tokens) : null;
  const first = alone ?? (opening === null ? null : readOne(opening.rest));
  if (first === null) return null;
  const unit = takeUnit(first.rest);
  for (const behind of [first.rest, ...(unit === null ? [] : [unit.rest])]) {
    const to = range.take(behind) ?? (opening === null ? null : join.take(behind));
    const second = readOne(to?.rest ?? (DASH.test(behind[0]?.text ?? '') ? behind.slice(1) : []));
    if (second === null) continue;
    const isPlain = behind === first.rest;
    const last = isPlain ? second : readIn(unit!.value, second);
    // `1 a 2` is a range, `1 or so` is not; nor is `3-1`.
    if (last === null || last.value < first.value || (isPlain && last.value === first.value)) continue;
    const ofFirst = isPlain ? [] : first.rest.slice(0, first.rest.length - behind.length);
    return { value: (first.value + last.value) / 2, rest: [...ofFirst, ...last.rest] };
  }
  // `de 2 citrons` is not a range.
  return alone;
}

/** A number with its own unit, in another one. */
function readIn(unit: Unit, { value, rest }: Taken<number>): Taken<number> | null {
  const own = takeUnit(rest);
  const converted = own === null ? null : convert({ quantity: value, unit: own.value }, unit);
  return converted === null ? null : { value: converted, rest: own!.rest };
}

/** An amount in another unit; null where one is a weight and the other a volume, or neither has a size. */
export function convert(amount: { quantity: number; unit: Unit }, unit: Unit): number | null {
  if (!amount.unit.amount || !unit.amount || amount.unit.kind !== unit.kind) return null;
  return (amount.quantity * amount.unit.amount) / unit.amount;
}

/** `2 dozen`, `1 halbe Zitrone`, `3 quarts de litre`, `1 and 1/2`, `2 y media`. */
function readCounted(tokens: Tokens): Taken<number> | null {
  const { numbers, join, of } = amountWords();
  const first = readOne(tokens);
  if (first === null) return null;
  const [next = null, ...behind] = first.rest;
  if (next === null) return first;
  if (DOZEN.test(next.text)) return { value: first.value * 12, rest: behind };
  const part = first.value === 1 ? numbers.take(first.rest) : null;
  if (part !== null && part.value < 1) return part;
  const isFourth = FOURTHS.test(next.text) && first.value < 4 && of.take(behind) !== null;
  if (isFourth && takeUnit(of.skip(behind))?.value.amount) return { value: first.value / 4, rest: behind };
  const joined = first.value < 1 ? null : join.take(first.rest);
  const fraction = joined === null ? null : readOne(joined.rest);
  return fraction === null || fraction.value >= 1
    ? first
    : { value: first.value + fraction.value, rest: fraction.rest };
}

function readOne(tokens: Tokens): Taken<number> | null {
  const value = tokens[0]?.value ?? null;
  return value === null ? readSpoken(tokens) : { value, rest: tokens.slice(1) };
}

/** `two hundred and fifty`, `vingt-cinq`, `treinta y cinco`: words that make up one number, the largest first. */
function readSpoken(tokens: Tokens): Taken<number> | null {
  const { numbers, join } = amountWords();
  let spoken = numbers.find(tokens);
  while (spoken !== null) {
    const next = numbers.find(isJoined(spoken.rest) ? spoken.rest.slice(1) : join.skip(spoken.rest));
    const together = next === null ? null : combine(spoken.value, next.value);
    if (together === null) break;
    spoken = { value: together, rest: next!.rest };
  }
  if (spoken === null || !isJoined(spoken.rest)) return spoken;
  // `twenty-five` is a number, but `two-inch` is not.
  const isHalf = tokens[tokens.length - spoken.rest.length - 1]!.text === 'demi';
  return isHalf ? { ...spoken, rest: spoken.rest.slice(1) } : null;
}

/** What two words say together; null where the second begins something else, as in `two one-inch slices`. */
function combine(value: number, next: number): number | null {
  if (!Number.isInteger(value) || !Number.isInteger(next)) return null;
  const isMultiplied = value < next && next % 100 === 0 && value < 100;
  if (isMultiplied) return value * next;
  // The second must fit into the zeros of the first: 200 and 50, 20 and 5; in French also 60 and 15.
  const room = value % 1000 === 0 ? 1000 : value % 100 === 0 ? 100 : value === 60 || value === 80 ? 20 : 10;
  return value >= 20 && value % 10 === 0 && next < room ? value + next : null;
}
