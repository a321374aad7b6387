import { Food } from '../food/food.ts';
import { LARGE_PICTURE, PICTURE_FOLDER, SMALL_PICTURE } from '../food/image.ts';
import type { Content } from '../text-writer.ts';

/** JSON has no control characters, so each of them can stand for a text. */
const CONTROL_CHARACTERS = 32;

/** The texts around the values of most foods, in the order in which they occur. Some occur twice. */
const IN_ORDER = Object.keys(Food.properties).flatMap((member, place) => {
  const name = `${place === 0 ? '{' : ','}"${member}":`;
  switch (member) {
    case 'image_url':
      return [name, `"${PICTURE_FOLDER}`, '/front_', `${LARGE_PICTURE}"`];
    case 'image_thumb_url':
      return [name, `"${PICTURE_FOLDER}`, '/front_', `${SMALL_PICTURE}"`];
    case 'static_url':
      return [`${name}"/food/`, '.html"}'];
    default:
      return [name];
  }
});
const ANYWHERE = 'null';
const TEXTS = [...IN_ORDER, ANYWHERE];
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

/** The order in which every machine that larder runs on stores the bytes of a number. */
const IS_LITTLE_ENDIAN = true;

/** Longer JSON cannot be restored, in bytes. */
export const LONGEST_JSON = 4 * 1024;
const restored = Buffer.from(new ArrayBuffer(LONGEST_JSON + BYTES_AT_ONCE));
const restoredView = new DataView(restored.buffer);

/**
 * Shorthand for the JSON of a food, about two fifths of its length, for keeping it in memory. Takes and returns bytes, as a
 * string of Latin-1.
 */
export function shorten(json: string): string {
  let short = '';
  let from = 0;
  for (let code = 0; code < IN_ORDER.length; code++) {
    const text = IN_ORDER[code]!;
    const at = json.indexOf(text, from);
    if (at === -1) continue;
    short += json.slice(from, at) + String.fromCharCode(code);
    from = at + text.length;
  }
  return (short + json.slice(from)).replaceAll(ANYWHERE, String.fromCharCode(IN_ORDER.length));
}

/** The JSON that a shorthand among other bytes stands for: a copy, since the next one is restored in the same place. */
export function restore(bytes: Uint8Array, start: number, end: number, isAscii: boolean): Content {
  let length = 0;
  for (let at = start; at < end; at++) {
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
  return isAscii ? restored.toString('latin1', 0, length) : new Uint8Array(restored.subarray(0, length));
}
