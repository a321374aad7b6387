/** What a picture is, by its first bytes: what a server says about it may be wrong, or meant to deceive. */
export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif';

const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const GIF = [0x47, 0x49, 0x46, 0x38];
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];
const WEBP_AT = 8;

/** Null for anything that is not a picture of these kinds. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  if (hasAt(bytes, 0, JPEG)) return 'image/jpeg';
  if (hasAt(bytes, 0, PNG)) return 'image/png';
  if (hasAt(bytes, 0, GIF)) return 'image/gif';
  return hasAt(bytes, 0, RIFF) && hasAt(bytes, WEBP_AT, WEBP) ? 'image/webp' : null;
}

function hasAt(bytes: Uint8Array, at: number, expected: readonly number[]): boolean {
  return expected.every((byte, i) => bytes[at + i] === byte);
}
