import { readFileSync } from 'node:fs';
import type { FlowRecords } from '../accounts/account-store.ts';
import { isOnThisMachine, OpenIdProvider } from '../accounts/openid.ts';
import { UsageError } from '../options.ts';
import { PlainError } from '../plain-error.ts';
import type { Config } from './config.ts';

/** The configured provider; null when there is none. It is not contacted yet. */
export function findOpenIdProvider(
  config: Config,
  flows: FlowRecords,
  onFailure: (reason: string) => void,
): OpenIdProvider | null {
  const settings = readOpenIdSettings(config);
  return settings === null ? null : new OpenIdProvider({ ...settings, flows, onFailure });
}

/** What the configuration says about the provider; null when there is none. */
export function readOpenIdSettings(config: Config) {
  const issuer = config['oidc-issuer'];
  const clientId = config['oidc-client-id'];
  if (issuer === null) {
    if (clientId !== null) throw new UsageError('--oidc-client-id needs --oidc-issuer');
    return null;
  }
  if (clientId === null) throw new UsageError('--oidc-issuer needs --oidc-client-id');
  if (clientId === '') throw new UsageError('--oidc-client-id is empty; give the client ID at the provider');
  const url = readIssuer(issuer);
  return {
    issuer: url,
    clientId,
    clientSecret: readSecret(config),
    name: config['oidc-name'] ?? url.host,
  };
}

function readIssuer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'https:' || (url !== null && isOnThisMachine(url))) return url;
  throw new UsageError(`--oidc-issuer takes an https address such as https://id.example, not '${text}'`);
}

function readSecret(config: Config): string | null {
  const path = config['oidc-client-secret-file'];
  if (path === null) return readGivenSecret(config['oidc-client-secret']);
  let secret: string;
  try {
    secret = readFileSync(path, 'utf8').trim();
  } catch {
    throw new PlainError(path, 'cannot be read', 'check the file named by --oidc-client-secret-file');
  }
  if (secret === '') throw new PlainError(path, 'is empty', 'write the secret to it');
  return secret;
}

/** An empty secret would be refused only when somebody signs in. */
function readGivenSecret(secret: string | null): string | null {
  if (secret !== '') return secret;
  throw new UsageError(
    '--oidc-client-secret is empty; give the secret, or leave it out if the provider needs none',
  );
}
