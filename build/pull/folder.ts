import { existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { isCatalogFile } from '../../src/catalog/catalog-file.ts';
import { type Delta, readDelta, sortDeltas } from './delta.ts';
import { type Format, formatOfName } from './export-address.ts';
import { FetchError } from './fetch-error.ts';

/** A usable file in a folder: an export or a finished catalogue. */
interface FolderFile {
  path: string;
  kind: Format | 'catalogue';
  bytes: number;
  modifiedMs: number;
}

/** Among files of the same age: a finished catalogue first, then the richest export. */
const PREFERENCE: readonly FolderFile['kind'][] = ['catalogue', 'parquet', 'jsonl', 'csv'];

/** What only a folder of packs has: its index looks like an export. */
const PACK_SIGNATURE = 'index.json.minisig';

export function requireLocal(from: string): Stats {
  const found = lookAt(from);
  if (found === undefined) throw new FetchError(from, 'no such file or folder', 'check --from');
  return found;
}

/** Nothing where a path leads nowhere: through a file, or around in a circle of links. */
function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The newest usable file in a folder; if `from` is a file, that file. */
export function findInFolder(from: string, format: Format | null): FolderFile {
  const found = requireLocal(from);
  if (existsSync(join(from, PACK_SIGNATURE)))
    throw new FetchError(
      from,
      'is a folder of packs',
      'name one with --pack; `larder packs --from` lists them',
    );
  const files = found.isDirectory() ? listUsable(from) : [describeFile(from, found)];
  const wanted = files.filter((file) => file !== null && (format === null || file.kind === format));
  const [newest] = wanted.sort(
    (a, b) => b!.modifiedMs - a!.modifiedMs || PREFERENCE.indexOf(a!.kind) - PREFERENCE.indexOf(b!.kind),
  );
  if (newest) return newest;
  const missing = format === null ? 'export or catalogue' : `${format} export`;
  throw new FetchError(from, `contains no ${missing}`, 'check --from and --format');
}

function listUsable(folder: string): (FolderFile | null)[] {
  return (
    readdirSync(folder)
      // Copies in progress often start with a dot; deltas are not complete exports.
      .filter((name) => !name.startsWith('.') && readDelta(name) === null)
      .map((name) => {
        const path = join(folder, name);
        const found = lookAt(path);
        return found === undefined ? null : describeFile(path, found);
      })
  );
}

function describeFile(path: string, found: Stats): FolderFile | null {
  if (!found.isFile() || found.size === 0) return null;
  const kind = isCatalogFile(path) ? 'catalogue' : formatOfName(path);
  return kind === null ? null : { path, kind, bytes: found.size, modifiedMs: found.mtimeMs };
}

/** The deltas in a folder, or in its subfolder `delta`, in the order in which they are applied. */
export function findDeltasInFolder(from: string): { folder: string; deltas: Delta[] } {
  const own = join(from, 'delta');
  const folder = existsSync(own) ? own : from;
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new FetchError(from, 'no such folder', 'check --from');
  }
  const deltas = readdirSync(folder).map(readDelta);
  return { folder, deltas: sortDeltas(deltas.filter((delta) => delta !== null)) };
}
