import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * One number per food, in two bytes where they suffice. Single bytes would save little, and slow down loops over all
 * kinds.
 */
export type Codes = Uint16Array | Uint32Array;
export type CodeWidth = 2 | 4;

const LEVEL = 6;
/** All tags that people ever wrote into Open Food Facts take a tenth of it. */
const MAX_TAG_BYTES = 256 * 1024 * 1024;
const MAX_TAG_BYTES_PER_FOOD = 32 * 1024;
const HEAD_BYTES = Uint32Array.BYTES_PER_ELEMENT;
const ARRAY_OF = { 2: Uint16Array, 4: Uint32Array } as const;

export function widthOf(codes: Codes): CodeWidth {
  return codes.BYTES_PER_ELEMENT as CodeWidth;
}

/** Packs all first bytes, then all second bytes, and so on: bytes of one kind compress better among themselves. */
export function packCodes(codes: Codes): Buffer {
  const width = widthOf(codes);
  const bytes = Buffer.allocUnsafe(codes.length * width);
  for (let plane = 0; plane < width; plane++) {
    const start = plane * codes.length;
    const shift = plane * 8;
    for (let at = 0; at < codes.length; at++) bytes[start + at] = codes[at]! >>> shift;
  }
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
}

export function unpackCodes(packed: Buffer, width: CodeWidth, count: number): Codes {
  const bytes = zstdDecompressSync(packed, { maxOutputLength: Math.max(1, count * width) });
  const codes = new ARRAY_OF[width](count);
  for (let plane = 0; plane < width; plane++) {
    const start = plane * count;
    const shift = plane * 8;
    for (let at = 0; at < count; at++) codes[at] = codes[at]! | (bytes[start + at]! << shift);
  }
  return codes;
}

/** Tags of one kind, and the distinct sets of them: for each how many tags it has, and the positions of those. */
export interface TagSets {
  tags: readonly string[];
  sets: Uint32Array;
}

/** The length of the sets, the sets, and the tags separated by spaces, which they have none of. */
export function packTagSets({ tags, sets }: TagSets): Buffer {
  const head = bytesOf(Uint32Array.of(sets.length));
  const bytes = Buffer.concat([head, bytesOf(sets), Buffer.from(tags.join(' '))]);
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
}

/** Each food has at most a hundred of them. */
export function unpackTagSets(packed: Buffer, foods: number): TagSets {
  const maxOutputLength = Math.min(MAX_TAG_BYTES, HEAD_BYTES + foods * MAX_TAG_BYTES_PER_FOOD);
  const bytes = zstdDecompressSync(packed, { maxOutputLength });
  const end = HEAD_BYTES + bytes.readUInt32LE(0) * Uint32Array.BYTES_PER_ELEMENT;
  const sets = new Uint32Array(bytes.buffer.slice(bytes.byteOffset + HEAD_BYTES, bytes.byteOffset + end));
  const joined = bytes.toString('utf8', end);
  return { sets, tags: joined === '' ? [] : joined.split(' ') };
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

export function packAmounts(amounts: Float64Array): Buffer {
  const bytes = Buffer.from(amounts.buffer, amounts.byteOffset, amounts.byteLength);
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
}

/** There are at most as many amounts as foods. */
export function unpackAmounts(packed: Buffer, foods: number): Float64Array {
  const maxOutputLength = Math.max(1, foods * Float64Array.BYTES_PER_ELEMENT);
  const bytes = zstdDecompressSync(packed, { maxOutputLength });
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
