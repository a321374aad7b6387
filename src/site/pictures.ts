import { readFileSync } from 'node:fs';
import table from '../../data/pictures.tsv' with { type: 'text' };
import { PICTURE_SIZES, picturePath } from '../food/own-picture.ts';
import { PlainError } from '../plain-error.ts';

/** The names of all pictures that larder serves: those of staples. */
export const PICTURE_NAMES: readonly string[] = [
  ...new Set(
    table
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split('\t', 2)[1]!),
  ),
].sort();

/** The paths of all pictures, from the root. */
export const PICTURE_PATHS: readonly string[] = PICTURE_NAMES.flatMap((name) =>
  PICTURE_SIZES.map((size) => picturePath(name, size)),
);

/** Where each picture is in the pack, after its first line, which is this index as JSON. */
export type PackIndex = Readonly<Record<string, readonly [start: number, end: number]>>;
const END_OF_LINE = 10;

let pack: Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> | null = null;

/** The PNG under one of the paths. All are read at the first request, from the executable or from `dist/`. */
export async function readPicture(path: string): Promise<Uint8Array<ArrayBuffer>> {
  pack ??= readPack();
  const picture = (await pack).get(path);
  if (picture === undefined) throw missing(`${path} is not among them`);
  return picture;
}

async function readPack(): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  try {
    const { default: file } = await import('../../dist/pictures.pack', { with: { type: 'file' } });
    return unpackPictures(new Uint8Array(readFileSync(file)));
  } catch (error) {
    pack = null;
    throw missing(error instanceof Error ? error.message.split('\n')[0]! : String(error));
  }
}

export function unpackPictures(bytes: Uint8Array<ArrayBuffer>): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  const start = bytes.indexOf(END_OF_LINE) + 1;
  const index = JSON.parse(Buffer.from(bytes.buffer, 0, start).toString()) as PackIndex;
  return new Map(
    Object.entries(index).map(([path, [from, to]]) => [path, bytes.subarray(start + from, start + to)]),
  );
}

function missing(reason: string): PlainError {
  return new PlainError('pictures', `cannot be read (${reason})`, 'draw them with `npm run starter`');
}
