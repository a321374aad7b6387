import { constants, createZstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Higher levels take several times as long to save one byte in fifty. */
const LEVEL = 6;
const PARAMETERS = {
  [constants.ZSTD_c_compressionLevel]: LEVEL,
  // The file has a checksum of its own.
  [constants.ZSTD_c_checksumFlag]: 0,
  [constants.ZSTD_c_dictIDFlag]: 0,
};
/** Far more than any block unpacks to; a damaged one must not take all memory. */
const MOST_UNPACKED = 16 * 1024 * 1024;

/** Zstandard without a dictionary. */
export function pack(text: string): Buffer {
  return zstdCompressSync(text, { params: PARAMETERS });
}

/** Zstandard with a dictionary, if there is one. */
export interface Packer {
  /** One text at a time, and no empty one. */
  pack(text: string): Promise<Buffer>;
  close(): void;
}

/**
 * Loading a dictionary takes several times as long as packing a block, so one stream packs all blocks: whatever is
 * written to it at once becomes a frame of its own, with the same bytes that packing it alone would give.
 */
export function openPacker(dictionary: Buffer): Packer {
  const stream = createZstdCompress({
    params: PARAMETERS,
    flush: constants.ZSTD_e_end,
    ...(dictionary.length > 0 && { dictionary }),
  });
  let packed: Buffer[] = [];
  stream.on('data', (part: Buffer) => packed.push(part));
  return {
    pack: (text) =>
      new Promise((resolve, reject) => {
        stream.once('error', reject);
        stream.write(text, () => {
          stream.off('error', reject);
          resolve(Buffer.concat(packed));
          packed = [];
        });
      }),
    close: () => stream.destroy(),
  };
}

export function unpack(packed: Buffer, dictionary: Buffer): string {
  return zstdDecompressSync(packed, {
    maxOutputLength: MOST_UNPACKED,
    ...(dictionary.length > 0 && { dictionary }),
  }).toString();
}

/** A block as it is stored; empty where nothing is known. */
export interface PackedBlock {
  facts: Buffer;
  ingredients: Buffer;
}

const LENGTH_BYTES = 4;

/** Blocks as the value of one row: the length of every part, then the parts. */
export function joinBlocks(blocks: readonly PackedBlock[]): Buffer {
  const parts = blocks.flatMap(({ facts, ingredients }) => [facts, ingredients]);
  const lengths = Buffer.alloc(parts.length * LENGTH_BYTES);
  for (const [at, { length }] of parts.entries()) lengths.writeUInt32LE(length, at * LENGTH_BYTES);
  return Buffer.concat([lengths, ...parts]);
}

/** One block of a row with this many. */
export function cutBlock(row: Buffer, blocks: number, place: number): PackedBlock {
  const lengthAt = (part: number) => row.readUInt32LE(part * LENGTH_BYTES);
  let start = blocks * 2 * LENGTH_BYTES;
  for (let part = 0; part < place * 2; part++) start += lengthAt(part);
  const middle = start + lengthAt(place * 2);
  return {
    facts: row.subarray(start, middle),
    ingredients: row.subarray(middle, middle + lengthAt(place * 2 + 1)),
  };
}

export const NO_DICTIONARY = Buffer.alloc(0);
