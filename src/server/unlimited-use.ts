import { isPrivate, urlHost } from '../host-address.ts';
import { UsageError } from '../options.ts';
import type { Config } from './config.ts';

/** Listening on these means every network of the machine, as URL writes them. */
const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '[::]', '[::ffff:0:0]']);

/** Refuses `--limits off` where strangers may reach the server: without limits, one of them could keep it busy. */
export async function checkUnlimitedUse({ limits, host }: Pick<Config, 'limits' | 'host'>): Promise<void> {
  if (limits !== 'off') return;
  const url = `http://${urlHost(host)}`;
  // What is not a host at all is reported when it is listened on.
  if (!URL.canParse(url)) return;
  const parsed = new URL(url);
  if (!ANY_ADDRESS.has(parsed.hostname) && (await isPrivate(parsed))) return;
  throw new UsageError(
    `--limits off needs a private address, which --host ${host} is not; give one, or name your own network with --trust-network`,
  );
}
