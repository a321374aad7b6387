import { createReadStream, createWriteStream, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FetchError } from '../pull/fetch-error.ts';
import { refuseStatus } from '../pull/http.ts';
import { checkHash, type PublishedHash, readSmallBody, WrongHash } from '../pull/published-hash.ts';
import type { Session } from '../pull/session.ts';
import { fetchWhole, refuseWebPage, TAMPERED, WrongContent } from '../pull/whole-file.ts';

/** A file as the signed index describes it. */
export interface SignedFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** A folder of packs to read from: on this machine, on a web server or in an object store. */
export interface PackSource {
  /** A file of the folder, for messages. */
  nameOf(path: string): string;
  /** A small file with the tag of its version; null if there is none. Throws if it is longer than expected. */
  readSmall(path: string, maxBytes: number): Promise<{ bytes: Buffer; tag: string | null } | null>;
  /**
   * Gets a file and checks it. No more is written than the index says; what arrived of a download is kept, and resumed by
   * the next call.
   */
  fetch(file: SignedFile, to: string): Promise<void>;
  /** Waits a moment, for a publisher to finish. */
  pause(): Promise<void>;
}

const SIGNED_BY = 'the signed index';
const PAUSE_MS = 1000;

/** A folder of this machine, such as a stick. */
export function openLocalSource(
  folder: string,
  sleep: (ms: number) => Promise<void> = Bun.sleep,
): PackSource {
  const nameOf = (path: string) => join(folder, path);
  return {
    nameOf,
    async readSmall(path, maxBytes) {
      const found = statSync(nameOf(path), { throwIfNoEntry: false });
      if (found === undefined) return null;
      if (!found.isFile() || found.size > maxBytes) throw tooLarge(nameOf(path), maxBytes);
      return { bytes: readFileSync(nameOf(path)), tag: null };
    },
    async fetch(file, to) {
      const from = nameOf(file.path);
      const found = statSync(from, { throwIfNoEntry: false });
      if (!found?.isFile()) throw new FetchError(from, 'no such file', 'copy the whole folder of packs');
      if (found.size !== file.bytes) {
        throw new WrongHash(from, `has ${found.size} bytes, not the ${file.bytes} of ${SIGNED_BY}`, TAMPERED);
      }
      // The file may grow meanwhile, and must not be written beyond its signed size.
      const bytes = createReadStream(from, { end: Math.max(0, file.bytes - 1) });
      await pipeline(bytes, createWriteStream(to));
      await checkOrRemove(to, from, file);
    },
    pause: () => sleep(PAUSE_MS),
  };
}

async function checkOrRemove(path: string, from: string, file: SignedFile): Promise<void> {
  try {
    await checkHash(path, from, hashOf(file), () => {});
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

function hashOf({ sha256 }: SignedFile): PublishedHash {
  return { algorithm: 'sha256', hex: sha256, source: SIGNED_BY };
}

/** A folder of a web server or an object store, by the address of a file in it. */
export function openRemoteSource(
  session: Session,
  base: string,
  requireRoom: (bytes: number) => void,
  signal: AbortSignal = new AbortController().signal,
): PackSource {
  const urlOf = (path: string) => new URL(path, base).href;
  return {
    nameOf: urlOf,
    readSmall: (path, maxBytes) =>
      session.withRetries(urlOf(path), async () => {
        const url = urlOf(path);
        const response = await session.http.get(url, { 'cache-control': 'no-cache' });
        if (response.status === 404 || response.status === 410) {
          response.drop();
          return null;
        }
        if (response.status !== 200) {
          response.drop();
          return refuseStatus(url, response);
        }
        const bytes = await readSmallBody(response, maxBytes);
        if (bytes === null) throw tooLarge(url, maxBytes);
        return { bytes, tag: response.headers.get('etag') };
      }),
    async fetch(file, to) {
      const url = urlOf(file.path);
      session.name = file.path;
      const known = { bytes: file.bytes, hash: hashOf(file) };
      const content = { refuseHead: refuseWebPage, hasOwnHash: true, known };
      await fetchWhole(session, url, to, null, ({ bytesMissing }) => requireRoom(bytesMissing), content);
    },
    pause: () => session.policy.sleep(PAUSE_MS, signal),
  };
}

function tooLarge(where: string, maxBytes: number): WrongContent {
  return new WrongContent(where, `is larger than ${maxBytes} bytes, or not a file`, 'check --from');
}
