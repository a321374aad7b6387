import { closeSync, openSync, readSync } from 'node:fs';
import { PlainError } from '../plain-error.ts';

/** Raised whenever the tables change: a larder reads files of its own schema only, since any file can be built or pulled again. */
export const SCHEMA_VERSION = 5;
/** Stored in the header of the SQLite file ("Lard"), to tell a catalogue from any other database. */
export const APPLICATION_ID = 0x4c617264;

/** A file that cannot be used as a catalogue. */
export class CatalogError extends PlainError {
  override readonly name = 'CatalogError';
}

const SQLITE_MAGIC = 'SQLite format 3\0';
/** Where the header of a SQLite file stores its application id. */
const APPLICATION_ID_OFFSET = 68;
export const HEADER_BYTES = 100;

/** Whether the header is that of a catalogue, intact or not. Other SQLite files exist: the accounts are one. */
export function isCatalogFile(path: string): boolean {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  return isCatalogHeader(header);
}

/** Whether these are the first bytes of a catalogue, for a file that is not on this disk. */
export function isCatalogHeader(header: Buffer): boolean {
  if (header.length < HEADER_BYTES) return false;
  const magic = header.toString('latin1', 0, SQLITE_MAGIC.length);
  return magic === SQLITE_MAGIC && header.readInt32BE(APPLICATION_ID_OFFSET) === APPLICATION_ID;
}
