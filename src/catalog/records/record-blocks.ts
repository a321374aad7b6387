import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { RecordText } from '../../food/food-record.ts';
import { type Database, damagedFile } from '../../sqlite/driver.ts';

/**
 * Records are stored in blocks of neighbours, which compress each other: a record takes 115 bytes alone with its
 * neighbours' texts, and some 400 by itself. A block is read in a fifth of a millisecond.
 */
export const RECORDS_PER_BLOCK = 64;
/** Higher levels save a hundredth and take several times as long. */
const LEVEL = 9;
/** A record has at most a few hundred kilobytes. */
const MAX_BLOCK_BYTES = 32 * 1024 * 1024;

function blockOf(rank: number): number {
  return Math.floor((rank - 1) / RECORDS_PER_BLOCK);
}

/** Finds the record of the food at a rank; null where it has none. */
export type FindRecordText = (rank: number) => RecordText | null;

/** The last block stays in memory, since foods are often read one after the other. */
export function openRecordBlocks(db: Database): FindRecordText {
  const select = db.prepare('SELECT records FROM records WHERE block = ?').pluck();
  let last = { block: -1, lines: [] as readonly string[] };
  return (rank) => {
    const block = blockOf(rank);
    if (block !== last.block) last = { block, lines: unpackBlock(select.get(block)) };
    return last.lines[rank - 1 - block * RECORDS_PER_BLOCK] || null;
  };
}

function unpackBlock(packed: unknown): readonly string[] {
  if (packed === undefined) return [];
  if (!Buffer.isBuffer(packed)) throw damagedFile();
  return zstdDecompressSync(packed, { maxOutputLength: MAX_BLOCK_BYTES }).toString().split('\n');
}

/** Packs records in the order of their ranks. */
export class RecordBlocks {
  readonly #write: (block: number, packed: Buffer) => void;
  #lines: string[] = [];
  #hasAny = false;
  #block = 0;

  constructor(write: (block: number, packed: Buffer) => void) {
    this.#write = write;
  }

  add(record: RecordText | null): void {
    if (record !== null) this.#hasAny = true;
    if (this.#lines.push(record ?? '') === RECORDS_PER_BLOCK) this.finish();
  }

  /** Writes what has been added since the last block. */
  finish(): void {
    if (this.#hasAny) this.#write(this.#block, packBlock(this.#lines));
    this.#block++;
    this.#lines = [];
    this.#hasAny = false;
  }
}

function packBlock(lines: readonly string[]): Buffer {
  return zstdCompressSync(lines.join('\n'), { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
}
