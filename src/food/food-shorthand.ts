import { FOOD_FIELDS, type Food } from './food.ts';
import { FRONT, LARGE_PICTURE, PICTURE_FOLDER, SMALL_PICTURE } from './image.ts';
import { PAGE_ENDING, PAGE_FOLDER } from './static-url.ts';

/**
 * Shorthand for the JSON of a food, about two fifths of its length: two thirds of it are the names of its members and parts
 * of addresses that all foods share. JSON has no control characters, so each of them stands for one of these texts. Any JSON
 * is a shorthand of itself.
 */
const TEXTS: string[] = [];

/** Returns the character that stands for a text. */
function shortFor(text: string): number {
  return TEXTS.push(text) - 1;
}

const MEMBERS = new Map(
  FOOD_FIELDS.map((name, place) => [name, shortFor(`${place === 0 ? '{' : ','}"${name}":`)]),
);

/** The character for the name of a member, with what JSON has before and after it. */
export function shortMember(name: keyof Food): number {
  return MEMBERS.get(name)!;
}

/** The characters for parts of values, with the quotation mark where a value begins or ends. */
export const SHORT = {
  null: shortFor('null'),
  pictureFolder: shortFor(`"${PICTURE_FOLDER}`),
  front: shortFor(FRONT),
  largePicture: shortFor(`${LARGE_PICTURE}"`),
  smallPicture: shortFor(`${SMALL_PICTURE}"`),
  pageFolder: shortFor(`"${PAGE_FOLDER}`),
  pageEnding: shortFor(`${PAGE_ENDING}"`),
} as const;

const CONTROL_CHARACTERS = 32;
if (TEXTS.length > CONTROL_CHARACTERS) throw new Error('there are more texts than control characters');

/**
 * Texts are written eight bytes at a time, as numbers; what is too much, the next bytes overwrite. No eight bytes of ASCII are
 * a NaN, which would not keep its bits.
 */
const BYTES_AT_ONCE = Float64Array.BYTES_PER_ELEMENT;
const PADDED = TEXTS.map((text) => text.padEnd(Math.ceil(text.length / BYTES_AT_ONCE) * BYTES_AT_ONCE));
const PIECES = new Float64Array(new TextEncoder().encode(PADDED.join('')).slice().buffer);
const LENGTHS = Uint16Array.from(TEXTS, (text) => text.length);
const STARTS = Uint16Array.from(TEXTS, (_, code) => PADDED.slice(0, code).join('').length / BYTES_AT_ONCE);
const ENDS = Uint16Array.from(PADDED, (text, code) => STARTS[code]! + text.length / BYTES_AT_ONCE);
const LONGEST_TEXT = Math.max(...PADDED.map((text) => text.length));

/** The order in which every machine that larder runs on stores the bytes of a number. */
const IS_LITTLE_ENDIAN = true;

const ENOUGH_FOR_MOST = 4 * 1024;
let restored = new Uint8Array(ENOUGH_FOR_MOST);
let restoredView = new DataView(restored.buffer);
/** The first bytes of `restored`, by their number: making an object for them takes as long as restoring a food. */
let parts: Uint8Array<ArrayBuffer>[] = [];

/** A food in shorthand: the first bytes of a buffer, valid until the next food is looked up. */
export interface ShortFood {
  bytes: Buffer;
  length: number;
}

/** The JSON that a shorthand among other bytes stands for, in UTF-8: valid until the next one is restored. */
export function restore(bytes: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (let at = start; at < end; at++) {
    if (length + LONGEST_TEXT > restored.length) makeRoom();
    const byte = bytes[at]!;
    if (byte >= CONTROL_CHARACTERS) {
      restored[length++] = byte;
      continue;
    }
    const last = ENDS[byte]!;
    for (let piece = STARTS[byte]!, to = length; piece < last; piece++, to += BYTES_AT_ONCE) {
      restoredView.setFloat64(to, PIECES[piece]!, IS_LITTLE_ENDIAN);
    }
    length += LENGTHS[byte]!;
  }
  return firstOfRestored(length);
}

function firstOfRestored(length: number): Uint8Array<ArrayBuffer> {
  const known = parts[length];
  if (known !== undefined) return known;
  const part = restored.subarray(0, length);
  if (length <= ENOUGH_FOR_MOST) parts[length] = part;
  return part;
}

function makeRoom(): void {
  const larger = new Uint8Array(2 * restored.length);
  larger.set(restored);
  restored = larger;
  restoredView = new DataView(larger.buffer);
  parts = [];
}
