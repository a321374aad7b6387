import { resolve } from 'node:path';
import type { BuildRequest } from '../../../build/pipeline.ts';
import { FORMATS, type Format } from '../../../build/pull/export-address.ts';
import { Interrupted } from '../../../build/pull/fetch-error.ts';
import { requireLocal } from '../../../build/pull/folder.ts';
import { isLocal } from '../../../build/pull/plan-download.ts';
import { type PullOutcome, pullCatalog } from '../../../build/pull/pull.ts';
import { RETRY_POLICY, type RetryPolicy } from '../../../build/pull/retry-policy.ts';
import { formatCounted } from '../../counts.ts';
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
import { VERSION } from '../../version.ts';
import { checkReportPath, writeReport } from '../build-report.ts';
import { type Command, type Console, refuseArguments } from '../command.ts';
import { formatBytes, formatSeconds } from '../format.ts';
import { openBuildProgress, openDownloadProgress } from '../progress.ts';
import { locateRemote } from '../remote-address.ts';
import { displayWidth, tableWidth } from '../table.ts';
import { GENERIC, splitWithout, WITHOUT } from '../without.ts';

const OPTIONS = {
  from: text('URL|DIR', 'a mirror, folder or file, or a finished catalogue, instead of Open Food Facts'),
  format: {
    ...choice(FORMATS, 'parquet', 'which export (default: parquet, unless --from names a file)'),
    initial: null,
  } as Option<Format | null>,
  delta: flag('fetch only the changes since the last build, if possible'),
  data: text('DIR', 'the data directory, where catalog.db is written'),
  community: texts('FILE.csv', 'your own foods; can be given several times'),
  estimates: texts('FILE.csv', 'AI estimates, labelled as such'),
  usda: texts('FILE', 'generic foods from USDA SR28, instead of the built-in ones'),
  generic: GENERIC,
  contact: contact('how the server can reach you: an email address or a web page'),
  report: text('FILE.json', 'write the full build report as JSON'),
  without: WITHOUT,
  'keep-download': flag('keep the downloaded export'),
  force: flag('rebuild, and replace the catalogue even if the new one has lost much of it'),
} as const satisfies OptionTable;

type PullValues = Values<typeof OPTIONS>;

export const pull: Command<typeof OPTIONS> = {
  name: 'pull',
  usage: '[--from URL|DIR] [--delta]',
  summary: 'Download the newest export, build it, and put it in place',
  details: [
    'Downloads only the columns it needs from the Parquet export of Open Food Facts, resumes an interrupted',
    'download, and does nothing if the export has not changed. The previous catalogue is kept for `larder rollback`.',
    'If --from names a finished catalogue (*.db), or a folder with one, that one is verified and put in place;',
    's3://bucket/key works too, with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL.',
    'HTTP_PROXY, HTTPS_PROXY and NO_PROXY are respected.',
  ],
  options: OPTIONS,
  run({ values, positionals }, console) {
    refuseArguments(positionals);
    return runPull(values, console, RETRY_POLICY);
  },
};

/** The retry policy is a parameter so that tests need not wait. */
export async function runPull(
  values: PullValues,
  console: Console,
  policy: RetryPolicy,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  // A mistyped path should fail before anything is written.
  if (isLocal(values.from)) requireLocal(values.from);
  const used = ownSources(values).map(({ path }) => path);
  checkReportPath(values.report, isLocal(values.from) ? [values.from, ...used] : used);
  const from =
    values.from === null || isLocal(values.from) ? null : locateRemote('--from', values.from, environment);
  const { parts, generic } = splitWithout(values.without, values.generic);
  const download = openDownloadProgress(console.stderr);
  const build = openBuildProgress(console.stderr);
  const say = (line: string) => {
    download.end();
    console.stderr.write(`${line}\n`);
  };
  try {
    const outcome = await pullCatalog(
      {
        dataDir: resolve(dataDirectory(values.data)),
        from: from?.address ?? values.from,
        credentials: from?.credentials ?? null,
        format: values.format,
        isDelta: values.delta,
        ownSources: ownSources(values),
        hasGenericFoods: generic?.length !== 0 && values.usda.length === 0,
        without: parts,
        keepsDownload: values['keep-download'],
        isForced: values.force,
        userAgent: `larder/${VERSION} (${values.contact ?? 'no contact given'})`,
        policy,
      },
      {
        onDownload: download.show,
        onDownloadEnd: download.end,
        onWait: (what, waitMs) => say(`${what}; retrying in ${formatSeconds(waitMs / 1000)}`),
        onBuild: build.show,
        onReport: (report) => writeReport(values.report, report),
        onMessage: say,
      },
    );
    build.end();
    showOutcome(outcome, console);
    return 0;
  } catch (error) {
    build.end();
    if (!(error instanceof Interrupted)) throw error;
    console.stderr.write('larder: stopped; run `larder pull` again to resume the download\n');
    return 1;
  }
}

function ownSources(values: PullValues): BuildRequest['sources'] {
  return [
    ...values.usda.map((path) => ({ source: 'usda' as const, path })),
    ...values.community.map((path) => ({ source: 'community' as const, path })),
    ...values.estimates.map((path) => ({ source: 'ai_estimate' as const, path })),
  ];
}

function showOutcome(outcome: PullOutcome, console: Console): void {
  if (outcome.kind === 'unchanged') {
    console.stdout.write(`${outcome.reason}; nothing to do\n`);
    return;
  }
  const { path, foods, bytes, newest, seconds, hasPrevious } = outcome;
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
function contact(help: string): Option<string | null> {
  return {
    ...text('TEXT', help),
    read(value) {
      if (/^[\x20-\x27\x2a-\x7e]{1,200}$/.test(value)) return value;
      throw new UsageError('takes up to 200 ASCII characters without parentheses');
    },
  };
}
