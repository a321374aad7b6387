import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type BuildRequest, buildCatalog } from '../../../build/pipeline.ts';
import {
  copyWhole,
  placeNext,
  type Shelf,
  shelfOf,
  tidyShelf,
} from '../../../build/pull/catalog-versions.ts';
import { FORMATS, type Format } from '../../../build/pull/export-address.ts';
import { Interrupted } from '../../../build/pull/fetch-error.ts';
import { requireThere } from '../../../build/pull/folder.ts';
import { removeDownload } from '../../../build/pull/partial-file.ts';
import { findWork, isLocal, type Work } from '../../../build/pull/plan-download.ts';
import { takePullLock } from '../../../build/pull/pull-lock.ts';
import {
  describeFiles,
  findRecord,
  type PullRecord,
  RECORD_NAME,
  writeRecord,
} from '../../../build/pull/pull-record.ts';
import { refuseCollapse, refuseLoss } from '../../../build/pull/replacement.ts';
import { PATIENCE, type Patience } from '../../../build/pull/retry-policy.ts';
import { openSession } from '../../../build/pull/session.ts';
import { CatalogError } from '../../catalog/catalog-error.ts';
import { readSeal } from '../../catalog/checksum.ts';
import type { Manifest } from '../../catalog/manifest.ts';
import { openCatalog } from '../../catalog/open.ts';
import { readStarterCatalog } from '../../catalog/starter.ts';
import { dataDirectory } from '../../data-directory.ts';
import {
  choice,
  flag,
  type Option,
  type OptionTable,
  text,
  texts,
  UsageError,
  type Values,
} from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import { VERSION } from '../../version.ts';
import type { Command, Console } from '../command.ts';
import { openDownloadDisplay } from '../download-display.ts';
import { formatBytes, formatCount, formatSeconds, openProgress } from '../progress.ts';
import { checkReportPath, writeReport } from '../report-file.ts';
import { verifyCatalog } from './verify.ts';

const OPTIONS = {
  from: text('URL|DIR', 'a mirror, a folder (a USB stick) or one file, in place of Open Food Facts'),
  format: {
    ...choice(FORMATS, 'parquet', 'which export; parquet unless --from tells'),
    initial: null,
  } as Option<Format | null>,
  delta: flag('take only the changes since the last build; now and then everything'),
  data: text('DIR', 'the data directory, where catalog.db goes'),
  community: texts('FILE.csv', 'foods of your own; may be given several times'),
  estimates: texts('FILE.csv', 'labelled AI estimates'),
  usda: texts('FILE', 'generic foods of USDA SR28, in place of those inside'),
  generic: choice(['on', 'off'], 'on', 'off: without the generic foods that come with larder'),
  contact: readContact('whom the server may ask about you: an address or a page'),
  report: text('FILE.json', 'write the report of the build as JSON'),
  'keep-download': flag('keep the export beside the catalogue'),
  force: flag('build again, and replace even by a catalogue that lost much'),
} as const satisfies OptionTable;

export const pull: Command<typeof OPTIONS> = {
  name: 'pull',
  usage: '',
  summary: 'Download the newest export, build it, and put it in place',
  details: [
    'Takes of the Parquet export of Open Food Facts only the columns that are needed; goes on where an',
    'earlier run was cut off; does nothing when the export has not changed. The former catalogue is kept',
    'for `larder rollback`. A finished catalogue (*.db) in the folder of --from is verified and put in place.',
    'HTTP_PROXY, HTTPS_PROXY and NO_PROXY are honoured.',
  ],
  options: OPTIONS,
  run({ values, positionals }, console) {
    if (positionals.length > 0) throw new UsageError('takes no arguments; name a source with --from');
    return runPull(values, console, PATIENCE);
  },
};

export type PullValues = Values<typeof OPTIONS>;

/** One pull, under the lock of its data directory. */
export async function runPull(values: PullValues, console: Console, patience: Patience): Promise<number> {
  // A slip in a name is told before anything is written.
  if (isLocal(values.from)) requireThere(values.from);
  checkReportPath(values.report);
  const shelf = shelfOf(resolve(dataDirectory(values.data)));
  const lock = takePullLock(shelf.folder);
  try {
    tidyShelf(shelf);
    return await pullInto(shelf, values, console, patience);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    console.stderr.write('larder: stopped; the download is kept, and `larder pull` goes on from there\n');
    return 1;
  } finally {
    // A catalogue that was refused takes as much room as the one in place.
    tidyShelf(shelf);
    lock.release();
  }
}

async function pullInto(
  shelf: Shelf,
  values: PullValues,
  console: Console,
  patience: Patience,
): Promise<number> {
  const present = findCatalogue(shelf.present);
  const previous = findCatalogue(shelf.previous);
  const record = findRecord(shelf.folder);
  const others = describeFiles(ownSources(values).map(({ path }) => path));
  const hashes = [present?.contentHash, previous?.contentHash];
  const work = await findNewest(shelf, values, console, patience, {
    present: present?.manifest ?? null,
    previous: previous?.manifest ?? null,
    findTaken(from) {
      const isHere = record?.from === from && hashes.includes(record.content_sha256);
      return isHere && !values.force && record.others === others ? record.validators : null;
    },
    onFull: () => {
      if (present === null || values.force) return;
      const given = new Set(ownSources(values).map(({ source }) => source));
      if (hasGeneric(values)) given.add('usda');
      refuseLoss(shelf.present, present.manifest, given);
    },
  });
  if (work.kind === 'nothing') {
    console.stdout.write(`${work.what}; nothing to do\n`);
    return 0;
  }
  if (work.kind === 'catalogue' && !values.force && isInPlace(work.path, shelf)) {
    console.stdout.write(`${work.path}: is in place already; nothing to do\n`);
    return 0;
  }
  const { catalogue, words } = await makeNext(shelf, values, console, work);
  if (present !== null && !values.force) refuseCollapse(shelf.present, present.manifest, catalogue.manifest);
  placeNext(shelf);
  const taken = work.taken ?? record;
  if (taken !== null) {
    const { from, validators } = taken;
    writeRecord(shelf.folder, { from, validators, others, content_sha256: catalogue.contentHash });
  }
  removeDownloads(shelf, values['keep-download'] && work.kind === 'dump' ? work.downloads : []);
  console.stdout.write(`${shelf.present}: ${words}\n`);
  if (present !== null)
    console.stderr.write('the former catalogue is kept: `larder rollback` returns to it\n');
  return 0;
}

interface Known {
  present: Manifest | null;
  previous: Manifest | null;
  findTaken(from: string): PullRecord['validators'] | null;
  onFull(): void;
}

/** Asks the source what is new and downloads it, with a bar; Ctrl-C ends this and leaves what can be gone on with. */
async function findNewest(
  shelf: Shelf,
  values: PullValues,
  { stderr }: Console,
  patience: Patience,
  known: Known,
): Promise<Work> {
  const display = openDownloadDisplay(stderr);
  const say = (line: string) => {
    display.end();
    stderr.write(`${line}\n`);
  };
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    return await findWork({
      ...known,
      from: values.from,
      format: values.format,
      isDelta: values.delta,
      folder: shelf.folder,
      presentPath: shelf.present,
      session: openSession({
        userAgent: `larder/${VERSION} (${values.contact ?? 'no contact given'})`,
        patience,
        signal: stop.signal,
        onProgress: display.show,
        onWait: (what, waitMs) => say(`${what}; trying again in ${formatSeconds(waitMs / 1000)}`),
      }),
      nowSeconds: Date.now() / 1000,
      say,
    });
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    display.end();
  }
}
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Makes the next catalogue, or copies it, and checks it as `larder verify` does. */
async function makeNext(
  shelf: Shelf,
  values: PullValues,
  { stderr }: Console,
  work: Exclude<Work, { kind: 'nothing' }>,
): Promise<{ catalogue: Catalogue; words: string }> {
  const progress = openProgress(stderr);
  const step = (name: string) => progress.show({ step: name, rows: 0, bytesRead: 0, bytesTotal: null });
  try {
    let made = '';
    if (work.kind === 'catalogue') {
      step('copying');
      copyWhole(work.path, shelf.next);
    } else {
      const report = await buildCatalog(await buildRequest(shelf, values, work), progress.show);
      writeReport(values.report, report);
      made = `, made in ${formatSeconds(report.seconds)}`;
    }
    step('verifying');
    const { foods } = verifyCatalog(shelf.next);
    const catalogue = findCatalogue(shelf.next)!;
    const { dump_date } = catalogue.manifest;
    const newest = dump_date === null ? '' : `, newest record ${dump_date}`;
    return {
      catalogue,
      words: `${formatCount(foods)} foods, ${formatBytes(statSync(shelf.next).size)}${newest}${made}`,
    };
  } catch (error) {
    throw forgetUnusable(work, shelf, error);
  } finally {
    progress.end();
  }
}

async function buildRequest(
  shelf: Shelf,
  values: PullValues,
  work: Work & { kind: 'dump' },
): Promise<BuildRequest> {
  return {
    base: work.base,
    sources: [{ source: 'off', path: work.path }, ...ownSources(values)],
    // A catalogue that is built upon has them.
    ...(work.base === null && hasGeneric(values) && { generic: await readStarterCatalog() }),
    out: shelf.next,
    force: values.force,
  };
}

/** Whoever looks for milk means milk, and not only cartons of it: the generic foods of the starter stay. */
function hasGeneric({ generic, usda }: PullValues): boolean {
  return generic === 'on' && usda.length === 0;
}

function ownSources(values: PullValues): BuildRequest['sources'] {
  return [
    ...values.usda.map((path) => ({ source: 'usda' as const, path })),
    ...values.community.map((path) => ({ source: 'community' as const, path })),
    ...values.estimates.map((path) => ({ source: 'ai_estimate' as const, path })),
  ];
}

/**
 * A download that the build cannot read would be found whole by the next run, and fail it again. Of a catalogue that was
 * copied, the original is named: the copy is gone by then.
 */
function forgetUnusable(work: Work, shelf: Shelf, error: unknown): unknown {
  if (work.kind === 'catalogue' && error instanceof CatalogError && error.where === shelf.next) {
    return new CatalogError(work.path, error.what, error.remedy);
  }
  const downloads = work.kind === 'dump' ? work.downloads : [];
  const isDownload = error instanceof PlainError && downloads.some((path) => error.where.startsWith(path));
  if (isDownload) for (const path of downloads) removeDownload(path);
  return error;
}

interface Catalogue {
  manifest: Manifest;
  contentHash: string;
}

/** Null when there is none that this larder can read: then there is nothing to compare with, and all to gain. */
function findCatalogue(path: string): Catalogue | null {
  try {
    const { manifest, contentHash, close } = openCatalog(path);
    close();
    return { manifest, contentHash };
  } catch (error) {
    if (error instanceof CatalogError) return null;
    throw error;
  }
}

/** What a file says of itself is not taken for granted: a damaged copy fails, a damaged original is replaced. */
function isInPlace(path: string, { present }: Shelf): boolean {
  const claimed = findCatalogue(path)?.contentHash;
  if (claimed === undefined || claimed !== findCatalogue(present)?.contentHash) return false;
  verifyCatalog(path);
  const seal = readSeal(present);
  return seal !== null && seal.computed === seal.written;
}

/** Leaves the lock, the record, and the downloads that are to be kept. */
function removeDownloads(shelf: Shelf, kept: readonly string[]): void {
  const names = ['lock.db', RECORD_NAME, ...kept.map((path) => basename(path))];
  for (const name of readdirSync(shelf.folder)) {
    if (!names.some((prefix) => name.startsWith(prefix))) rmSync(join(shelf.folder, name), { force: true });
  }
}

/** It becomes part of a header, within parentheses. */
function readContact(help: string): Option<string | null> {
  return {
    ...text('TEXT', help),
    read(value) {
      if (/^[\x20-\x27\x2a-\x7e]{1,200}$/.test(value)) return value;
      throw new UsageError('takes up to 200 plain characters without parentheses');
    },
  };
}
