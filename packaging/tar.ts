/** A file in an archive, or a folder if its path ends in a slash. */
export interface ArchivedFile {
  path: string;
  bytes: Uint8Array;
  isExecutable: boolean;
}

export function plainFile(path: string, bytes: Uint8Array | string): ArchivedFile {
  return { path, bytes: Buffer.from(bytes as Uint8Array), isExecutable: false };
}

const BLOCK_BYTES = 512;
const MAX_PATH_LENGTH = 100;

/** Packs files as a POSIX ustar archive without owner or time, in the given order, so that it is reproducible. */
export function packTar(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  const blocks: Uint8Array[] = [];
  for (const file of files) {
    blocks.push(headerOf(file), file.bytes, new Uint8Array(-file.bytes.length & (BLOCK_BYTES - 1)));
  }
  blocks.push(new Uint8Array(2 * BLOCK_BYTES));
  return new Uint8Array(Buffer.concat(blocks));
}

/** The files with all their parent folders first, for programs that do not create folders. */
export function withFolders(files: readonly ArchivedFile[]): ArchivedFile[] {
  const folders = new Set<string>();
  for (const { path } of files) {
    for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
      folders.add(path.slice(0, slash + 1));
    }
  }
  return [...[...folders].sort().map((path) => plainFile(path, '')), ...files];
}

function headerOf({ path, bytes, isExecutable }: ArchivedFile): Uint8Array {
  if (Buffer.byteLength(path) > MAX_PATH_LENGTH) throw new Error(`${path} is too long for an archive`);
  const isFolder = path.endsWith('/');
  const header = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  header.write(path, 0);
  header.write(`${octal(isExecutable || isFolder ? 0o755 : 0o644, 7)}\0`, 100);
  header.write(`${octal(0, 7)}\0`, 108);
  header.write(`${octal(0, 7)}\0`, 116);
  header.write(`${octal(bytes.length, 11)}\0`, 124);
  header.write(`${octal(0, 11)}\0`, 136);
  // The checksum is computed with spaces in its own field.
  header.fill(' ', 148, 156);
  header.write(isFolder ? '5' : '0', 156);
  header.write('ustar\0', 257);
  header.write('00', 263);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148);
  return header;
}
