import { resolve } from 'node:path';
import { pullPack } from '../../../build/pack/pull-pack.ts';
import { endSubscription, findSubscription } from '../../../build/pack/subscription.ts';
import { catalogVersionsIn } from '../../../build/pull/catalog-versions.ts';
import { FORMATS, type Format } from '../../../build/pull/export-address.ts';
import { requireLocal } from '../../../build/pull/folder.ts';
import { isLocal } from '../../../build/pull/plan-download.ts';
import { type PullOutcome, type PullProgress, pullCatalog } from '../../../build/pull/pull.ts';
import { RETRY_POLICY, type RetryPolicy } from '../../../build/pull/session.ts';
import { formatCounted } from '../../counts.ts';
import { dataDirectory } from '../../data-directory.ts';
import {
  choice,
  flag,
  integer,
  type OptionTable,
  optional,
  text,
  UsageError,
  type Values,
  withInitial,
} from '../../options.ts';
import { VERSION } from '../../version.ts';
import { checkReportPath, writeReport } from '../build-report.ts';
import type { Command, Console } from '../command.ts';
import { CONTENT_OPTIONS, readContent } from '../content-options.ts';
import { explainFailure, Stopped } from '../failure.ts';
import { formatBytes, formatSeconds } from '../format.ts';
import { locatePacks, NO_PACK, readTrust } from '../pack-address.ts';
import { locateRemote } from '../remote-address.ts';
import { displayWidth, tableWidth } from '../table.ts';
import { showTransfer } from '../transfer-progress.ts';

/** A timer of the engine takes no more: 2^31 ms. */
const MOST_DAYS = 24;
const DAY_MS = 86_400_000;
/** After a failure the network may be back long before the next pull is due. */
const RETRY_MS = 3_600_000;

const OPTIONS = {
  from: text('URL|DIR', 'a mirror, folder or file, or a finished catalogue, instead of Open Food Facts'),
  format: withInitial<Format | null>(
    choice(FORMATS, 'parquet', 'which export (default: parquet, unless --from names a file)'),
    null,
  ),
  pack: text('NAME', 'install and follow this pack of the folder that --from names; none stops following'),
  trust: text('KEY|FILE', 'with --pack: the public key of its publisher'),
  delta: flag('fetch only the changes since the last build, if possible'),
  data: text('DIR', 'the data directory, where catalog.db is written'),
  ...CONTENT_OPTIONS,
  contact: optional('TEXT', 'how the server can reach you: an email address or a web page', readContact),
  report: text('FILE.json', 'write the full build report as JSON'),
  'keep-download': flag('keep the downloaded export'),
  every: integer('DAYS', 0, 0, MOST_DAYS, 'keep running, and pull again after this many days (0: pull once)'),
  force: flag(
    'rebuild, and replace the catalogue even if the new one has lost much of it, is older or expired',
  ),
} as const satisfies OptionTable;

type PullValues = Values<typeof OPTIONS>;

export const pull: Command<typeof OPTIONS> = {
  name: 'pull',
  usage: '[--from URL|DIR] [--delta | --pack NAME --trust KEY]',
  summary: 'Download the newest export or pack, and put it in place',
  details: [
    'Downloads only the columns it needs from the Parquet export of Open Food Facts, resumes an interrupted',
    'download, and does nothing if the export has not changed. The previous catalogue is kept for `larder rollback`.',
    'If --from names a finished catalogue (*.db), or a folder with one, that one is verified and put in place;',
    's3://bucket/key works too, with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL.',
    'With --pack, the newest signed version of a pack is installed, by a small update where there is one. From then on,',
    '`larder pull` without flags does the same.',
    'With --every, it stays and pulls again, as a container needs it: a pull that fails is tried again after an hour.',
    'HTTP_PROXY, HTTPS_PROXY and NO_PROXY are respected.',
  ],
  options: OPTIONS,
  run({ values }, console) {
    const pullOnce = () => runPull(values, console, RETRY_POLICY);
    return values.every === 0 ? pullOnce() : pullAgain(pullOnce, values.every, console, Bun.sleep);
  },
};

/** For a container, which has no timer: pulls until the process is stopped. */
export async function pullAgain(
  pullOnce: () => Promise<void>,
  everyDays: number,
  { stderr }: Console,
  sleep: (waitMs: number) => Promise<void>,
): Promise<never> {
  for (;;) {
    let waitMs = everyDays * DAY_MS;
    try {
      await pullOnce();
    } catch (error) {
      if (error instanceof UsageError || error instanceof Stopped) throw error;
      stderr.write(`larder: ${explainFailure(error)}; trying again in an hour\n`);
      waitMs = RETRY_MS;
    }
    await sleep(waitMs);
  }
}

/** The retry policy is a parameter so that tests need not wait. */
export async function runPull(
  values: PullValues,
  console: Console,
  policy: RetryPolicy,
  environment: NodeJS.ProcessEnv = process.env,
  nowMs: () => number = Date.now,
): Promise<void> {
  const dataDir = resolve(dataDirectory(values.data));
  const followed = findFollowed(values, catalogVersionsIn(dataDir).folder);
  const userAgent = `larder/${VERSION} (${values.contact ?? 'no contact given'})`;
  const settings = { dataDir, userAgent, policy, isForced: values.force };
  const whenStopped = 'run `larder pull` again to resume the download';
  const outcome = await showTransfer(console.stderr, whenStopped, ({ transfer, build, messages }) => {
    const progress: PullProgress = {
      ...messages,
      onDownload: transfer.show,
      onDownloadEnd: transfer.end,
      onBuild: build.show,
      onReport: (report) => writeReport(values.report, report),
    };
    if (followed === null) return pullExport(values, settings, progress, environment);
    const address = locatePacks(followed.from, environment);
    const pinned = { address, pack: followed.pack, key: readTrust(followed.trust), nowMs: nowMs() };
    return pullPack({ ...settings, ...pinned }, progress);
  });
  showOutcome(outcome, console);
}

interface Followed {
  from: string;
  pack: string;
  /** A public key, as its text or the file of it. */
  trust: string;
}

/** The pack that the flags name, or else the one that the data directory follows; null for an export or a catalogue. */
function findFollowed(values: PullValues, folder: string): Followed | null {
  const { from, pack, trust } = values;
  if (pack === NO_PACK || (pack === null && from !== null)) {
    if (trust !== null) throw new UsageError('--trust needs --pack NAME');
    return null;
  }
  const known = pack !== null && from !== null && trust !== null ? null : findSubscription(folder);
  if (pack === null && known === null) {
    if (trust !== null) throw new UsageError('--trust needs --pack NAME');
    return null;
  }
  const followed = { from: from ?? known?.from, pack: pack ?? known?.pack, trust: trust ?? known?.key };
  if (followed.from === undefined) throw new UsageError('--pack needs --from URL|DIR');
  if (followed.trust === undefined)
    throw new UsageError('--pack needs --trust KEY: the key of its publisher');
  refuseBuildFlags(values, followed.pack!);
  return followed as Followed;
}

/** A pack is a finished catalogue, which nothing can be added to. */
function refuseBuildFlags(values: PullValues, pack: string): void {
  const flags = ['format', 'delta', 'report', 'generic', 'keep-download'] as const;
  const lists = ['community', 'estimates', 'table', 'usda', 'without'] as const;
  const given =
    flags.find((flag) => values[flag] !== null && values[flag] !== false) ??
    lists.find((flag) => values[flag].length > 0);
  if (given === undefined) return;
  const remedy = 'give --pack none to pull an export again';
  throw new UsageError(
    `--${given} is for exports, and this data directory follows the pack ${pack}: ${remedy}`,
  );
}

type Settings = Pick<Parameters<typeof pullCatalog>[0], 'dataDir' | 'userAgent' | 'policy' | 'isForced'>;

async function pullExport(
  values: PullValues,
  settings: Settings,
  progress: PullProgress,
  environment: NodeJS.ProcessEnv,
): Promise<PullOutcome> {
  // A mistyped path should fail before anything is written.
  if (isLocal(values.from)) requireLocal(values.from);
  const { sources: ownSources, generic, without } = readContent(values);
  const used = ownSources.map(({ path }) => path);
  checkReportPath(values.report, isLocal(values.from) ? [values.from, ...used] : used);
  const from =
    values.from === null || isLocal(values.from) ? null : locateRemote('--from', values.from, environment);
  const outcome = await pullCatalog(
    {
      ...settings,
      from: from?.address ?? values.from,
      credentials: from?.credentials ?? null,
      format: values.format,
      isDelta: values.delta,
      ownSources,
      generic,
      without,
      keepsDownload: values['keep-download'],
    },
    progress,
  );
  endSubscription(catalogVersionsIn(settings.dataDir).folder);
  return outcome;
}

function showOutcome(outcome: PullOutcome, console: Console): void {
  if (outcome.kind === 'unchanged') {
    console.stdout.write(`${outcome.reason}; nothing to do\n`);
    return;
  }
  const { path, foods, bytes, newest, seconds, hasPrevious, pack } = outcome;
  if (pack !== undefined) {
    const how = pack.isDelta ? 'by a delta of' : 'by a download of';
    console.stderr.write(`${pack.name}: serial ${pack.serial}, ${how} ${formatBytes(pack.bytes)}\n`);
  }
  const summary = [
    formatCounted(foods, 'food'),
    formatBytes(bytes),
    ...(newest === null ? [] : [`newest record ${newest}`]),
    ...(seconds === null ? [] : [`built in ${formatSeconds(seconds)}`]),
  ];
  const line = `${path}: ${summary.join(', ')}`;
  // A long path gets its own line, since a terminal would break the line anywhere.
  const isTooLong = displayWidth(line) > tableWidth(console.stdout);
  console.stdout.write(isTooLong ? `${path}:\n  ${summary.join(', ')}\n` : `${line}\n`);
  if (hasPrevious) {
    console.stderr.write('the previous catalogue was kept; `larder rollback` returns to it\n');
  }
}

/** The contact is sent in the User-Agent header, inside parentheses. */
function readContact(value: string): string {
  if (/^[\x20-\x27\x2a-\x7e]{1,200}$/.test(value)) return value;
  throw new UsageError('takes up to 200 ASCII characters without parentheses');
}
