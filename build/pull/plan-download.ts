import { join } from 'node:path';
import type { Manifest } from '../../src/catalog/manifest.ts';
import { combineDeltas, type Delta, nameCombined, planDeltas, readDeltaIndex } from './delta.ts';
import { BUILD_BYTES_PER_ROW, PACKED_BYTES_PER_ROW, requireRoom } from './disk-room.ts';
import { type Format, findDeltaFolder, findExport } from './export-address.ts';
import { FetchError } from './fetch-error.ts';
import { findDeltasInFolder, findInFolder } from './folder.ts';
import { refuseStatus } from './http.ts';
import { fetchParquet } from './parquet-ranges.ts';
import { readSmallText } from './published-hash.ts';
import { CATALOG, DOWNLOADED_CATALOG, hasCatalogName, isRemoteCatalog } from './remote-catalog.ts';
import type { Session } from './session.ts';
import { type SourceAddress, shownAddress, sourceAddress } from './source-address.ts';
import type { Validators } from './validators.ts';
import { fetchWhole } from './whole-file.ts';

/** A source, and the version of it that was downloaded. */
export interface Taken extends SourceAddress {
  validators: Validators;
}

/** What was downloaded, or why there is nothing to do. */
export type Download =
  | { kind: 'nothing'; reason: string }
  /** A finished catalogue, to be moved into place if it was downloaded, otherwise copied. */
  | { kind: 'catalogue'; path: string; isDownloaded: boolean; taken: Taken }
  /** A dump to build from; for deltas, on top of a base catalogue. `files` are the downloaded files. */
  | { kind: 'dump'; path: string; base: string | null; files: string[]; taken: Taken | null };

interface DownloadRequest {
  /** An address, a folder or a file; null for Open Food Facts itself. */
  from: string | null;
  format: Format | null;
  isDelta: boolean;
  /** Where downloads go. */
  folder: string;
  /** The catalogue in place, and the one before it. */
  currentPath: string;
  current: Manifest | null;
  previous: Manifest | null;
  /** The version of a source that was downloaded last, if the catalogue built from it still exists. */
  findTaken(from: string): Validators | null;
  /** Called before a complete export is downloaded; throws if that must not happen. */
  onFull(): void;
  session: Session;
  nowSeconds: number;
  onMessage(line: string): void;
}

const MAX_INDEX_BYTES = 1024 * 1024;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Whether `--from` is a file or a folder and not an address. */
export function isLocal(from: string | null): from is string {
  return from !== null && !ADDRESS.test(from);
}

/** Finds out what is new and downloads it. */
export async function planDownload(request: DownloadRequest): Promise<Download> {
  const { from, format, isDelta, session } = request;
  if (from !== null && !isLocal(from) && isDelta && hasCatalogName(from)) {
    throw new FetchError(from, 'is a finished catalogue, not a list of deltas', 'pull it without --delta');
  }
  const delta = isDelta ? await planDeltaDownload(request) : null;
  if (delta !== null) return delta;
  if (isLocal(from)) return planLocal(request, from);
  const isCatalog = from !== null && format === null && (await isRemoteCatalog(session, from));
  return isCatalog ? fetchFinished(request, from) : fetchExport(request);
}

async function fetchFinished(
  { folder, findTaken, session }: DownloadRequest,
  from: string,
): Promise<Download> {
  const path = join(folder, DOWNLOADED_CATALOG);
  session.name = DOWNLOADED_CATALOG;
  const onSize = ({ bytesMissing }: { bytesMissing: number }) => requireRoom(folder, bytesMissing);
  const fetched = await fetchWhole(session, from, path, findTaken(from), onSize, CATALOG);
  if (!fetched.isChanged) return unchanged(from);
  return { kind: 'catalogue', path, isDownloaded: true, taken: takenFrom(from, fetched.validators) };
}

function unchanged(from: string): Download {
  return { kind: 'nothing', reason: `${shownAddress(from)}: unchanged since the last pull` };
}

function takenFrom(address: string, validators: Validators): Taken {
  return { ...sourceAddress(address), validators };
}

async function fetchExport(request: DownloadRequest): Promise<Download> {
  const { from, format, folder, findTaken, onFull, session } = request;
  onFull();
  const found = findExport(from, format);
  const path = join(folder, found.name);
  session.name = found.name;
  const fetchFile = found.format === 'parquet' ? fetchParquet : fetchWhole;
  const fetched = await fetchFile(session, found.url, path, findTaken(found.url), (size) => {
    const rows = size.rows ?? size.bytesTotal / PACKED_BYTES_PER_ROW[found.format];
    requireRoom(folder, size.bytesMissing + rows * BUILD_BYTES_PER_ROW);
  });
  if (!fetched.isChanged) return unchanged(found.url);
  const taken = takenFrom(found.url, fetched.validators);
  return { kind: 'dump', path, base: null, files: [path], taken };
}

function planLocal(
  { format, folder, findTaken, onFull, onMessage }: DownloadRequest,
  from: string,
): Download {
  const { path, kind, bytes, modifiedMs } = findInFolder(from, format);
  const etag = `${bytes}-${modifiedMs}`;
  if (findTaken(path)?.etag === etag) return unchanged(path);
  onMessage(`using ${path}`);
  const taken = takenFrom(path, { etag, last_modified: null, bytes, linked_sha256: null });
  if (kind === 'catalogue') {
    requireRoom(folder, bytes);
    return { kind, path, isDownloaded: false, taken };
  }
  onFull();
  requireRoom(folder, (bytes / PACKED_BYTES_PER_ROW[kind]) * BUILD_BYTES_PER_ROW);
  return { kind: 'dump', path, base: null, files: [], taken };
}

/** Null if a full pull is needed; a message says why. */
async function planDeltaDownload(request: DownloadRequest): Promise<Download | null> {
  const { current, previous, nowSeconds, onMessage, from } = request;
  if (current === null) {
    onMessage('there is no catalogue yet to apply deltas to; doing a full pull');
    return null;
  }
  const { deltas: offered, fetchDelta } = isLocal(from)
    ? findLocalDeltas(from)
    : await findRemoteDeltas(request);
  const plan = planDeltas(current, offered, nowSeconds);
  if (plan.kind === 'full') {
    onMessage(`doing a full pull, because ${plan.reason}`);
    return null;
  }
  if (plan.kind === 'unchanged') return { kind: 'nothing', reason: 'no delta is newer than the catalogue' };
  // An operator who rolled a delta back does not want it applied again.
  if (previous !== null && planDeltas(previous, offered, nowSeconds).kind === 'unchanged') {
    return { kind: 'nothing', reason: 'no delta is newer than the catalogue that was rolled back' };
  }
  return applyDeltas(request, plan.deltas, fetchDelta);
}

async function applyDeltas(
  { folder, currentPath, onMessage }: DownloadRequest,
  deltas: readonly Delta[],
  fetchDelta: (delta: Delta) => Promise<string>,
): Promise<Download> {
  onMessage(`applying ${deltas.length === 1 ? '1 delta' : `${deltas.length} deltas`}`);
  const paths: string[] = [];
  for (const delta of deltas) paths.push(await fetchDelta(delta));
  const files = paths.filter((path) => path.startsWith(folder));
  if (paths.length === 1) {
    return { kind: 'dump', path: paths[0]!, base: currentPath, files, taken: null };
  }
  const combined = join(folder, nameCombined(deltas));
  await combineDeltas(paths, combined);
  return {
    kind: 'dump',
    path: combined,
    base: currentPath,
    files: [...files, combined],
    taken: null,
  };
}

interface Deltas {
  deltas: Delta[];
  /** Returns the path of the downloaded file. */
  fetchDelta(delta: Delta): Promise<string>;
}

function findLocalDeltas(from: string): Deltas {
  const { folder, deltas } = findDeltasInFolder(from);
  return { deltas, fetchDelta: async ({ name }) => join(folder, name) };
}

async function findRemoteDeltas({ from, folder, session }: DownloadRequest): Promise<Deltas> {
  const urlOf = findDeltaFolder(from);
  const index = urlOf('index.txt');
  const text = await session.withRetries(index, async () => {
    const response = await session.http.get(index);
    if (response.status === 200) return readSmallText(response, MAX_INDEX_BYTES);
    response.drop();
    return refuseStatus(index, response);
  });
  if (text === null || text.trimStart().startsWith('<')) {
    throw new FetchError(index, 'is not a list of deltas', 'check --from, or pull without --delta');
  }
  return {
    deltas: readDeltaIndex(text),
    async fetchDelta({ name }) {
      session.name = name;
      const path = join(folder, name);
      await fetchWhole(session, urlOf(name), path, null, ({ bytesMissing }) =>
        requireRoom(folder, bytesMissing),
      );
      return path;
    },
  };
}
