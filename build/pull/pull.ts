import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CatalogError } from '../../src/catalog/catalog-file.ts';
import { readChecksum } from '../../src/catalog/checksum.ts';
import type { Manifest } from '../../src/catalog/manifest.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { verifyCatalog } from '../../src/catalog/verify.ts';
import { TABLE_NAMES, type TableName } from '../../src/food/food-tables.ts';
import { PlainError } from '../../src/plain-error.ts';
import { builtInFoods } from '../built-in.ts';
import { type BuildRequest, buildCatalog, type OnProgress } from '../pipeline.ts';
import type { BuildReport } from '../report.ts';
import { type CatalogVersions, catalogVersionsIn, copyDurably, placeNext } from './catalog-versions.ts';
import type { Format } from './export-address.ts';
import type { Credentials } from './http.ts';
import { removeDownload } from './partial-file.ts';
import { type Download, planDownload } from './plan-download.ts';
import { LOCK_NAME, whileLocked } from './pull-lock.ts';
import {
  describeFiles,
  findRecord,
  type PullRecord,
  RECORD_NAME,
  SUBSCRIPTION_NAME,
  writeOutcome,
  writeRecord,
} from './pull-record.ts';
import { refuseCollapse, refuseLoss } from './replacement.ts';
import { type OnDownload, type RetryPolicy, Session } from './session.ts';
import { isSameSource, sourceAddress } from './source-address.ts';
import { untilStopped } from './stop-signals.ts';

interface PullRequest {
  dataDir: string;
  /** An address, a folder or a file; null for Open Food Facts itself. */
  from: string | null;
  /** For the host of that address, if it had any. */
  credentials?: Credentials | null;
  format: Format | null;
  /** Apply only the changes since the last build, if they are available. */
  isDelta: boolean;
  /** Inputs besides the export, such as the operator's own foods. */
  ownSources: BuildRequest['sources'];
  /** The tables of generic foods to add, so that a search for milk finds milk and not only cartons of it; null for all. */
  generic: readonly TableName[] | null;
  /** What to leave out of the full records. */
  without: NonNullable<BuildRequest['without']>;
  keepsDownload: boolean;
  isForced: boolean;
  userAgent: string;
  policy: RetryPolicy;
}

/** How a pull reports its progress. */
export interface PullProgress {
  onDownload: OnDownload;
  onDownloadEnd(): void;
  onWait(what: string, waitMs: number): void;
  onBuild: OnProgress;
  /** Called before the new catalogue is checked, so that the report also explains a rejected one. */
  onReport(report: BuildReport): void;
  /** Something that the operator should know, in one line. */
  onMessage(line: string): void;
}

export type PullOutcome =
  | { kind: 'unchanged'; reason: string }
  | {
      kind: 'replaced';
      path: string;
      foods: number;
      bytes: number;
      /** The date of the newest record, if known. */
      newest: string | null;
      /** How long the build took; null if a finished catalogue was copied. */
      seconds: number | null;
      hasPrevious: boolean;
      /** Which version of a pack it is, and how many bytes it took to get it. */
      pack?: { name: string; serial: number; bytes: number; isDelta: boolean };
    };

/** Downloads what is new, builds it, verifies it and puts it in place: one pull at a time per data directory. */
export async function pullCatalog(request: PullRequest, progress: PullProgress): Promise<PullOutcome> {
  const versions = catalogVersionsIn(request.dataDir);
  return whileLocked(versions, () => pullInto(versions, request, progress));
}

async function pullInto(
  versions: CatalogVersions,
  request: PullRequest,
  progress: PullProgress,
): Promise<PullOutcome> {
  const current = findCatalog(versions.current);
  const record = findRecord(versions.folder);
  const ownFiles = describeFiles(request.ownSources.map(({ path }) => path));
  const download = await fetchNewest(versions, request, progress, { current, record, ownFiles });
  if (download.kind === 'nothing') return { kind: 'unchanged', reason: download.reason };
  const noteTaken = (content_sha256: string) => {
    const taken = download.taken ?? record;
    if (taken === null) return;
    const { from, query, validators } = taken;
    writeRecord(versions.folder, { from, query, validators, others: ownFiles, content_sha256 });
  };
  if (download.kind === 'catalogue' && !request.isForced && isInPlace(download, versions)) {
    if (download.isDownloaded) {
      // The same catalogue under a new tag: without a record, every pull would download it again.
      noteTaken(current!.contentHash);
      removeDownloads(versions, []);
    }
    return { kind: 'unchanged', reason: `${download.taken.from}: already in place` };
  }
  const { catalog, report } = await makeNext(versions, request, progress, download);
  const { manifest, contentHash } = catalog;
  if (current !== null && !request.isForced) {
    refuseCollapsed(versions, download, current.manifest, manifest);
  }
  const bytes = statSync(versions.next).size;
  placeNext(versions, current?.contentHash === contentHash);
  noteTaken(contentHash);
  writeOutcome(versions.folder, {
    time: new Date().toISOString(),
    from: (download.taken ?? record)?.from ?? null,
    content_sha256: contentHash,
    report,
  });
  removeDownloads(versions, request.keepsDownload && download.kind === 'dump' ? download.files : []);
  return {
    kind: 'replaced',
    path: versions.current,
    foods: manifest.foods,
    bytes,
    newest: manifest.dump_date,
    seconds: report?.seconds ?? null,
    hasPrevious: existsSync(versions.previous),
  };
}

/** Like a download to build from, a downloaded catalogue is kept for `--force`. */
function refuseCollapsed(
  versions: CatalogVersions,
  download: Download,
  current: Manifest,
  next: Manifest,
): void {
  try {
    refuseCollapse(versions.current, current, next);
  } catch (error) {
    if (download.kind === 'catalogue' && download.isDownloaded) renameSync(versions.next, download.path);
    throw error;
  }
}

interface Known {
  current: CatalogInFile | null;
  record: PullRecord | null;
  ownFiles: string;
}

/** Finds out what is new and downloads it. SIGINT and SIGTERM stop the download; what has arrived is kept. */
async function fetchNewest(
  versions: CatalogVersions,
  request: PullRequest,
  progress: PullProgress,
  { current, record, ownFiles }: Known,
): Promise<Download> {
  const { from, credentials = null, format, isDelta, isForced, userAgent, policy } = request;
  const previous = findCatalog(versions.previous);
  const hashes = [current?.contentHash, previous?.contentHash];
  const plan = (signal: AbortSignal) =>
    planDownload({
      from,
      format,
      isDelta,
      folder: versions.folder,
      currentPath: versions.current,
      current: current?.manifest ?? null,
      previous: previous?.manifest ?? null,
      findTaken(from) {
        if (record === null || isForced || !isSameSource(record, sourceAddress(from))) return null;
        const isHere = hashes.includes(record.content_sha256);
        return isHere && record.others === ownFiles ? record.validators : null;
      },
      onFull() {
        if (current !== null && !isForced) {
          refuseLoss(versions.current, current.manifest, sourcesOf(request));
        }
      },
      session: new Session({
        userAgent,
        policy,
        signal,
        credentials,
        onDownload: progress.onDownload,
        onWait: progress.onWait,
      }),
      nowSeconds: Date.now() / 1000,
      onMessage: progress.onMessage,
    });
  try {
    return await untilStopped(plan);
  } finally {
    progress.onDownloadEnd();
  }
}

function sourcesOf({ ownSources, generic }: PullRequest) {
  return new Set([...ownSources.map(({ source }) => source), ...(generic ?? TABLE_NAMES)]);
}

/** Builds the next catalogue, or copies it, and checks it as `larder verify` does. */
async function makeNext(
  versions: CatalogVersions,
  request: PullRequest,
  { onBuild, onReport }: PullProgress,
  download: Exclude<Download, { kind: 'nothing' }>,
): Promise<{ catalog: CatalogInFile; report: BuildReport | null }> {
  const step = (name: string) => onBuild({ step: name, rows: 0, bytesRead: 0, bytesTotal: null });
  try {
    let report: BuildReport | null = null;
    if (download.kind === 'catalogue' && download.isDownloaded) {
      renameSync(download.path, versions.next);
    } else if (download.kind === 'catalogue') {
      step('copying');
      copyDurably(download.path, versions.next);
    } else {
      report = await buildCatalog(await buildRequestFor(versions, request, download), onBuild);
      onReport(report);
    }
    step('verifying');
    verifyCatalog(versions.next);
    return { catalog: findCatalog(versions.next)!, report };
  } catch (error) {
    throw handleUnusable(download, versions, error);
  }
}

async function buildRequestFor(
  versions: CatalogVersions,
  { ownSources, generic, isForced, without }: PullRequest,
  { base, path }: Download & { kind: 'dump' },
): Promise<BuildRequest> {
  return {
    base,
    // A base catalogue already has the generic foods.
    sources: [{ source: 'off', path }, ...ownSources],
    builtIn: base === null ? await builtInFoods(generic) : [],
    out: versions.next,
    force: isForced,
    without,
  };
}

/**
 * Removes a download that cannot be used: the next run would find it complete and fail again. For a finished catalogue,
 * the error names the original, since the copy is removed.
 */
function handleUnusable(download: Download, versions: CatalogVersions, error: unknown): unknown {
  if (download.kind === 'catalogue') {
    const isAboutCatalog =
      error instanceof CatalogError && [versions.next, download.path].includes(error.where);
    if (!isAboutCatalog) return error;
    if (download.isDownloaded) removeDownload(download.path);
    return new CatalogError(download.taken.from, error.what, error.remedy);
  }
  const files = download.kind === 'dump' ? download.files : [];
  const isAboutDownload = error instanceof PlainError && files.some((path) => error.where.startsWith(path));
  if (isAboutDownload) for (const path of files) removeDownload(path);
  return error;
}

export interface CatalogInFile {
  manifest: Manifest;
  contentHash: string;
}

/** Null if there is no catalogue that this larder can read: then there is nothing to compare with or to lose. */
export function findCatalog(path: string): CatalogInFile | null {
  try {
    const { manifest, contentHash, close } = openCatalog(path);
    close();
    return { manifest, contentHash };
  } catch (error) {
    if (error instanceof CatalogError) return null;
    throw error;
  }
}

/** Both files are read in full: a damaged copy is an error, and a damaged current catalogue has to be replaced. */
function isInPlace(download: Download & { kind: 'catalogue' }, versions: CatalogVersions): boolean {
  const claimed = findCatalog(download.path)?.contentHash;
  if (claimed === undefined || claimed !== findCatalog(versions.current)?.contentHash) return false;
  try {
    verifyCatalog(download.path);
  } catch (error) {
    throw handleUnusable(download, versions, error);
  }
  const checksum = readChecksum(versions.current);
  return checksum !== null && checksum.computed === checksum.stored;
}

/** Leaves the lock, the records, and the downloads that are to be kept. */
export function removeDownloads(versions: CatalogVersions, kept: readonly string[]): void {
  const names = [LOCK_NAME, RECORD_NAME, SUBSCRIPTION_NAME, ...kept.map((path) => basename(path))];
  for (const name of readdirSync(versions.folder)) {
    if (!names.some((prefix) => name.startsWith(prefix))) {
      rmSync(join(versions.folder, name), { force: true });
    }
  }
}
