import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * One number per food, in two bytes where they suffice. Single bytes would save little, and slow down loops over all
 * kinds.
 */
export type Codes = Uint16Array | Uint32Array;
export type CodeWidth = 2 | 4;

const LEVEL = 6;
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
