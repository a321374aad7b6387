import { readFileSync } from 'node:fs';
import { readSecretKey } from '../../../build/pack/minisign.ts';
import { isPackName } from '../../../build/pack/pack-index.ts';
import { openLocalStore, openObjectStore } from '../../../build/pack/pack-store.ts';
import { type PublishPackOutcome, publishPack } from '../../../build/pack/publish-pack.ts';
import { isObjectAddress } from '../../../build/pull/object-address.ts';
import { isLocal } from '../../../build/pull/plan-download.ts';
import { type PublishOutcome, publishCatalog } from '../../../build/pull/publish.ts';
import { RETRY_POLICY, type RetryPolicy } from '../../../build/pull/session.ts';
import { formatCounted } from '../../counts.ts';
import { type CommandLine, integer, type OptionTable, text, UsageError, type Values } from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import { refuseExposed } from '../../secret-file.ts';
import { VERSION } from '../../version.ts';
import type { Command, Console } from '../command.ts';
import { formatBytes } from '../format.ts';
import { NO_PACK } from '../pack-address.ts';
import { locateRemote } from '../remote-address.ts';
import { showTransfer } from '../transfer-progress.ts';

const MAX_DELTAS = 52;
const MAX_VALID_DAYS = 3650;

const OPTIONS = {
  to: text('s3://BUCKET/KEY', 'where to put it; with --pack, a folder: DIR or s3://BUCKET/PREFIX/'),
  pack: text('NAME', 'add it as the newest version of this pack, for others to subscribe to'),
  sign: text('KEYFILE', 'with --pack: the secret key to sign with, made by `larder key-pair`'),
  'valid-days': integer(
    'N',
    30,
    1,
    MAX_VALID_DAYS,
    'with --pack: for how long subscribers accept it (default: 30)',
  ),
  deltas: integer('N', 8, 0, MAX_DELTAS, 'with --pack: from how many former versions (default: 8)'),
} as const satisfies OptionTable;

export const publish: Command<typeof OPTIONS> = {
  name: 'publish',
  usage: 'FILE --to DIR|s3://BUCKET/… [--pack NAME --sign KEYFILE]',
  summary: 'Put a catalogue where others can pull it',
  details: [
    'Verifies every byte first, and replaces the object as a whole or not at all. Does nothing if the same catalogue is',
    'already there. Reads AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION and, for stores other',
    'than S3 itself, AWS_ENDPOINT_URL. Other machines run `larder pull --from s3://BUCKET/KEY`.',
    'With --pack, writes the catalogue, small updates from former versions and a signed index into a folder, which any',
    'web server can offer. Others run `larder pull --from URL --pack NAME --trust KEY` once, then `larder pull`.',
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
): Promise<void> {
  const [path, ...rest] = positionals;
  if (path === undefined || rest.length > 0) throw new UsageError('give one catalogue FILE');
  const settings = { path, userAgent: `larder/${VERSION}`, policy, environment, partBytes };
  const { pack } = values;
  const said = await showTransfer(
    console.stderr,
    'nothing was published',
    ({ transfer, build, messages }) => {
      const progress = {
        ...messages,
        onUpload: transfer.show,
        onUploadEnd: transfer.end,
        onStep: build.show,
      };
      return pack === null
        ? publishFile(values, settings, progress)
        : publishVersion({ ...values, pack }, settings, progress);
    },
  );
  console.stdout.write(`${said}\n`);
}

interface Settings {
  path: string;
  userAgent: string;
  policy: RetryPolicy;
  environment: NodeJS.ProcessEnv;
  partBytes: number | undefined;
}
type Progress = Parameters<typeof publishCatalog>[1] & Parameters<typeof publishPack>[1];
type PublishValues = Values<typeof OPTIONS>;

async function publishFile({ to: name, sign }: PublishValues, settings: Settings, progress: Progress) {
  if (sign !== null) throw new UsageError('--sign needs --pack NAME');
  if (name === null || !isObjectAddress(name)) {
    throw new UsageError('give --to s3://BUCKET/KEY, or --to DIR with --pack NAME');
  }
  const to = locateRemote('--to', name, settings.environment);
  if (to.credentials === null) {
    throw new PlainError(name, 'no keys to write with', 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  return describe(name, await publishCatalog({ ...settings, name, to }, progress));
}

async function publishVersion(
  { to, pack, sign, deltas, 'valid-days': validDays }: PublishValues & { pack: string },
  settings: Settings,
  progress: Progress,
): Promise<string> {
  if (to === null) throw new UsageError('give --to DIR or --to s3://BUCKET/PREFIX/');
  if (sign === null)
    throw new UsageError('give --sign KEYFILE: a pack is always signed (see `larder key-pair`)');
  refuseName(pack);
  refuseExposed(sign);
  const key = readSecretKey(readFileSync(sign, 'utf8'), sign);
  const store = openPackStore(to, settings, progress);
  try {
    const request = { path: settings.path, pack, key, store, validDays, deltas, nowMs: Date.now() };
    return describePack(pack, await publishPack(request, progress));
  } finally {
    store.close();
    progress.onUploadEnd();
  }
}

function refuseName(pack: string): void {
  if (isPackName(pack) && pack !== NO_PACK) return;
  throw new UsageError(
    '--pack takes a name of letters, digits, dots, hyphens and underscores, such as fr, that does not begin like index.json',
  );
}

function openPackStore(to: string, settings: Settings, progress: Progress) {
  if (!isObjectAddress(to)) {
    if (!isLocal(to)) throw new UsageError('--to takes DIR or s3://BUCKET/PREFIX/');
    return openLocalStore(to);
  }
  const name = to.endsWith('/') ? to : `${to}/`;
  locateRemote('--to', `${name}index.json`, settings.environment);
  return openObjectStore({ ...settings, name, catalog: settings.path }, progress);
}

function describePack(name: string, { pack, expires, isNewVersion }: PublishPackOutcome): string {
  const until = `valid until ${expires.slice(0, 10)}`;
  if (!isNewVersion)
    return `${name}: serial ${pack.serial} already is this catalogue; signed again, ${until}`;
  const { serial, foods, catalog, deltas } = pack;
  const updates = deltas.map(({ from, bytes }) => `  delta from serial ${from}: ${formatBytes(bytes)}`);
  const whole = `${name}: serial ${serial}, ${formatCounted(foods, 'food')}, ${formatBytes(catalog.bytes)}, ${until}`;
  return [whole, ...updates].join('\n');
}

function describe(name: string, { isChanged, foods, bytes, hash }: PublishOutcome): string {
  if (!isChanged) return `${name}: already has this catalogue; nothing to do`;
  return `${name}: ${formatCounted(foods, 'food')}, ${formatBytes(bytes)}, sha256 ${hash}`;
}
