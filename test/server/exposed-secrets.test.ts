import { afterEach, beforeEach, expect, test } from 'bun:test';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStoreForServer } from '../../src/accounts/stores/choose-store.ts';
import { silentLog } from '../../src/http/log.ts';
import { parseOptions } from '../../src/options.ts';
import { SETTINGS } from '../../src/server/config.ts';
import { findExposedSecrets } from '../../src/server/exposed-secrets.ts';
import { makeSelfSigned } from '../../src/server/self-signed.ts';
import { checkTls, openTls } from '../../src/server/tls.ts';
import { temporaryFolder } from '../build/export-file.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { larder, startServer } from '../contract/server-process.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

const configOf = (...flags: string[]) => parseOptions(SETTINGS, ['--data', folder, ...flags], {}).values;
const EVERYONE = 'can be read by every user of this machine';

function write(name: string, text: string, mode: number): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

test.each([
  [0o600, false],
  [0o640, false],
  [0o660, false],
  [0o644, true],
  [0o604, true],
])('A file of the operator with mode %o is warned of: %p', (mode, isExposed) => {
  const key = write('key.pem', 'key', mode);
  const secret = write('secret', 'secret', mode);
  const file = write('larder.toml', '', mode);
  const config = configOf('--tls-key', key, '--oidc-client-secret-file', secret);
  expect(findExposedSecrets(config, file).map(({ message }) => message)).toEqual(
    isExposed ? [key, secret, file].map((path) => `${path}: ${EVERYONE}; run: chmod o= '${path}'`) : [],
  );
});

test('A file of the operator that is missing is not warned of, since it is refused', () => {
  expect(findExposedSecrets(configOf('--tls-key', join(folder, 'missing')), null)).toEqual([]);
});

test('The key of a self-signed certificate is refused when others can read it, also by `larder config`', () => {
  const config = configOf('--tls', 'self-signed');
  checkTls(config);
  openTls(config, silentLog);
  checkTls(config);
  const key = join(folder, 'tls', 'key.pem');
  chmodSync(key, 0o644);
  const message = `${key}: ${EVERYONE}; run: chmod 600 '${key}'`;
  expect(() => openTls(config, silentLog)).toThrow(message);
  expect(() => checkTls(config)).toThrow(message);
  chmodSync(key, 0o640);
  openTls(config, silentLog);
});

test('A copy of the keys is refused when others can read it', async () => {
  const copy = write('key-copy.jsonl', '', 0o644);
  const settings = { accounts: 'postgres://me@127.0.0.1:1/larder', data: folder };
  const opening = openStoreForServer(settings, { onChange() {}, onCopyFailure() {} });
  await expect(opening).rejects.toThrow(`${copy}: ${EVERYONE}; run: chmod 600 '${copy}'`);
});

test('A server and `larder config` warn of every such file, and go on', async () => {
  const pair = makeSelfSigned(['localhost'], Date.now());
  const cert = write('cert.pem', pair.cert, 0o644);
  const key = write('key.pem', pair.key, 0o644);
  const secret = '[pull]\nfrom = "https://mirror.example/catalog.db?token=x"\n';
  const config = write('larder.toml', secret, 0o644);
  const flags = ['--data', folder, '--tls-cert', cert, '--tls-key', key, '--config', config];
  const server = await startServer(['--catalog', await fixtureCatalog(), '--log-level', 'info', ...flags]);
  await server.stop();
  const exposed = server.events.filter(({ event }) => event === 'secret exposed');
  expect(exposed).toMatchObject([
    { level: 'warn', file: key, error: `${EVERYONE}; run: chmod o= '${key}'` },
    { level: 'warn', file: config },
  ]);
  const check = () => larder(['config', ...flags]);
  expect(check().stderr).toBe(
    [key, config].map((path) => `larder: warning: ${path}: ${EVERYONE}; run: chmod o= '${path}'\n`).join(''),
  );
  expect(check().status).toBe(0);
  // Without a secret, anybody may read it.
  write('larder.toml', 'port = 1\n', 0o644);
  chmodSync(key, 0o640);
  expect(check().stderr).toBe('');
});
