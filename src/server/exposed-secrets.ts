import type { PlainError } from '../plain-error.ts';
import { findExposure } from '../secret-file.ts';
import type { Config } from './config.ts';

/**
 * The operator's own files with secrets that every user of this machine can read. They are used all the same: a
 * container often gives a service its secrets that way. `configFile` is null unless it holds a secret itself.
 */
export function findExposedSecrets(config: Config, configFile: string | null): PlainError[] {
  const files = [config['tls-key'], config['oidc-client-secret-file'], configFile];
  return files
    .map((path) => (path === null ? null : findExposure(path)))
    .filter((exposure) => exposure !== null);
}
