import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { silentLog } from '../../src/http/log.ts';
import { parseOptions } from '../../src/options.ts';
import { SETTINGS } from '../../src/server/config.ts';
import { isPair, makeSelfSigned, namesOfThisMachine } from '../../src/server/self-signed.ts';
import { fingerprintOf, openTls } from '../../src/server/tls.ts';
import { temporaryFolder } from '../build/export-file.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { LARDER, type ServerProcess, startServer } from '../contract/server-process.ts';

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
  test('is valid for every name and address of this machine, and signed by its own key', () => {
    const pair = makeSelfSigned(['localhost', 'pantry.local', '192.168.1.7', 'fd00::1:2'], NOW);
    const cert = new X509Certificate(pair.cert);
    expect(cert.verify(cert.publicKey)).toBe(true);
    expect(isPair(pair)).toBe(true);
    expect(isPair({ cert: pair.cert, key: makeSelfSigned(['x'], NOW).key })).toBe(false);
    expect(cert.checkHost('pantry.local')).toBe('pantry.local');
    expect(cert.checkHost('other.local')).toBeUndefined();
    expect(cert.checkIP('192.168.1.7')).toBe('192.168.1.7');
    expect(cert.checkIP('fd00::1:2')).toBe('fd00::1:2');
    expect(cert.ca).toBe(false);
    expect(Date.parse(cert.validTo)).toBe(NOW + 825 * DAY_MS);
    expect(namesOfThisMachine('0.0.0.0')).toContain('127.0.0.1');
  });

  test('is kept in the data directory, for its owner only, until it is about to expire', () => {
    const open = (nowMs: number) => openTls(configOf('--tls', 'self-signed'), () => nowMs)!;
    const first = fingerprintOf(open(NOW).pair);
    expect(statSync(join(folder, 'tls', 'key.pem')).mode & 0o777).toBe(0o600);
    expect(fingerprintOf(open(NOW + 790 * DAY_MS).pair)).toBe(first);
    expect(fingerprintOf(open(NOW + 800 * DAY_MS).pair)).not.toBe(first);
  });
});

test('A data directory that cannot hold the certificate is named', () => {
  writeFileSync(join(folder, 'tls'), 'in the way');
  expect(() => openTls(configOf('--tls', 'self-signed'))).toThrow(
    /tls: cannot be written \(E\w+\); name another/,
  );
});

describe('A certificate', () => {
  test('is refused at start when it cannot be used', () => {
    const [cert, key] = paths();
    const open = (...flags: string[]) => openTls(configOf(...flags));
    expect(open()).toBeNull();
    expect(() => open('--tls-cert', cert)).toThrow('--tls-cert and --tls-key belong together');
    expect(() => open('--tls-cert', cert, '--tls-key', key)).toThrow('cannot be read (ENOENT)');
    writePair();
    writeFileSync(key, makeSelfSigned(['x'], NOW).key);
    expect(() => open('--tls-cert', cert, '--tls-key', key)).toThrow('is not a certificate for the key');
    expect(() => open('--tls-cert', cert, '--tls-key', key, '--tls', 'self-signed')).toThrow('not both');
  });
});

test('A renewed certificate is taken up on SIGHUP at once', () => {
  writePair();
  const [cert, key] = paths();
  const shown: string[] = [];
  const stop = openTls(configOf('--tls-cert', cert, '--tls-key', key))!.follow(silentLog, (pair) =>
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
    const [program = '', ...first] = LARDER;
    expect(spawnSync(program, [...first, 'health', '--url', running.origin.href]).status).toBe(0);
  });

  test('takes up a renewed certificate without a restart, and no broken one', async () => {
    writePair();
    const [cert, key] = paths();
    const running = await serve('--tls-cert', cert, '--tls-key', key);
    const before = await shownBy(running);
    writeFileSync(cert, 'half a certificate');
    // Saves a wait of ten seconds; the other one stays.
    process.kill(running.pid, 'SIGHUP');
    const hasLogged = async (name: string) => {
      while (!running.events.some(({ event }) => event === name)) await Bun.sleep(100);
    };
    await hasLogged('certificate refused');
    expect(await shownBy(running)).toBe(before);
    const renewed = writePair(['localhost', 'renewed.example']);
    await hasLogged('certificate renewed');
    expect(await shownBy(running)).toBe(new X509Certificate(renewed.cert).fingerprint256);
    const tls = { ca: renewed.cert, serverName: 'localhost' };
    expect((await fetch(new URL('/health', running.origin), { tls })).status).toBe(200);
  });
});
