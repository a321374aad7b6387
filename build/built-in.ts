import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { CatalogError } from '../src/catalog/catalog-file.ts';
import { type FoodSource, isGenericSource } from '../src/food/food.ts';
import { TABLE_NAMES, type TableName } from '../src/food/food-tables.ts';
import type { BuildSource } from './read/open-input.ts';

/** The files that come with larder: composition tables, and the dishes and drinks that none of them has. */

/**
 * The inputs that a build adds by itself: the chosen tables, or all of them for null. Dishes are computed from SR28, and are everyday
 * foods like those of the tables: they are left out only together with all of them.
 */
export async function builtInSources(tables: readonly TableName[] | null): Promise<BuildSource[]> {
  if (tables?.length === 0) return [];
  const wanted: ReadonlySet<string> = new Set(tables ?? TABLE_NAMES);
  return (await readPackedFiles())
    .filter(({ source }) => !isGenericSource(source) || wanted.has(source))
    .map(({ source, name, bytes }) => ({
      source: source as FoodSource,
      path: name,
      content: zstdDecompressSync(bytes),
    }));
}

/** The files are embedded in the executable; in a checkout they are a file in `dist/`. */
async function readPackedFiles(): Promise<PackedFile[]> {
  try {
    const pack = await import('../dist/tables.pack', { with: { type: 'file' } });
    return unpackFiles(readFileSync(pack.default));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new CatalogError(
      'built-in foods',
      `cannot be read (${reason})`,
      'run `npm run starter` to create them',
    );
  }
}

/** Files behind each other in one, each packed by itself: a list of what there is, then all bytes. */
interface PackedFile {
  source: string;
  name: string;
  bytes: Buffer;
}

const LENGTH_BYTES = 4;

export function packFiles(files: readonly PackedFile[]): Buffer {
  const list = Buffer.from(
    JSON.stringify(files.map(({ source, name, bytes }) => ({ source, name, length: bytes.length }))),
  );
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(list.length);
  return Buffer.concat([length, list, ...files.map(({ bytes }) => bytes)]);
}

function unpackFiles(packed: Buffer): PackedFile[] {
  let at = LENGTH_BYTES + packed.readUInt32LE(0);
  const list = JSON.parse(packed.toString('utf8', LENGTH_BYTES, at)) as {
    source: string;
    name: string;
    length: number;
  }[];
  return list.map(({ source, name, length }) => {
    const bytes = packed.subarray(at, at + length);
    at += length;
    return { source, name, bytes };
  });
}
