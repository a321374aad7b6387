import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type Database, hasTable } from '../../sqlite/driver.ts';
import { recordUnpacker, type StoredRecordCode, type UnpackRecord } from './record-code.ts';

/** The codes of a million foods take 0.9 MB; a damaged file must not take all memory. */
const MAX_UNPACKED_BYTES = 8 * 1024 * 1024;

/**
 * Unpacks the full records of a catalogue; the codes are read when the first one is. Null for a catalogue without records:
 * one of an earlier release, or built without them.
 */
export function openRecords(db: Database): UnpackRecord | null {
  if (!hasRecords(db)) return null;
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

/** Whether the catalogue has the table at all; catalogues of earlier releases do not. */
function hasRecords(db: Database): boolean {
  return hasTable(db, 'record_code');
}
