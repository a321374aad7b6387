import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { PlainError } from '../../src/plain-error.ts';
import { syncToDisk } from '../../src/system.ts';
import { type Address, refuseStatus } from '../pull/http.ts';
import { locateObject } from '../pull/object-address.ts';
import { openSource, type UploadProgress, uploadFile } from '../pull/object-upload.ts';
import { readSmallText } from '../pull/published-hash.ts';
import { takePullLock } from '../pull/pull-lock.ts';
import { type RetryPolicy, Session } from '../pull/session.ts';
import { untilStopped } from '../pull/stop-signals.ts';
import { openLocalSource, openRemoteSource, type PackSource } from './pack-source.ts';

/** A folder of packs to publish to: on this machine or in an object store. */
export interface PackStore extends PackSource {
  /** Where files are made before they are put into the store. It is empty at first, and removed in the end. */
  readonly scratch: string;
  /** The names of the files of a pack. */
  list(pack: string): Promise<string[]>;
  /**
   * Moves a file into the store, where it appears as a whole or not at all. `replaces` is the tag of the version to be
   * replaced, or null if there was none; if somebody else has put another one there, nothing is changed.
   */
  put(file: string, sha256: string, path: string, replaces?: string | null): Promise<void>;
  remove(path: string): Promise<void>;
  close(): void;
}

const TYPES: readonly (readonly [RegExp, string])[] = [
  [/\.zst$/, 'application/zstd'],
  [/\.json$/, 'application/json'],
  [/./, 'text/plain; charset=utf-8'],
];

/** Scratch files need not survive, and those of a process that died are of no use. */
function openScratch(folder: string): { scratch: string; close(): void } {
  const lock = takePullLock(folder, 'publish');
  const scratch = join(folder, 'scratch');
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch);
  return {
    scratch,
    close() {
      lock.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function openLocalStore(folder: string): PackStore {
  mkdirSync(folder, { recursive: true });
  // In the same file system, so that a file is put into place by a rename.
  const { scratch, close } = openScratch(join(folder, '.publish'));
  return {
    ...openLocalSource(folder),
    scratch,
    close,
    async list(pack) {
      const own = join(folder, pack);
      return existsSync(own) ? readdirSync(own).filter((name) => statSync(join(own, name)).isFile()) : [];
    },
    async put(file, _sha256, path) {
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      syncToDisk(file);
      renameSync(file, target);
      syncToDisk(dirname(target));
    },
    async remove(path) {
      rmSync(join(folder, path), { force: true });
    },
  };
}

interface ObjectStoreRequest {
  /** `s3://bucket/prefix/`. */
  name: string;
  /** The catalogue that is published: scratch files lie beside it. */
  catalog: string;
  environment: Readonly<Record<string, string | undefined>>;
  userAgent: string;
  policy: RetryPolicy;
  /** Tests use smaller parts. */
  partBytes?: number | undefined;
}

const REMEDY = 'check the network and run the command again';
/** A thousand names of at most a thousand bytes. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;

export function openObjectStore(request: ObjectStoreRequest, progress: UploadProgress): PackStore {
  const { name, catalog, environment, userAgent, policy, partBytes } = request;
  // Only requests are stopped by SIGINT and SIGTERM: whatever else a publish does may just end.
  const stop = new AbortController();
  const { signal } = stop;
  const stoppable = <Outcome>(doing: () => Promise<Outcome>) =>
    untilStopped((stopped) => {
      stopped.addEventListener('abort', () => stop.abort(), { once: true });
      return doing();
    });
  const locate = (path: string): Address => locateObject(name + path, environment);
  const base = locate('index.json');
  if (base.credentials === null) {
    throw new PlainError(name, 'no keys to write with', 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  const session = new Session({
    userAgent,
    policy,
    signal,
    credentials: base.credentials,
    onDownload: progress.onUpload,
    onWait: progress.onWait,
    remedy: REMEDY,
  });
  const own = resolve(catalog);
  const { scratch, close } = openScratch(join(dirname(own), `.${basename(own)}.publish`));
  const source = openRemoteSource(session, base.address, () => {}, signal);
  return {
    nameOf: (path) => name + path,
    readSmall: (path, maxBytes) => stoppable(() => source.readSmall(path, maxBytes)),
    fetch: (file, to) => stoppable(() => source.fetch(file, to)),
    pause: source.pause,
    scratch,
    close,
    list: (pack) =>
      stoppable(() =>
        session.withRetries(name, async () => {
          const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/is.exec(name) ?? [];
          const root = locateObject(`s3://${bucket}/-`, environment).address.slice(0, -1);
          const query = `list-type=2&prefix=${encodeURIComponent(`${prefix}${pack}/`)}`;
          const response = await session.http.get(`${root}?${query}`);
          if (response.status !== 200) {
            response.drop();
            return refuseStatus(name, response);
          }
          const text = (await readSmallText(response, MAX_LIST_BYTES)) ?? '';
          return [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => basename(key!));
        }),
      ),
    async put(file, sha256, path, replaces) {
      const upload = openSource(file, statSync(file), sha256);
      try {
        const [, contentType] = TYPES.find(([pattern]) => pattern.test(path))!;
        const to = { name: name + path, to: locate(path), contentType, userAgent, policy, partBytes };
        session.name = path;
        const request = { ...to, ...(replaces !== undefined && { replaces }) };
        await stoppable(() => uploadFile(request, progress, upload, signal));
      } finally {
        upload.close();
      }
    },
    remove: (path) =>
      stoppable(() =>
        session.withRetries(name + path, async () => {
          const response = await session.http.send('DELETE', locate(path).address, {}, null);
          response.drop();
          if (response.status >= 300 && response.status !== 404) refuseStatus(name + path, response);
        }),
      ),
  };
}
