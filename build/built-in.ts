import { readFileSync } from 'node:fs';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { CatalogError } from '../src/catalog/catalog-file.ts';
import { type FoodSource, isGenericSource } from '../src/food/food.ts';
import { FOOD_TABLES, isTableName, TABLE_NAMES, type TableName } from '../src/food/food-tables.ts';
import type { PreparedInput } from './prepare/prepare-inputs.ts';
import { packRows, type StagedRow, unpackRows, withDerived, withoutDerived } from './stage/staged-row.ts';

/**
 * The foods that come with larder: composition tables, and the dishes and drinks that none of them has. They are read and normalized
 * once, when larder is packaged: in every build that took a third of the processor time of a small one.
 */

/**
 * What a build adds by itself: the foods of the chosen tables, or of all of them for null. Dishes are computed from SR28, and are
 * everyday foods like those of the tables: they are left out only together with all of them.
 */
export async function builtInFoods(tables: readonly TableName[] | null): Promise<PreparedInput[]> {
  if (tables?.length === 0) return [];
  const wanted: ReadonlySet<string> = new Set(tables ?? TABLE_NAMES);
  return (await readPack())
    .filter(({ source }) => !isGenericSource(source) || wanted.has(source))
    .map((packed) => ({
      path: packed.name,
      kind: packed.source,
      table: isTableName(packed.source) ? FOOD_TABLES[packed.source] : undefined,
      batches: batchesOf(packed),
    }));
}

async function* batchesOf({ sha256, bytes, numbers, texts }: PackedFoods): PreparedInput['batches'] {
  const { buffer, byteOffset, byteLength } = zstdDecompressSync(numbers);
  const rows = unpackRows({
    numbers: new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer),
    texts: zstdDecompressSync(texts).toString(),
  });
  yield { rows: rows.map(withDerived), lines: [], refused: [], bytesRead: bytes, bytesTotal: bytes };
  return sha256;
}

/** The foods are embedded in the executable; in a checkout they are a file in `dist/`. */
async function readPack(): Promise<PackedFoods[]> {
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

interface PackedFile {
  source: FoodSource;
  name: string;
  /** Of the file that the foods were read from. */
  sha256: string;
  bytes: number;
}

/** The foods of a file as rows of a stage, compressed. */
export interface PackedFoods extends PackedFile {
  numbers: Buffer;
  texts: Buffer;
}

/** Higher levels save little more, and take seconds. */
const LEVEL = 12;

export function packFoods(file: PackedFile, rows: readonly StagedRow[]): PackedFoods {
  const compress = (bytes: string | Uint8Array) =>
    zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  const { numbers, texts } = packRows(rows.map(withoutDerived));
  return { ...file, numbers: compress(new Uint8Array(numbers.buffer)), texts: compress(texts) };
}

/** In the pack: a list of what there is, then the foods of all files. */
type Listed = PackedFile & { lengths: [numbers: number, texts: number] };
const LENGTH_BYTES = 4;

export function packFiles(files: readonly PackedFoods[]): Buffer {
  const list = files.map(
    ({ numbers, texts, ...file }): Listed => ({ ...file, lengths: [numbers.length, texts.length] }),
  );
  const head = Buffer.from(JSON.stringify(list));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...files.flatMap(({ numbers, texts }) => [numbers, texts])]);
}

function unpackFiles(packed: Buffer): PackedFoods[] {
  let at = LENGTH_BYTES + packed.readUInt32LE(0);
  const list = JSON.parse(packed.toString('utf8', LENGTH_BYTES, at)) as Listed[];
  const take = (length: number) => {
    at += length;
    return packed.subarray(at - length, at);
  };
  return list.map(({ lengths: [numbers, texts], ...file }) => ({
    ...file,
    numbers: take(numbers),
    texts: take(texts),
  }));
}
