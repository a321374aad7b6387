import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { TlsPair } from '../http/listen.ts';
import { PlainError } from '../plain-error.ts';

const FIRST_LINE = /^-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/m;

/**
 * What keeps a server from using a certificate with its key; null if nothing does. A listener would find out too, but
 * only after the one before it has been closed.
 */
export function faultOfPair(pair: TlsPair, certPath: string, keyPath: string): PlainError | null {
  return (
    faultOfChain(pair.cert, certPath) ?? faultOfKey(pair.key, keyPath) ?? faultOfBoth(pair, certPath, keyPath)
  );
}

/** The first certificate is the server's own; those of its issuers follow. */
function faultOfChain(text: string, path: string): PlainError | null {
  if (!FIRST_LINE.test(text))
    return new PlainError(path, 'has no certificate in PEM format', 'check the file named by --tls-cert');
  const certificates = text
    .split(new RegExp(`(?=${FIRST_LINE.source})`, 'm'))
    .filter((part) => FIRST_LINE.test(part));
  const broken = certificates.findIndex((each) => codeOfFailure(() => new X509Certificate(each)) !== null);
  if (broken === -1) return null;
  return new PlainError(
    path,
    `certificate ${broken + 1} of the chain cannot be read`,
    'write the whole chain again',
  );
}

function faultOfKey(text: string, path: string): PlainError | null {
  const code = codeOfFailure(() => createPrivateKey(text));
  if (code === null) return null;
  if (code === 'ERR_MISSING_PASSPHRASE')
    return new PlainError(path, 'is protected by a passphrase', 'name a key without one, by --tls-key');
  return new PlainError(path, 'has no usable private key', 'check the file named by --tls-key');
}

function faultOfBoth({ cert, key }: TlsPair, certPath: string, keyPath: string): PlainError | null {
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    return new PlainError(
      certPath,
      `is not a certificate for the key in ${keyPath}`,
      'name two files that belong together',
    );
  const code = codeOfFailure(() => createSecureContext({ cert, key }));
  return code === null ? null : new PlainError(certPath, `cannot be used (${code})`, 'write the file again');
}

/** Null if there was no failure. */
function codeOfFailure(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
