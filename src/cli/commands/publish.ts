import { Interrupted } from '../../../build/pull/fetch-error.ts';
import { isObjectAddress } from '../../../build/pull/object-address.ts';
import { type PublishOutcome, publishCatalog } from '../../../build/pull/publish.ts';
import { RETRY_POLICY, type RetryPolicy } from '../../../build/pull/retry-policy.ts';
import { formatCounted } from '../../counts.ts';
import { type CommandLine, type OptionTable, text, UsageError } from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import { VERSION } from '../../version.ts';
import type { Command, Console } from '../command.ts';
import { formatBytes, formatSeconds } from '../format.ts';
import { openDownloadProgress } from '../progress.ts';
import { locateRemote } from '../remote-address.ts';

const OPTIONS = {
  to: text('s3://BUCKET/KEY', 'where to put it'),
} as const satisfies OptionTable;

export const publish: Command<typeof OPTIONS> = {
  name: 'publish',
  usage: 'FILE --to s3://BUCKET/KEY',
  summary: 'Put a catalogue into an object store for others to pull',
  details: [
    'Verifies every byte first, and replaces the object as a whole or not at all. Does nothing if the same catalogue is',
    'already there. Reads AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION and, for stores other',
    'than S3 itself, AWS_ENDPOINT_URL. Other machines run `larder pull --from s3://BUCKET/KEY`.',
  ],
  options: OPTIONS,
  run: (line, console) => runPublish(line, console, RETRY_POLICY),
};

/** The retry policy and the size of parts are parameters so that tests need neither wait nor send gigabytes. */
export async function runPublish(
  { values, positionals }: CommandLine<typeof OPTIONS>,
  console: Console,
  policy: RetryPolicy,
  environment: NodeJS.ProcessEnv = process.env,
  partBytes?: number,
): Promise<number> {
  const [path, ...rest] = positionals;
  if (path === undefined || rest.length > 0) throw new UsageError('give one catalogue FILE');
  const name = values.to;
  if (name === null || !isObjectAddress(name)) throw new UsageError('give --to s3://BUCKET/KEY');
  const to = locateRemote('--to', name, environment);
  if (to.credentials === null) {
    throw new PlainError(name, 'no keys to write with', 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  const upload = openDownloadProgress(console.stderr);
  const say = (line: string) => {
    upload.end();
    console.stderr.write(`${line}\n`);
  };
  try {
    const outcome = await publishCatalog(
      { path, name, to, userAgent: `larder/${VERSION}`, policy, ...(partBytes && { partBytes }) },
      {
        onUpload: upload.show,
        onUploadEnd: upload.end,
        onWait: (what, waitMs) => say(`${what}; retrying in ${formatSeconds(waitMs / 1000)}`),
        onMessage: say,
      },
    );
    console.stdout.write(`${describe(name, outcome)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    console.stderr.write('larder: stopped; nothing was published\n');
    return 1;
  }
}

function describe(name: string, { isChanged, foods, bytes, hash }: PublishOutcome): string {
  if (!isChanged) return `${name}: already has this catalogue; nothing to do`;
  return `${name}: ${formatCounted(foods, 'food')}, ${formatBytes(bytes)}, sha256 ${hash}`;
}
