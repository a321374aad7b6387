import { X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataDirectory } from '../data-directory.ts';
import type { TlsPair } from '../http/listen.ts';
import type { Log } from '../http/log.ts';
import { UsageError } from '../options.ts';
import { PlainError } from '../plain-error.ts';
import { refuseExposed } from '../secret-file.ts';
import type { Config } from './config.ts';
import { faultOfPair } from './tls-pair.ts';

/** The certificate that a server shows, and the key that belongs to it. */
export interface Tls {
  readonly pair: TlsPair;
  /**
   * Looks for a renewed certificate every ten seconds, and immediately on SIGHUP; returns what stops that. If
   * `onRenewed` throws, the old one stays in use.
   */
  follow(log: Log, onRenewed: (pair: TlsPair) => void): () => void;
}

/** A renewed certificate is in use within 15 seconds. */
const CHECK_EVERY_MS = 10_000;
/** A self-signed certificate is replaced when it has less than this left. */
const RENEWED_BEFORE_MS = 30 * 86_400_000;

/** Loaded once in two years. */
const selfSigned = () => require('./self-signed.ts') as typeof import('./self-signed.ts');

/** Null when the server speaks plain http. */
export function openTls(config: Config, log: Log, nowMs: () => number = Date.now): Tls | null {
  const files = namedFiles(config);
  if (files !== null) return openFiles(...files);
  return config.tls === 'self-signed' ? openFiles(...ensureSelfSigned(config, log, nowMs())) : null;
}

/** Fails if the named certificate cannot be used. */
export function checkTls(config: Config): void {
  const files = namedFiles(config);
  if (files !== null) readMatchingPair(...files);
  else if (config.tls === 'self-signed') refuseExposed(selfSignedPaths(config)[1]);
}

/** Null if no certificate is named. */
function namedFiles({ 'tls-cert': cert, 'tls-key': key, tls }: Config): [cert: string, key: string] | null {
  if (cert === null && key === null) return null;
  if (tls === 'self-signed') throw new UsageError('give --tls self-signed, or a certificate, not both');
  if (cert === null || key === null) throw new UsageError('--tls-cert and --tls-key belong together');
  return [cert, key];
}

/** The authority that signed a self-signed certificate, as people install it; null where there is none. */
export function authorityOf({ cert }: TlsPair): X509Certificate | null {
  const root = cert.slice(cert.lastIndexOf('-----BEGIN'));
  return root === cert ? null : new X509Certificate(root);
}

/** What people compare with what their browser shows. */
export function fingerprintOf({ cert }: TlsPair): string {
  return new X509Certificate(cert).fingerprint256;
}

function openFiles(certPath: string, keyPath: string): Tls {
  const pair = readMatchingPair(certPath, keyPath);
  return {
    pair,
    follow(log, onRenewed) {
      let used = pair;
      let refused: string | null = null;
      const look = () => {
        const found = tryRead(certPath, keyPath);
        if (found === null || (found.cert === used.cert && found.key === used.key)) return;
        // One of the two files may be written a moment after the other; the next look decides.
        if (found.cert + found.key === refused) return;
        try {
          take(found);
        } catch (error) {
          refused = found.cert + found.key;
          log.event('certificate refused', { error: (error as Error).message });
        }
      };
      const take = (found: TlsPair) => {
        refuseFaulty(found, certPath, keyPath);
        onRenewed(found);
        used = found;
        log.event('certificate renewed', { sha256: fingerprintOf(found) });
      };
      const timer = setInterval(look, CHECK_EVERY_MS);
      timer.unref();
      process.on('SIGHUP', look);
      return () => {
        clearInterval(timer);
        process.off('SIGHUP', look);
      };
    },
  };
}

function readMatchingPair(certPath: string, keyPath: string): TlsPair {
  const pair = readPair(certPath, keyPath);
  refuseFaulty(pair, certPath, keyPath);
  return pair;
}

function refuseFaulty(pair: TlsPair, certPath: string, keyPath: string): void {
  const fault = faultOfPair(pair, certPath, keyPath);
  if (fault !== null) throw fault;
}

function readPair(certPath: string, keyPath: string): TlsPair {
  const read = (path: string, flag: string) => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new PlainError(path, `cannot be read (${code})`, `check the file named by ${flag}`);
    }
  };
  return { cert: read(certPath, '--tls-cert'), key: read(keyPath, '--tls-key') };
}

/** Null while a file is being replaced. */
function tryRead(certPath: string, keyPath: string): TlsPair | null {
  try {
    return readPair(certPath, keyPath);
  } catch {
    return null;
  }
}

/** Kept in the data directory, so that people who accepted the certificate once are not asked again. */
function ensureSelfSigned(config: Config, log: Log, nowMs: number): [certPath: string, keyPath: string] {
  const paths = selfSignedPaths(config);
  const folder = dirname(paths[0]);
  refuseExposed(paths[1]);
  const fault = faultOfKept(paths, nowMs);
  if (fault === null) return paths;
  const isFirst = !paths.some((path) => existsSync(path));
  const { makeSelfSigned, namesOfThisMachine } = selfSigned();
  const { cert, key } = makeSelfSigned(namesOfThisMachine(config.host), nowMs);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writePrivately(paths[1], key);
    writePrivately(paths[0], cert);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new PlainError(folder, `cannot be written (${code})`, 'name another directory with --data');
  }
  if (!isFirst) log.event('certificate replaced', { error: fault, sha256: fingerprintOf({ cert, key }) });
  return paths;
}

/** Why the pair that was kept cannot be used any longer; null if it can. */
function faultOfKept([certPath, keyPath]: [certPath: string, keyPath: string], nowMs: number): string | null {
  try {
    const kept = readMatchingPair(certPath, keyPath);
    const endsMs = Date.parse(new X509Certificate(kept.cert).validTo);
    return endsMs - nowMs > RENEWED_BEFORE_MS ? null : `${certPath}: about to expire`;
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    // What to do about it is done here.
    return `${error.where}: ${error.what}`;
  }
}

function selfSignedPaths({ data }: Config): [certPath: string, keyPath: string] {
  const folder = join(dataDirectory(data), 'tls');
  return [join(folder, 'cert.pem'), join(folder, 'key.pem')];
}

function writePrivately(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  chmodSync(`${path}.new`, 0o600);
  renameSync(`${path}.new`, path);
}
