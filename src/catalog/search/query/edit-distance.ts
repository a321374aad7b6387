import { SLIP } from './weights.ts';
/**
 * How far a typed word is from an intended one: the number of edits (an extra letter, a missing one, a wrong one, two
 * swapped), and their cost, weighted by how easily each slip happens.
 */
export interface EditDistance {
  edits: number;
  cost: number;
}

const SOUND_GROUPS = ['aeiouy', 'uw', 'ckqs', 'szc', 'dt', 'bp', 'fv', 'vw', 'gj', 'mn'];
/** Keyboard rows of most of the supported languages: fingers slip to the neighbouring key. */
const KEY_ROWS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  'qwertzuiop',
  'yxcvbnm',
];
/** The cost of a wrong letter for a right one, both of them ASCII. */
const ASCII = 128;
const swaps = new Float64Array(ASCII * ASCII).fill(SLIP.wrong);
for (const row of KEY_ROWS) {
  for (let i = 0; i + 1 < row.length; i++) addSwap(row[i]!, row[i + 1]!, SLIP.beside);
}
for (const group of SOUND_GROUPS) {
  for (const left of group) for (const right of group) addSwap(left, right, SLIP.alike);
}

function addSwap(left: string, right: string, cost: number): void {
  swaps[left.charCodeAt(0) * ASCII + right.charCodeAt(0)] = cost;
  swaps[right.charCodeAt(0) * ASCII + left.charCodeAt(0)] = cost;
}

function swapCost(left: number, right: number): number {
  return left < ASCII && right < ASCII ? swaps[left * ASCII + right]! : SLIP.wrong;
}

/** Words are no longer than this (src/food/text.ts), so one table serves every comparison. */
const MAX_CELLS = 64 * 64;
const edits = new Uint8Array(MAX_CELLS);
const costs = new Float64Array(MAX_CELLS);

/** Returns null when the words are more than `mostEdits` apart. With `asPrefix`, `meant` may continue. */
export function editDistance(
  typed: string,
  meant: string,
  mostEdits: number,
  asPrefix = false,
): EditDistance | null {
  if (typed.length - meant.length > mostEdits) return null;
  if (!asPrefix && meant.length - typed.length > mostEdits) return null;
  const width = meant.length + 1;
  const rows = typed.length + 1;
  if (rows * width > MAX_CELLS || !isWithin(typed, meant, mostEdits, asPrefix)) return null;
  edits[0] = 0;
  costs[0] = 0;
  for (let j = 1; j < width; j++) {
    edits[j] = j;
    costs[j] = j * SLIP.missing + SLIP.firstLetter;
  }
  for (let i = 1; i < rows; i++) {
    if (!fillRow(typed, meant, i, width, mostEdits)) return null;
  }
  return best((rows - 1) * width, width, typed.length, mostEdits, asPrefix);
}

/** The number of bits in an integer. */
const MAX_BITS = 32;
/** For every letter the positions at which the last typed word has it, a bit for each. */
const letterPlaces = new Int32Array(ASCII);
let lastTyped = '';

/** Returns false for a word that is too long for `isWithin`, or has other letters. */
function notePlaces(typed: string): boolean {
  if (typed.length > MAX_BITS) return false;
  for (let i = 0; i < typed.length; i++) if (typed.charCodeAt(i) >= ASCII) return false;
  if (typed === lastTyped) return true;
  for (let i = 0; i < lastTyped.length; i++) letterPlaces[lastTyped.charCodeAt(i)] = 0;
  for (let i = 0; i < typed.length; i++) letterPlaces[typed.charCodeAt(i)]! |= 1 << i;
  lastTyped = typed;
  return true;
}

/**
 * Whether the words may be at most `mostEdits` apart. Nearly all that are compared are not, and counting edits without
 * their costs takes a few steps for each letter: a column of the table is the differences between its cells, as bits
 * (Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances").
 */
function isWithin(typed: string, meant: string, mostEdits: number, asPrefix: boolean): boolean {
  if (!notePlaces(typed)) return true;
  const lastBit = 1 << (typed.length - 1);
  const [from, to] = endsOf(typed.length, meant.length, mostEdits, asPrefix);
  let more = -1;
  let fewer = 0;
  let same = 0;
  let placesBefore = 0;
  let distance = typed.length;
  for (let j = 1; j <= to; j++) {
    const letter = meant.charCodeAt(j - 1);
    const places = letter < ASCII ? letterPlaces[letter]! : 0;
    const swapped = ((~same & places) << 1) & placesBefore;
    same = ((((places & more) + more) | 0) ^ more) | places | fewer | swapped;
    let higher = fewer | ~(same | more);
    let lower = same & more;
    if ((higher & lastBit) !== 0) distance++;
    if ((lower & lastBit) !== 0) distance--;
    if (j >= from && distance <= mostEdits) return true;
    higher = (higher << 1) | 1;
    lower <<= 1;
    more = lower | ~(same | higher);
    fewer = higher & same;
    placesBefore = places;
  }
  return false;
}

/** The shortest and longest prefix of `meant` that may have been typed. */
function endsOf(
  typedLength: number,
  meantLength: number,
  mostEdits: number,
  asPrefix: boolean,
): [from: number, to: number] {
  if (!asPrefix) return [meantLength, meantLength];
  return [
    Math.max(1, Math.min(meantLength, typedLength - mostEdits)),
    Math.min(meantLength, typedLength + mostEdits),
  ];
}

/** Fills a row of the table; returns whether any cell of it is still within reach. */
function fillRow(typed: string, meant: string, i: number, width: number, mostEdits: number): boolean {
  const row = i * width;
  const above = row - width;
  edits[row] = i;
  costs[row] = i * SLIP.missing + SLIP.firstLetter;
  let fewest = i;
  const letter = typed.charCodeAt(i - 1);
  for (let j = 1; j < width; j++) {
    const target = meant.charCodeAt(j - 1);
    const first = i === 1 || j === 1 ? SLIP.firstLetter : 0;
    const same = letter === target;
    let edit = edits[above + j - 1]! + (same ? 0 : 1);
    let cost = costs[above + j - 1]! + (same ? 0 : swapCost(letter, target) + first);
    const surplus = i > 1 && typed.charCodeAt(i - 2) === letter ? SLIP.doubled : SLIP.missing + first;
    edit = Math.min(edit, edits[above + j]! + 1);
    cost = Math.min(cost, costs[above + j]! + surplus);
    const lacking = j > 1 && meant.charCodeAt(j - 2) === target ? SLIP.doubled : SLIP.missing + first;
    edit = Math.min(edit, edits[row + j - 1]! + 1);
    cost = Math.min(cost, costs[row + j - 1]! + lacking);
    if (i > 1 && j > 1 && letter === meant.charCodeAt(j - 2) && typed.charCodeAt(i - 2) === target) {
      edit = Math.min(edit, edits[above - width + j - 2]! + 1);
      cost = Math.min(cost, costs[above - width + j - 2]! + SLIP.swapped);
    }
    edits[row + j] = edit;
    costs[row + j] = cost;
    if (edit < fewest) fewest = edit;
  }
  return fewest <= mostEdits;
}

function best(
  lastRow: number,
  width: number,
  typedLength: number,
  mostEdits: number,
  asPrefix: boolean,
): EditDistance | null {
  let found: EditDistance | null = null;
  const [from, to] = endsOf(typedLength, width - 1, mostEdits, asPrefix);
  for (let j = from; j <= to; j++) {
    const edit = edits[lastRow + j]!;
    if (edit <= mostEdits && (found === null || costs[lastRow + j]! < found.cost)) {
      found = { edits: edit, cost: costs[lastRow + j]! };
    }
  }
  return found;
}
