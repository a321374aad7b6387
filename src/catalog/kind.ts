import { closeSync, openSync, readSync } from 'node:fs';
import { APPLICATION_ID } from './manifest.ts';

const SQLITE_MAGIC = 'SQLite format 3\0';
/** Where the header of a SQLite file tells which program it belongs to. */
const APPLICATION_ID_AT = 68;
const HEADER_BYTES = 100;

/** Whether a file is a catalogue by its first bytes, whole or not: the accounts are a SQLite file as well. */
export function isCatalogFile(path: string): boolean {
  const head = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  const magic = head.toString('latin1', 0, SQLITE_MAGIC.length);
  return magic === SQLITE_MAGIC && head.readInt32BE(APPLICATION_ID_AT) === APPLICATION_ID;
}
