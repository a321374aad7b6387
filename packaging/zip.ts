import type { ArchivedFile } from './tar.ts';

/**
 * The format of PKWARE's APPNOTE, restricted to what every Windows program reads: deflate, no encryption, below 4 GB.
 */
const LOCAL_FILE = 0x04034b50;
const CENTRAL_FILE = 0x02014b50;
const END_OF_CENTRAL = 0x06054b50;
const NEEDS_VERSION = 20;
/** Made on Unix, so that the permissions below are read as Unix permissions. */
const MADE_BY = (3 << 8) | NEEDS_VERSION;
const DEFLATE = 8;
const NAMES_ARE_UTF8 = 1 << 11;
/** 1 January 1980, the earliest date there is: an archive of the same files has the same bytes. */
const FIRST_DAY = (1 << 5) | 1;
const REGULAR_FILE = 0o100000;

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;

/** Packs files as a zip archive without times, in the given order, so that it is reproducible. */
export function packZip(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  const entries: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const file of files) {
    const packed = Bun.deflateSync(new Uint8Array(file.bytes), { windowBits: -15 });
    const name = Buffer.from(file.path);
    const local = Buffer.alloc(LOCAL_BYTES);
    local.writeUInt32LE(LOCAL_FILE, 0);
    writeFacts(local, 4, file, name, packed.length);
    entries.push(local, name, packed);
    directory.push(centralHeader(file, name, packed.length, offset), name);
    offset += LOCAL_BYTES + name.length + packed.length;
  }
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END_OF_CENTRAL, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(lengthOf(directory), 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...entries, ...directory, end]));
}

function centralHeader(file: ArchivedFile, name: Buffer, packedBytes: number, offset: number): Buffer {
  const header = Buffer.alloc(CENTRAL_BYTES);
  header.writeUInt32LE(CENTRAL_FILE, 0);
  header.writeUInt16LE(MADE_BY, 4);
  writeFacts(header, 6, file, name, packedBytes);
  header.writeUInt32LE(((REGULAR_FILE | (file.isExecutable ? 0o755 : 0o644)) << 16) >>> 0, 38);
  header.writeUInt32LE(offset, 42);
  return header;
}

/** What both headers have, in the same order. */
function writeFacts(
  header: Buffer,
  at: number,
  { bytes }: ArchivedFile,
  name: Buffer,
  packedBytes: number,
): void {
  header.writeUInt16LE(NEEDS_VERSION, at);
  header.writeUInt16LE(NAMES_ARE_UTF8, at + 2);
  header.writeUInt16LE(DEFLATE, at + 4);
  header.writeUInt16LE(FIRST_DAY, at + 8);
  header.writeUInt32LE(Bun.hash.crc32(bytes), at + 10);
  header.writeUInt32LE(packedBytes, at + 14);
  header.writeUInt32LE(bytes.length, at + 18);
  header.writeUInt16LE(name.length, at + 22);
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
