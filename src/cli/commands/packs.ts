import {
  findSignedIndex,
  findUnverifiedIndex,
  noIndex,
  type PackIndex,
} from '../../../build/pack/pack-index.ts';
import { openLocalSource, openRemoteSource, type PackSource } from '../../../build/pack/pack-source.ts';
import type { PackAddress } from '../../../build/pack/pull-pack.ts';
import { findSubscription, type Subscription } from '../../../build/pack/subscription.ts';
import { catalogVersionsIn } from '../../../build/pull/catalog-versions.ts';
import { findCatalog } from '../../../build/pull/pull.ts';
import { RETRY_POLICY, type RetryPolicy, Session } from '../../../build/pull/session.ts';
import { untilStopped } from '../../../build/pull/stop-signals.ts';
import { formatCount } from '../../counts.ts';
import { dataDirectory } from '../../data-directory.ts';
import { flag, type OptionTable, text, UsageError, type Values } from '../../options.ts';
import { VERSION } from '../../version.ts';
import type { Command, Console } from '../command.ts';
import { formatBytes, formatSeconds } from '../format.ts';
import { locatePacks, readTrust } from '../pack-address.ts';
import { renderTable } from '../table.ts';

const OPTIONS = {
  from: text('URL|DIR', 'the folder of packs; without it, the one that `larder pull` follows'),
  trust: text('KEY|FILE', 'the public key of the publisher, to check the list'),
  json: flag('print JSON'),
  data: text('DIR', 'the data directory, to know which delta is needed'),
} as const satisfies OptionTable;

export const packs: Command<typeof OPTIONS> = {
  name: 'packs',
  usage: '[--from URL|DIR] [--trust KEY]',
  summary: 'List the packs that somebody publishes',
  details: ['Shows what each pack holds, how large it is, and how much of it a pull would download now.'],
  options: OPTIONS,
  run({ values }, console) {
    return runPacks(values, console, RETRY_POLICY);
  },
};

/** The retry policy is a parameter so that tests need not wait. */
export async function runPacks(
  values: Values<typeof OPTIONS>,
  { stdout, stderr }: Console,
  policy: RetryPolicy,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const versions = catalogVersionsIn(dataDirectory(values.data));
  const subscription = findSubscription(versions.folder);
  const from = values.from ?? subscription?.from;
  if (from === undefined) throw new UsageError('give --from URL|DIR');
  const address = locatePacks(from, environment);
  const known = subscription?.from === address.from ? subscription.key : null;
  const trust = values.trust ?? known;
  const index = await readPacks(address, trust, policy, (line) => stderr.write(`${line}\n`));
  if (trust === null) stderr.write('the signature was not checked; --trust KEY does\n');
  if (Date.parse(index.expires) <= Date.now()) stderr.write(`this list expired on ${index.expires}\n`);
  const current = findCatalog(versions.current)?.contentHash ?? null;
  const rows = listPacks(index, (name) => installedSerial(subscription, name, current));
  if (values.json) stdout.write(`${JSON.stringify(rows)}\n`);
  else stdout.write(`${renderPacks(rows)}\n`);
}

function readPacks(
  { from, base, credentials }: PackAddress,
  trust: string | null,
  policy: RetryPolicy,
  say: (line: string) => void,
): Promise<PackIndex> {
  const key = trust === null ? null : readTrust(trust);
  return untilStopped(async (signal) => {
    const session = new Session({
      userAgent: `larder/${VERSION}`,
      policy,
      signal,
      credentials,
      onDownload() {},
      onWait: (what, waitMs) => say(`${what}; retrying in ${formatSeconds(waitMs / 1000)}`),
    });
    const source: PackSource =
      base === null
        ? openLocalSource(from, (ms) => policy.sleep(ms, signal))
        : openRemoteSource(session, base, () => {}, signal);
    const index =
      key === null
        ? await findUnverifiedIndex(source)
        : ((await findSignedIndex(source, key))?.index ?? null);
    if (index === null) throw noIndex(source);
    return index;
  });
}

function installedSerial(
  subscription: Subscription | null,
  pack: string,
  current: string | null,
): number | null {
  if (subscription?.pack !== pack) return null;
  return subscription.installed.find((version) => version.content_sha256 === current)?.serial ?? null;
}

interface PackRow {
  name: string;
  serial: number;
  created: string;
  foods: number;
  bytes: number;
  /** What a pull would download instead of the whole; null if there is no delta for what is in place. */
  delta_bytes: number | null;
  /** The serial that is in place. */
  installed: number | null;
  licence: string;
}

function listPacks({ packs }: PackIndex, installedOf: (name: string) => number | null): PackRow[] {
  return Object.entries(packs).map(([name, { serial, created, foods, catalog, deltas, licence }]) => {
    const installed = installedOf(name);
    const delta = deltas.find(({ from, bytes }) => from === installed && bytes < catalog.bytes);
    const delta_bytes = installed === serial ? 0 : (delta?.bytes ?? null);
    return { name, serial, created, foods, bytes: catalog.bytes, delta_bytes, installed, licence };
  });
}

function renderPacks(rows: readonly PackRow[]): string {
  if (rows.length === 0) return 'no packs';
  const cells = rows.map(({ name, serial, created, foods, bytes, delta_bytes, installed }) => [
    name,
    String(serial),
    created.slice(0, 10),
    formatCount(foods),
    formatBytes(bytes),
    installed === serial ? 'in place' : delta_bytes === null ? '' : formatBytes(delta_bytes),
  ]);
  return renderTable(
    [['pack', 'serial', 'date', 'foods', 'whole', 'delta'], ...cells],
    ['left', 'right', 'left', 'right', 'right', 'right'],
  );
}
