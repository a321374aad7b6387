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
import type { Session } from './session.ts';
import type { Validators } from './validators.ts';
import { fetchWhole } from './whole-file.ts';

/** A source, and the state it was taken in. */
export interface Taken {
  from: string;
  validators: Validators;
}

/** What is to be done with what was found, or that there is nothing to do. */
export type Work =
  | { kind: 'nothing'; what: string }
  /** A finished catalogue, to be copied. */
  | { kind: 'catalogue'; path: string; taken: Taken }
  /** A dump to build from, upon a base for deltas. */
  | { kind: 'dump'; path: string; base: string | null; downloads: string[]; taken: Taken | null };

export interface WorkRequest {
  /** An address, a folder or a file; null for Open Food Facts itself. */
  from: string | null;
  format: Format | null;
  isDelta: boolean;
  /** Where downloads go. */
  folder: string;
  /** The catalogue in place, and the one before it. */
  presentPath: string;
  present: Manifest | null;
  previous: Manifest | null;
  /** The state in which a source was taken last, if the catalogue that came of it is still here. */
  findTaken(from: string): Validators | null;
  /** Told before a whole export is taken, when there is still time to refuse. */
  onFull(): void;
  session: Session;
  nowSeconds: number;
  say(line: string): void;
}

const INDEX_BYTES = 1024 * 1024;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Whether a `--from` names a file or a folder, and no address. */
export function isLocal(from: string | null): from is string {
  return from !== null && !ADDRESS.test(from);
}

/** Finds what is new and brings it to this machine, as far as it is not there. */
export async function findWork(request: WorkRequest): Promise<Work> {
  const { from } = request;
  const delta = request.isDelta ? await findDeltaWork(request) : null;
  if (delta !== null) return delta;
  return isLocal(from) ? findLocal(request, from) : fetchExport(request);
}

async function fetchExport(request: WorkRequest): Promise<Work> {
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
  if (!fetched.isChanged) return { kind: 'nothing', what: `${found.url}: unchanged since the last pull` };
  const taken = { from: found.url, validators: fetched.validators };
  return { kind: 'dump', path, base: null, downloads: [path], taken };
}

function findLocal({ format, folder, findTaken, onFull, say }: WorkRequest, from: string): Work {
  const { path, kind, bytes, modifiedMs } = findInFolder(from, format);
  const etag = `${bytes}-${modifiedMs}`;
  if (findTaken(path)?.etag === etag)
    return { kind: 'nothing', what: `${path}: unchanged since the last pull` };
  say(`taking ${path}`);
  const taken = { from: path, validators: { etag, last_modified: null, bytes, linked_sha256: null } };
  if (kind === 'catalogue') {
    requireRoom(folder, bytes);
    return { kind, path, taken };
  }
  onFull();
  requireRoom(folder, (bytes / PACKED_BYTES_PER_ROW[kind]) * BUILD_BYTES_PER_ROW);
  return { kind: 'dump', path, base: null, downloads: [], taken };
}

/** Null when only a full pull will do; that is said. */
async function findDeltaWork(request: WorkRequest): Promise<Work | null> {
  const { present, previous, nowSeconds, say, from } = request;
  if (present === null) {
    say('there is no catalogue yet that deltas could be applied to: taking everything');
    return null;
  }
  const { deltas: offered, fetchDelta } = isLocal(from)
    ? findLocalDeltas(from)
    : await findRemoteDeltas(request);
  const plan = planDeltas(present, offered, nowSeconds);
  if (plan.kind === 'full') {
    say(`a full pull is due, since ${plan.reason}: taking everything`);
    return null;
  }
  if (plan.kind === 'unchanged') return { kind: 'nothing', what: 'no delta is newer than the catalogue' };
  // Whoever rolled a delta back does not want it again tonight.
  if (previous !== null && planDeltas(previous, offered, nowSeconds).kind === 'unchanged') {
    return { kind: 'nothing', what: 'no delta is newer than the catalogue that was rolled back' };
  }
  return applyDeltas(request, plan.deltas, fetchDelta);
}

async function applyDeltas(
  { folder, presentPath, say }: WorkRequest,
  deltas: readonly Delta[],
  fetchDelta: (delta: Delta) => Promise<string>,
): Promise<Work> {
  say(`${deltas.length === 1 ? 'one delta is' : `${deltas.length} deltas are`} newer than the catalogue`);
  const paths: string[] = [];
  for (const delta of deltas) paths.push(await fetchDelta(delta));
  const downloads = paths.filter((path) => path.startsWith(folder));
  if (paths.length === 1) {
    return { kind: 'dump', path: paths[0]!, base: presentPath, downloads, taken: null };
  }
  const combined = join(folder, nameCombined(deltas));
  await combineDeltas(paths, combined);
  return {
    kind: 'dump',
    path: combined,
    base: presentPath,
    downloads: [...downloads, combined],
    taken: null,
  };
}

interface Deltas {
  deltas: Delta[];
  /** Gives where the file is on this machine. */
  fetchDelta(delta: Delta): Promise<string>;
}

function findLocalDeltas(from: string): Deltas {
  const { folder, deltas } = findDeltasInFolder(from);
  return { deltas, fetchDelta: async ({ name }) => join(folder, name) };
}

async function findRemoteDeltas({ from, folder, session }: WorkRequest): Promise<Deltas> {
  const urlOf = findDeltaFolder(from);
  const index = urlOf('index.txt');
  const text = await session.withPatience(index, async () => {
    const answer = await session.http.get(index);
    if (answer.status === 200) return readSmallText(answer, INDEX_BYTES);
    answer.drop();
    return refuseStatus(index, answer);
  });
  if (text === null || text.trimStart().startsWith('<')) {
    throw new FetchError(index, 'is no list of deltas', 'check --from, or pull without --delta');
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
