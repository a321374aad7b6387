import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { MAX_MINISIGN_BYTES, type PublicKey, readPublicKey } from '../../build/pack/minisign.ts';
import type { PackAddress } from '../../build/pack/pull-pack.ts';
import { requireLocal } from '../../build/pull/folder.ts';
import { isObjectAddress } from '../../build/pull/object-address.ts';
import { isLocal } from '../../build/pull/plan-download.ts';
import { UsageError } from '../options.ts';
import { PlainError } from '../plain-error.ts';
import { locateRemote } from './remote-address.ts';

/** `larder pull --pack none` ends a subscription, so no pack has this name. */
export const NO_PACK = 'none';

/** The folder of packs that `--from` names: by itself, or by the index in it. */
export function locatePacks(text: string, environment: NodeJS.ProcessEnv): PackAddress {
  const folder = text.replace(/(^|\/)index\.json$/, '$1');
  if (isLocal(text)) {
    const from = resolve(folder);
    if (!requireLocal(from).isDirectory())
      throw new PlainError(text, 'is not a folder of packs', 'check --from');
    return { from, base: null, credentials: null };
  }
  const named = folder.endsWith('/') ? folder : `${folder}/`;
  if (URL.parse(named)?.search && !isObjectAddress(text)) {
    throw new UsageError('--from takes the address of a folder, without a query');
  }
  const { address, credentials } = locateRemote('--from', `${named}index.json`, environment);
  // The address of an object depends on the environment; its name does not.
  const from = isObjectAddress(text) ? named : address.slice(0, -'index.json'.length);
  return { from, base: address, credentials };
}

/** A public key, given as a file or as its text. */
export function readTrust(trust: string): PublicKey {
  if (!existsSync(trust)) return readPublicKey(trust, '--trust');
  const { size } = statSync(trust);
  return readPublicKey(size > MAX_MINISIGN_BYTES ? '' : readFileSync(trust, 'utf8'), trust);
}
