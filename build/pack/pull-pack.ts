import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMA_VERSION } from '../../src/catalog/catalog-file.ts';
import { readChecksum } from '../../src/catalog/checksum.ts';
import { verifyCatalog } from '../../src/catalog/verify.ts';
import { explainDiskFailure } from '../../src/disk-failure.ts';
import { PlainError } from '../../src/plain-error.ts';
import { type CatalogVersions, catalogVersionsIn, placeNext } from '../pull/catalog-versions.ts';
import { hasRoom, requireRoom } from '../pull/disk-room.ts';
import { FetchError } from '../pull/fetch-error.ts';
import type { Credentials } from '../pull/http.ts';
import { WrongHash } from '../pull/published-hash.ts';
import { findCatalog, type PullOutcome, type PullProgress, removeDownloads } from '../pull/pull.ts';
import { whileLocked } from '../pull/pull-lock.ts';
import { writeOutcome } from '../pull/pull-record.ts';
import { refuseLossTo } from '../pull/replacement.ts';
import { type RetryPolicy, Session } from '../pull/session.ts';
import { untilStopped } from '../pull/stop-signals.ts';
import { WrongContent } from '../pull/whole-file.ts';
import { applyDelta, mostUnpackedBytes } from './apply-delta.ts';
import type { PublicKey } from './minisign.ts';
import {
  findSignedIndex,
  INDEX_NAME,
  noIndex,
  type Pack,
  type PackedDelta,
  requirePack,
} from './pack-index.ts';
import { openLocalSource, openRemoteSource, type PackSource } from './pack-source.ts';
import { findSubscription, type Subscription, writeSubscription } from './subscription.ts';
import { unpackFile, WrongLength } from './zstd.ts';

/** Where packs come from. */
export interface PackAddress {
  /** As it is remembered and shown: without user and password. */
  from: string;
  /** The address of the index; null for a folder of this machine. */
  base: string | null;
  credentials: Credentials | null;
}

interface PullPackRequest {
  dataDir: string;
  address: PackAddress;
  pack: string;
  key: PublicKey;
  /** Accept an index that has expired, an older version, and the loss of foods. */
  isForced: boolean;
  userAgent: string;
  policy: RetryPolicy;
  nowMs: number;
}

/** Downloads have fixed names: what an index says never becomes the name of a file here. */
const WHOLE_NAME = 'pack.db.zst';
const DELTA_NAME = 'pack.delta.zst';

/** Installs the newest version of a pack, by delta where there is one, and remembers where it came from. */
export async function pullPack(request: PullPackRequest, progress: PullProgress): Promise<PullOutcome> {
  const versions = catalogVersionsIn(request.dataDir);
  return whileLocked(versions, () => pullInto(versions, request, progress));
}

async function pullInto(
  versions: CatalogVersions,
  request: PullPackRequest,
  progress: PullProgress,
): Promise<PullOutcome> {
  const installed = findInstalled(versions, request);
  const pack = await fromSource(versions, request, progress, (source) =>
    findPack(source, request, installed),
  );
  const { serial, catalog, deltas } = pack;
  const name = `${request.pack}: serial ${serial}`;
  const current = findCatalog(versions.current);
  if (current?.contentHash === catalog.content_sha256 && isIntact(versions.current)) {
    const isKnown = installed.some((version) => version.serial === serial);
    remember(versions, request, pack, installed, isKnown);
    return { kind: 'unchanged', reason: `${name} is already in place` };
  }
  if (!request.isForced && isRolledBack(versions, pack, installed)) {
    return { kind: 'unchanged', reason: `${name} was rolled back (--force returns to it)` };
  }
  const from = installed.find((version) => version.content_sha256 === current?.contentHash)?.serial;
  const delta = deltas.find((delta) => delta.from === from && delta.bytes < catalog.bytes);
  const isMade = delta !== undefined && (await makeByDelta(versions, request, progress, pack, delta));
  if (!isMade) await makeWhole(versions, request, progress, pack);
  const { manifest } = findCatalog(versions.next)!;
  if (current !== null && from === undefined && !request.isForced) {
    refuseLossTo(versions.current, current.manifest, manifest);
  }
  placeNext(versions, current?.contentHash === catalog.content_sha256);
  remember(versions, request, pack, installed, false);
  return {
    kind: 'replaced',
    path: versions.current,
    foods: manifest.foods,
    bytes: catalog.unpacked_bytes,
    newest: manifest.dump_date,
    seconds: null,
    hasPrevious: existsSync(versions.previous),
    pack: { name: request.pack, serial, bytes: isMade ? delta.bytes : catalog.bytes, isDelta: isMade },
  };
}

/** The newest version of the pack, or a refusal. */
async function findPack(
  source: PackSource,
  { pack: name, key, isForced, nowMs }: PullPackRequest,
  installed: Subscription['installed'],
): Promise<Pack> {
  const signed = await findSignedIndex(source, key);
  if (signed === null) throw noIndex(source);
  const where = source.nameOf(INDEX_NAME);
  const pack = requirePack(signed.index, name, where);
  if (!isForced) {
    refuseStale(where, signed.index.expires, nowMs);
    refuseOlder(where, name, pack, installed);
  }
  refuseSchema(where, name, pack);
  return pack;
}

/** Writes down what is in place now, for later pulls and, unless it is known already, for the dashboard. */
function remember(
  versions: CatalogVersions,
  { address: { from }, pack: name, key, nowMs }: PullPackRequest,
  { serial, created, catalog: { content_sha256 } }: Pack,
  installed: Subscription['installed'],
  isKnown: boolean,
): void {
  const former = installed.filter((version) => version.serial < serial);
  const all = [{ serial, content_sha256 }, ...former].slice(0, MAX_REMEMBERED);
  writeSubscription(versions.folder, { from, pack: name, key: key.text, installed: all });
  if (!isKnown) {
    writeOutcome(versions.folder, {
      time: new Date(nowMs).toISOString(),
      from,
      content_sha256,
      report: null,
      pack: { name, serial, created, signer: key.id },
    });
  }
  removeDownloads(versions, []);
}
/** After rollbacks, the catalogue in place may be any of the last versions. */
const MAX_REMEMBERED = 8;

/** The versions of this pack by this publisher that are or were in place, wherever they came from. */
function findInstalled({ folder }: CatalogVersions, { pack, key }: PullPackRequest) {
  const subscription = findSubscription(folder);
  const isSame = subscription?.pack === pack && subscription.key === key.text;
  return isSame ? subscription.installed : [];
}

function refuseStale(where: string, expires: string, nowMs: number): void {
  if (Date.parse(expires) > nowMs) return;
  throw new PlainError(
    where,
    `expired on ${expires}, so someone may be withholding newer versions`,
    'ask its publisher, check the clock, or use --force',
  );
}

function refuseOlder(
  where: string,
  name: string,
  { serial }: Pack,
  installed: Subscription['installed'],
): void {
  const newest = Math.max(0, ...installed.map((version) => version.serial));
  if (serial >= newest) return;
  const what = `offers serial ${serial} of ${name}, but ${newest} was installed already`;
  throw new PlainError(where, what, 'somebody may offer you an old version; --force installs it');
}

function refuseSchema(where: string, name: string, { schema }: Pack): void {
  if (schema === SCHEMA_VERSION) return;
  const remedy = schema > SCHEMA_VERSION ? 'install a newer larder' : 'ask its publisher for a newer version';
  throw new PlainError(where, `has ${name} in format ${schema}; this larder reads ${SCHEMA_VERSION}`, remedy);
}

function isIntact(path: string): boolean {
  const checksum = readChecksum(path);
  return checksum !== null && checksum.computed === checksum.stored;
}

/** An operator who rolled a version back does not want it again, only a newer one. */
function isRolledBack(
  versions: CatalogVersions,
  { serial, catalog }: Pack,
  installed: Subscription['installed'],
): boolean {
  const wasInstalled = installed.some((version) => version.serial === serial);
  return wasInstalled && findCatalog(versions.previous)?.contentHash === catalog.content_sha256;
}

/** Runs something that downloads. SIGINT and SIGTERM stop it; what has arrived is kept. */
async function fromSource<Outcome>(
  { folder }: CatalogVersions,
  { address, userAgent, policy }: PullPackRequest,
  { onDownload, onWait, onDownloadEnd }: PullProgress,
  doing: (source: PackSource) => Promise<Outcome>,
): Promise<Outcome> {
  const { from, base, credentials } = address;
  try {
    return await untilStopped((signal) => {
      if (base === null) return doing(openLocalSource(from, (ms) => policy.sleep(ms, signal)));
      const session = new Session({ userAgent, policy, signal, credentials, onDownload, onWait });
      return doing(openRemoteSource(session, base, (bytes) => requireRoom(folder, bytes), signal));
    });
  } finally {
    onDownloadEnd();
  }
}

/** False if the delta cannot be had, or does not lead to exactly the signed catalogue. */
async function makeByDelta(
  versions: CatalogVersions,
  request: PullPackRequest,
  progress: PullProgress,
  { foods, catalog }: Pack,
  delta: PackedDelta,
): Promise<boolean> {
  const takeWhole = (why: string) => {
    rmSync(versions.next, { force: true });
    progress.onMessage(`${why}; taking the whole`);
    return false;
  };
  if (!hasRoom(versions.folder, delta.bytes + mostUnpackedBytes(foods))) {
    return takeWhole('the disk has no room to apply the delta');
  }
  const path = join(versions.folder, DELTA_NAME);
  try {
    await fromSource(versions, request, progress, (source) => source.fetch(delta, path));
    const made = await applyDelta(versions.current, path, foods, versions.next, progress.onBuild);
    return made === catalog.content_sha256 || takeWhole('the delta leads to another catalogue');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const isTampered = error instanceof WrongHash || error instanceof WrongContent;
    const isOurs = explainDiskFailure(code) !== null || (error as Error).name === 'Interrupted';
    if (isTampered || isOurs) throw error;
    if (error instanceof FetchError) return takeWhole(message);
    const why = error instanceof WrongLength ? `it ${message}` : message;
    return takeWhole(`the delta cannot be applied (${why})`);
  }
}

async function makeWhole(
  versions: CatalogVersions,
  request: PullPackRequest,
  progress: PullProgress,
  { catalog }: Pack,
): Promise<void> {
  const path = join(versions.folder, WHOLE_NAME);
  const { bytes, unpacked_bytes, content_sha256 } = catalog;
  if (!existsSync(path)) requireRoom(versions.folder, bytes + unpacked_bytes);
  await fromSource(versions, request, progress, (source) => source.fetch(catalog, path));
  const step = (name: string) => progress.onBuild({ step: name, rows: 0, bytesRead: 0, bytesTotal: null });
  step('unpacking');
  await unpackFile(path, versions.next, unpacked_bytes).catch((error: NodeJS.ErrnoException) => {
    if (explainDiskFailure(error.code ?? '') !== null) throw error;
    throw new PlainError(request.address.from, `cannot be unpacked (${error.message})`, 'ask its publisher');
  });
  step('verifying');
  const { hash } = verifyCatalog(versions.next);
  if (hash !== content_sha256) {
    throw new PlainError(
      request.address.from,
      'has another catalogue than its index says',
      'ask its publisher',
    );
  }
}
