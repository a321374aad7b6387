import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { PlainError } from '../../src/plain-error.ts';
import { replaceJson, SUBSCRIPTION_NAME } from '../pull/pull-record.ts';
import { parseJson } from '../raw/json.ts';

/** Which pack a data directory follows, so that later `larder pull` needs no flags. */
const Subscription = Type.Object({
  /** An address without user and password, or a folder. */
  from: Type.String(),
  pack: Type.String(),
  /** The public key of the publisher, as text. */
  key: Type.String(),
  /** The versions that are or were in place, the newest first. */
  installed: Type.Array(Type.Object({ serial: Type.Integer(), content_sha256: Type.String() })),
});
export type Subscription = Static<typeof Subscription>;

/** Null if there is none. A damaged one is an error: without it, a pull would download something else entirely. */
export function findSubscription(folder: string): Subscription | null {
  const path = join(folder, SUBSCRIPTION_NAME);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const subscription = parseJson(text);
  if (Value.Check(Subscription, subscription)) return subscription;
  throw new PlainError(path, 'is damaged', 'remove it, and give --from, --pack and --trust again');
}

export function writeSubscription(folder: string, subscription: Subscription): void {
  replaceJson(join(folder, SUBSCRIPTION_NAME), subscription);
}

export function endSubscription(folder: string): void {
  rmSync(join(folder, SUBSCRIPTION_NAME), { force: true });
}
