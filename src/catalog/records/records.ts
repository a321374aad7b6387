import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Database } from '../../sqlite/driver.ts';
import { recordUnpacker, type StoredRecordCode, type UnpackRecord } from './record-code.ts';

/** The codes of a million foods take 0.9 MB; a damaged file must not take all memory. */
const MAX_UNPACKED_BYTES = 8 * 1024 * 1024;

/** Unpacks the full records of a catalogue; the codes are read when the first one is. */
export function openRecords(db: Database): UnpackRecord {
  let unpack: UnpackRecord | null = null;
  return (packed, food) => {
    unpack ??= recordUnpacker(readCode(db));
    return unpack(packed, food);
  };
}

export function writeCode(db: Database, code: StoredRecordCode): void {
  db.prepare('INSERT INTO record_code (code) VALUES (?)').run(zstdCompressSync(JSON.stringify(code)));
}

function readCode(db: Database): StoredRecordCode {
  const packed = db.prepare('SELECT code FROM record_code').pluck().get() as Buffer;
  return JSON.parse(zstdDecompressSync(packed, { maxOutputLength: MAX_UNPACKED_BYTES }).toString());
}
