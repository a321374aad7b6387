import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMA_VERSION } from '../../src/catalog/catalog-file.ts';
import type { Manifest } from '../../src/catalog/manifest.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { verifyCatalog } from '../../src/catalog/verify.ts';
import { memberOf } from '../../src/member-of.ts';
import { PlainError } from '../../src/plain-error.ts';
import type { OnProgress } from '../pipeline.ts';
import { FetchError } from '../pull/fetch-error.ts';
import { refuseReplaced } from '../pull/object-upload.ts';
import { openCatalogRecords } from '../read-catalog.ts';
import { applyDelta } from './apply-delta.ts';
import { composeDeltas, writeDelta } from './delta.ts';
import { type SecretKey, signBytes } from './minisign.ts';
import {
  findSignedIndex,
  INDEX_NAME,
  NEXT_SIGNATURE_NAME,
  type Pack,
  type PackedDelta,
  type PackIndex,
  SIGNATURE_NAME,
} from './pack-index.ts';
import type { PackStore } from './pack-store.ts';
import { type PackedFile, packFile, unpackFile, WrongLength } from './zstd.ts';

interface PublishPackRequest {
  /** The catalogue. */
  path: string;
  pack: string;
  key: SecretKey;
  store: PackStore;
  /** How long subscribers accept the index. */
  validDays: number;
  /** From how many former versions there is a delta. */
  deltas: number;
  nowMs: number;
}

interface PublishPackProgress {
  onStep: OnProgress;
  onMessage(line: string): void;
}

export interface PublishPackOutcome {
  pack: Pack;
  expires: string;
  /** False if the newest version already was this catalogue: then only the index is signed again. */
  isNewVersion: boolean;
}

/** What readers under way may still want: the newest version, the former one and the one before that. */
const KEPT_VERSIONS = 3;
const DAY_MS = 86_400_000;

/** Adds a catalogue as the newest version of a pack. The index goes last, so that readers always find a whole state. */
export async function publishPack(
  request: PublishPackRequest,
  progress: PublishPackProgress,
): Promise<PublishPackOutcome> {
  const { path, pack: name, key, store, validDays, nowMs } = request;
  const step = (what: string) => progress.onStep({ step: what, rows: 0, bytesRead: 0, bytesTotal: null });
  const signed = await findSignedIndex(
    store,
    key.publicKey,
    'sign with the key of this folder, or choose another',
  );
  const former = signed === null ? null : (memberOf(signed.index.packs, name) ?? null);
  step('verifying');
  const verified = statSync(path, { throwIfNoEntry: false });
  const { hash } = verifyCatalog(path);
  const isNewVersion = former?.catalog.content_sha256 !== hash;
  const pack = isNewVersion ? await addVersion(request, progress, step, { hash, former }) : former;
  const index: PackIndex = {
    larder: 1,
    expires: timeOf(nowMs + validDays * DAY_MS),
    packs: sortedByName({ ...signed?.index.packs, [name]: pack }),
  };
  // What was verified must be what was packed, even if the catalogue is replaced meanwhile.
  refuseReplaced(path, verified!);
  step('signing');
  await putIndex(store, key, index, signed === null ? null : (signed.tag ?? undefined), nowMs);
  await removeFormer(store, name, pack.serial);
  return { pack, expires: index.expires, isNewVersion };
}

function sortedByName(packs: PackIndex['packs']): PackIndex['packs'] {
  return Object.fromEntries(Object.entries(packs).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** To the second: nobody needs to know more. */
function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

type Step = (what: string) => void;

async function addVersion(
  request: PublishPackRequest,
  progress: PublishPackProgress,
  step: Step,
  { hash, former }: { hash: string; former: Pack | null },
): Promise<Pack> {
  const { path, pack: name, store, nowMs } = request;
  const serial = (former?.serial ?? 0) + 1;
  const { foods, licence, credit, schema_version } = readManifest(path);
  const file = join(store.scratch, 'whole');
  const unpacked_bytes = statSync(path).size;
  step('packing');
  const whole = await packFile(path, file);
  const catalog = { path: `${name}/${serial}.db.zst`, ...whole, unpacked_bytes, content_sha256: hash };
  await store.put(file, whole.sha256, catalog.path);
  const deltas =
    former === null ? [] : await addDeltas(request, progress, step, { hash, foods, former, serial });
  const created = timeOf(nowMs);
  const smaller = deltas.filter(({ bytes }) => bytes < whole.bytes);
  return { serial, created, foods, schema: schema_version, catalog, deltas: smaller, licence, credit };
}

function readManifest(path: string): Manifest {
  const { manifest, close } = openCatalog(path);
  close();
  return manifest;
}

interface Versions {
  hash: string;
  foods: number;
  former: Pack;
  serial: number;
}

/**
 * A delta from the former version, and from each before that by joining the former's deltas with it. The first is tried:
 * a catalogue that another larder wrote may differ in its bytes from what this one makes of the same foods.
 */
async function addDeltas(
  { path, pack: name, store, deltas: count }: PublishPackRequest,
  { onMessage, onStep }: PublishPackProgress,
  step: Step,
  { hash, foods, former, serial }: Versions,
): Promise<PackedDelta[]> {
  if (count === 0 || former.schema !== SCHEMA_VERSION) return [];
  const scratch = (file: string) => join(store.scratch, file);
  const [base, newest, made] = [scratch('former.db'), scratch('newest'), scratch('made.db')];
  let packed: PackedFile;
  try {
    await fetchVersion(store, former, scratch('former.zst'), base);
    step('comparing with the former version');
    packed = await writeDeltaOf(base, path, newest);
    if ((await applyDelta(base, newest, foods, made, onStep)) !== hash) {
      onMessage(
        'no deltas: another larder wrote this catalogue, and from its foods this one makes another file',
      );
      return [];
    }
  } catch (error) {
    if (error instanceof WrongLength) {
      onMessage('no deltas: so much has changed that subscribers would refuse to unpack one');
      return [];
    }
    if (!(error instanceof FetchError)) throw error;
    onMessage(`no deltas, because the former version cannot be used: ${error.message}`);
    return [];
  } finally {
    for (const file of [base, made]) rmSync(file, { force: true });
  }
  step('writing deltas');
  const older = former.deltas.toSorted((a, b) => b.from - a.from).slice(0, count - 1);
  const joined: PackedDelta[] = [];
  for (const delta of older) {
    const found = await joinWith(store, delta, newest, scratch, `${name}/${delta.from}-${serial}.delta.zst`);
    if (found !== null) joined.push(found);
    else onMessage(`no delta from serial ${delta.from}: ${store.nameOf(delta.path)} is missing or damaged`);
  }
  const target = `${name}/${former.serial}-${serial}.delta.zst`;
  await store.put(newest, packed.sha256, target);
  return [{ from: former.serial, path: target, ...packed }, ...joined];
}

async function fetchVersion(store: PackStore, { catalog }: Pack, packed: string, to: string): Promise<void> {
  await store.fetch(catalog, packed);
  await unpackFile(packed, to, catalog.unpacked_bytes);
  rmSync(packed);
  const { hash } = verifyCatalog(to);
  if (hash !== catalog.content_sha256) {
    throw new PlainError(store.nameOf(catalog.path), 'is not the catalogue of the index', 'publish it again');
  }
}

async function writeDeltaOf(base: string, path: string, out: string): Promise<PackedFile> {
  const from = openCatalogRecords(base);
  try {
    const to = openCatalogRecords(path);
    try {
      return await writeDelta(from, to, out);
    } finally {
      to.close();
    }
  } finally {
    from.close();
  }
}

/** Null if the older delta cannot be had: its subscribers then take the whole. */
async function joinWith(
  store: PackStore,
  delta: PackedDelta,
  newest: string,
  scratch: (file: string) => string,
  path: string,
): Promise<PackedDelta | null> {
  const [older, both] = [scratch('older'), scratch('joined')];
  try {
    await store.fetch(delta, older);
  } catch (error) {
    if (error instanceof FetchError) return null;
    throw error;
  }
  const packed = await composeDeltas(older, newest, both);
  await store.put(both, packed.sha256, path);
  return { from: delta.from, path, ...packed };
}

/**
 * Replaces the index and its signature. Between these two steps, and after a crash there, readers and the next publish
 * find the new signature beside them.
 */
async function putIndex(
  store: PackStore,
  key: SecretKey,
  index: PackIndex,
  replaces: string | null | undefined,
  nowMs: number,
): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(index, null, 2)}\n`);
  const comment = `timestamp:${Math.floor(nowMs / 1000)}\tfile:${INDEX_NAME}\thashed`;
  const signature = Buffer.from(signBytes(bytes, key, comment));
  const put = async (content: Buffer, path: string, tag?: string | null) => {
    const file = join(store.scratch, 'small');
    writeFileSync(file, content);
    await store.put(file, new Bun.CryptoHasher('sha256').update(content).digest('hex'), path, tag);
  };
  await put(signature, NEXT_SIGNATURE_NAME);
  await put(bytes, INDEX_NAME, replaces);
  await put(signature, SIGNATURE_NAME);
  await store.remove(NEXT_SIGNATURE_NAME);
}

const VERSION_FILE = /^(?:\d+-)?(\d+)\.(?:db|delta)\.zst$/;

async function removeFormer(store: PackStore, pack: string, serial: number): Promise<void> {
  for (const file of await store.list(pack)) {
    const [, own] = VERSION_FILE.exec(file) ?? [];
    if (own !== undefined && Number(own) <= serial - KEPT_VERSIONS) await store.remove(`${pack}/${file}`);
  }
}
