import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { listen, reopen, type TlsPair } from '../../src/http/listen.ts';
import { silentLog } from '../../src/http/log.ts';
import { parseOptions } from '../../src/options.ts';
import { SETTINGS } from '../../src/server/config.ts';
import { makeSelfSigned, namesOfThisMachine } from '../../src/server/self-signed.ts';
import { authorityOf, checkTls, fingerprintOf, openTls } from '../../src/server/tls.ts';
import { faultOfPair } from '../../src/server/tls-pair.ts';
import { temporaryFolder } from '../build/export-file.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { larder, type ServerProcess, startServer } from '../contract/server-process.ts';
import { until } from '../until.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const DAY_MS = 86_400_000;
let folder: string;
let server: ServerProcess | null = null;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await server?.stop();
  server = null;
  rmSync(folder, { recursive: true });
});

const configOf = (...flags: string[]) => parseOptions(SETTINGS, ['--data', folder, ...flags], {}).values;
const paths = () => [join(folder, 'cert.pem'), join(folder, 'key.pem')] as const;

function writePair(names: readonly string[] = ['localhost']): { cert: string; key: string } {
  const pair = makeSelfSigned(names, Date.now());
  const [cert, key] = paths();
  writeFileSync(cert, pair.cert);
  writeFileSync(key, pair.key);
  return pair;
}

const issuer = authorityOf(makeSelfSigned(['issuer'], NOW))!.toString();
/** What may follow a certificate instead of that of its issuer. */
const BROKEN_CHAINS: [what: string, rest: string][] = [
  ['half a certificate', issuer.slice(0, 300)],
  ['a certificate without its last line', issuer.slice(0, -26)],
  ['only the first line of a certificate', '-----BEGIN CERTIFICATE-----\n'],
  ['no base64', '-----BEGIN CERTIFICATE-----\ngarbage!\n-----END CERTIFICATE-----\n'],
  ['base64 of something else', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
];

/** The fingerprint of the certificate that a server shows. */
function shownBy({ origin }: ServerProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      { port: Number(origin.port), host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false },
      () => {
        resolve(socket.getPeerCertificate().fingerprint256);
        socket.destroy();
      },
    );
    socket.on('error', reject);
  });
}

describe('A self-signed certificate', () => {
  test('is valid for every name and address of this machine, and signed by an authority of its own', () => {
    const pair = makeSelfSigned(['localhost', 'pantry.local', '192.168.1.7', 'fd00::1:2'], NOW);
    const cert = new X509Certificate(pair.cert);
    const authority = authorityOf(pair)!;
    expect(cert.verify(authority.publicKey)).toBe(true);
    expect(cert.checkIssued(authority)).toBe(true);
    expect(authority.ca).toBe(true);
    expect(authority.verify(authority.publicKey)).toBe(true);
    expect(authority.checkPrivateKey(createPrivateKey(pair.key))).toBe(false);
    expect(faultOfPair(pair, 'cert.pem', 'key.pem')).toBeNull();
    expect(cert.checkHost('pantry.local')).toBe('pantry.local');
    expect(cert.checkHost('other.local')).toBeUndefined();
    expect(cert.checkIP('192.168.1.7')).toBe('192.168.1.7');
    expect(cert.checkIP('fd00::1:2')).toBe('fd00::1:2');
    expect(cert.ca).toBe(false);
    expect(Date.parse(cert.validTo)).toBe(NOW + 825 * DAY_MS);
    expect(namesOfThisMachine('0.0.0.0')).toContain('127.0.0.1');
  });

  test('is kept in the data directory, for its owner only, until it is about to expire', () => {
    const open = (nowMs: number) => openTls(configOf('--tls', 'self-signed'), silentLog, () => nowMs)!;
    const first = fingerprintOf(open(NOW).pair);
    expect(statSync(join(folder, 'tls', 'key.pem')).mode & 0o777).toBe(0o600);
    expect(fingerprintOf(open(NOW + 790 * DAY_MS).pair)).toBe(first);
    expect(fingerprintOf(open(NOW + 800 * DAY_MS).pair)).not.toBe(first);
  });

  test.each([
    ['a damaged key', 'key.pem', 'nonsense', 'key.pem: '],
    ['the key of another', 'key.pem', makeSelfSigned(['x'], NOW).key, 'is not a certificate for the key'],
    ['a damaged certificate', 'cert.pem', issuer.slice(0, 300), 'cert.pem: '],
    ['no key', 'key.pem', null, 'key.pem: cannot be read (ENOENT)'],
  ])('is not replaced without a word where there is %s', (_, name, text, reason) => {
    const events: [name: string, fields: Record<string, string | number>][] = [];
    const log = { ...silentLog, event: (...event: (typeof events)[number]) => void events.push(event) };
    const open = () => openTls(configOf('--tls', 'self-signed'), log, () => NOW)!;
    open();
    expect(events).toEqual([]);
    const file = join(folder, 'tls', name);
    rmSync(file);
    if (text !== null) writeFileSync(file, text, { mode: 0o600 });
    const sha256 = fingerprintOf(open().pair);
    const error = expect.stringContaining(reason);
    expect(events).toEqual([['certificate replaced', { error, sha256 }]]);
    open();
    expect(events).toHaveLength(1);
  });
});

test('A data directory that cannot hold the certificate is named', () => {
  writeFileSync(join(folder, 'tls'), 'in the way');
  expect(() => openTls(configOf('--tls', 'self-signed'), silentLog)).toThrow(
    /tls: cannot be written \(E\w+\); name another/,
  );
});

describe('A certificate', () => {
  test('is refused at start when it cannot be used', () => {
    const [cert, key] = paths();
    const open = (...flags: string[]) => openTls(configOf(...flags), silentLog);
    expect(open()).toBeNull();
    expect(() => open('--tls-cert', cert)).toThrow('--tls-cert and --tls-key belong together');
    expect(() => open('--tls-cert', cert, '--tls-key', key)).toThrow('cannot be read (ENOENT)');
    writePair();
    writeFileSync(key, makeSelfSigned(['x'], NOW).key);
    expect(() => open('--tls-cert', cert, '--tls-key', key)).toThrow('is not a certificate for the key');
    expect(() => open('--tls-cert', cert, '--tls-key', key, '--tls', 'self-signed')).toThrow('not both');
  });

  test.each(BROKEN_CHAINS)('is refused by a server and by `larder config` when %s follows it', (_, rest) => {
    const pair = writePair();
    const [cert, key] = paths();
    writeFileSync(cert, pair.cert + rest);
    const config = configOf('--tls-cert', cert, '--tls-key', key);
    const message = `${cert}: certificate 3 of the chain cannot be read; write the whole chain again`;
    expect(() => openTls(config, silentLog)).toThrow(message);
    expect(() => checkTls(config)).toThrow(message);
  });

  test('is used with the certificates of its issuers, and with text between them', () => {
    const pair = writePair();
    const [cert, key] = paths();
    writeFileSync(cert, `subject=localhost\r\n${pair.cert}` + `issuer\n${issuer}\n`);
    expect(openTls(configOf('--tls-cert', cert, '--tls-key', key), silentLog)).not.toBeNull();
  });

  test.each([
    ['no key', 'nothing', 'has no usable private key'],
    ['a key with a passphrase', lockedKey(), 'is protected by a passphrase'],
  ])('is refused when its key file has %s', (_, text, message) => {
    writePair();
    const [cert, key] = paths();
    writeFileSync(key, text);
    expect(() => openTls(configOf('--tls-cert', cert, '--tls-key', key), silentLog)).toThrow(
      `${key}: ${message}`,
    );
  });

  test('is refused when its file holds none in PEM format', () => {
    writePair();
    const [cert, key] = paths();
    writeFileSync(cert, 'half a certificate');
    expect(() => openTls(configOf('--tls-cert', cert, '--tls-key', key), silentLog)).toThrow(
      `${cert}: has no certificate in PEM format`,
    );
  });
});

function lockedKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
    .toString();
}

test('A renewed certificate that cannot be listened with leaves the old one in use', () => {
  writePair();
  const [cert, key] = paths();
  const events: Record<string, unknown>[] = [];
  const log = {
    ...silentLog,
    event: (event: string, fields: object) => void events.push({ event, ...fields }),
  };
  const stop = openTls(configOf('--tls-cert', cert, '--tls-key', key), silentLog)!.follow(log, () => {
    throw new Error('no room');
  });
  writePair(['renewed.example']);
  process.emit('SIGHUP');
  process.emit('SIGHUP');
  expect(events).toEqual([{ event: 'certificate refused', error: 'no room' }]);
  stop();
});

test('A listener that cannot be replaced is opened again as it was', async () => {
  const former = makeSelfSigned(['localhost'], Date.now());
  const open = (port: number, tls: TlsPair) =>
    listen(() => new Response('still here'), { host: '127.0.0.1', port, tls });
  const first = open(0, former);
  const { port } = first;
  const pair = { cert: 'no certificate', key: former.key };
  const { server, error } = reopen(first, { open, pair, former, drainMs: 1000 });
  expect(String(error)).toContain('NO_START_LINE');
  const answer = await fetch(`https://127.0.0.1:${port}/`, { tls: { rejectUnauthorized: false } });
  expect(await answer.text()).toBe('still here');
  await server.stop(true);
});

test('A renewed certificate is taken up on SIGHUP at once', () => {
  writePair();
  const [cert, key] = paths();
  const shown: string[] = [];
  const stop = openTls(configOf('--tls-cert', cert, '--tls-key', key), silentLog)!.follow(silentLog, (pair) =>
    shown.push(pair.cert),
  );
  const renewed = writePair(['renewed.example']);
  process.emit('SIGHUP');
  expect(shown).toEqual([renewed.cert]);
  stop();
  writePair();
  process.emit('SIGHUP');
  expect(shown).toEqual([renewed.cert]);
});

describe('larder serve', () => {
  const serve = async (...flags: string[]) => {
    server = await startServer([
      '--catalog',
      await fixtureCatalog(),
      '--accounts',
      join(folder, 'accounts.db'),
      '--data',
      folder,
      ...flags,
    ]);
    return server;
  };

  test('serves https by itself, prints the fingerprint, and is healthy', async () => {
    const running = await serve('--tls', 'self-signed');
    expect(running.origin.protocol).toBe('https:');
    const ca = readFileSync(join(folder, 'tls', 'cert.pem'), 'utf8');
    const answer = await fetch(new URL('/health', running.origin), { tls: { ca } });
    expect(answer.status).toBe(200);
    const robots = await fetch(new URL('/robots.txt', running.origin), { tls: { ca } });
    expect(await robots.text()).toContain(`Sitemap: ${running.origin.origin}/sitemap.xml`);
    const strange = await fetch(new URL('/food/x%2Fy', running.origin), { tls: { ca } });
    expect(strange.status).toBe(422);
    const listening = running.events.find(({ event }) => event === 'listening');
    expect(listening?.certificate_sha256).toBe(new X509Certificate(ca).fingerprint256);
    expect(larder(['health', '--url', running.origin.href]).status).toBe(0);
  });

  test('tells browsers to use nothing but https, also without a public address, and sets no cookie for http', async () => {
    const running = await serve('--tls', 'self-signed');
    const tls = { ca: readFileSync(join(folder, 'tls', 'cert.pem'), 'utf8') };
    const answer = await fetch(new URL('/health', running.origin), { tls });
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const chosen = await fetch(new URL('/language', running.origin), {
      tls,
      method: 'POST',
      body: new URLSearchParams({ lang: 'de', back: '/' }),
      redirect: 'manual',
    });
    expect(chosen.headers.get('set-cookie')).toMatch(/^larder-language=de;.* Secure;/);
  });

  test('is trusted by whoever has installed the authority that it offers', async () => {
    const running = await serve('--tls', 'self-signed');
    const get = (path: string, tls: object) => fetch(new URL(path, running.origin), { tls });
    const page = await (await get('/phone', { rejectUnauthorized: false })).text();
    expect(page).toContain('href="/larder.crt"');
    const offered = await get('/larder.crt', { rejectUnauthorized: false });
    expect(offered.headers.get('content-type')).toBe('application/x-x509-ca-cert');
    const authority = new X509Certificate(new Uint8Array(await offered.arrayBuffer()));
    expect(page).toContain(authority.fingerprint256);
    expect(running.events.find(({ event }) => event === 'listening')).toMatchObject({
      authority_sha256: authority.fingerprint256,
    });
    expect((await get('/health', { ca: authority.toString() })).status).toBe(200);
    await expect(get('/health', { ca: issuer })).rejects.toThrow();
  });

  test('takes up a renewed certificate without a restart, and no broken one', async () => {
    const kept = writePair();
    const [cert, key] = paths();
    const running = await serve('--tls-cert', cert, '--tls-key', key);
    const before = await shownBy(running);
    writeFileSync(cert, 'half a certificate');
    // Saves a wait of ten seconds; the other one stays.
    process.kill(running.pid, 'SIGHUP');
    await running.logged('certificate refused');
    expect(await shownBy(running)).toBe(before);
    for (const [count, [, rest]] of BROKEN_CHAINS.entries()) {
      writeFileSync(cert, kept.cert + rest);
      process.kill(running.pid, 'SIGHUP');
      const refusals = () => running.events.filter(({ event }) => event === 'certificate refused').length;
      await until(() => refusals() === count + 2);
      expect(await shownBy(running)).toBe(before);
    }
    const renewed = writePair(['localhost', 'renewed.example']);
    await running.logged('certificate renewed');
    expect(await shownBy(running)).toBe(new X509Certificate(renewed.cert).fingerprint256);
    const tls = { ca: renewed.cert, serverName: 'localhost' };
    expect((await fetch(new URL('/health', running.origin), { tls })).status).toBe(200);
  });
});
