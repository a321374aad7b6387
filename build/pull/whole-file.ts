import { FetchError, TransientError } from './fetch-error.ts';
import { type HttpResponse, refuseStatus } from './http.ts';
import { PartialFile, removeDownload } from './partial-file.ts';
import { checkHash, findHash, findHashBeside, type PublishedHash, WrongHash } from './published-hash.ts';
import type { Session } from './session.ts';
import {
  ifChanged,
  ifSame,
  isSameVersion,
  readContentRange,
  readValidators,
  type Validators,
} from './validators.ts';

/** The result of a download; a file that has not changed is not downloaded. */
export type Fetched = { isChanged: false } | { isChanged: true; path: string; validators: Validators };
export const UNCHANGED: Fetched = { isChanged: false };

/** Called once the size is known, before the download; throws if there is not enough disk space. */
export type OnSize = (size: { bytesMissing: number; bytesTotal: number; rows: number | null }) => void;

/** What is expected of the content of a file. */
export interface Content {
  /** Throws a WrongContent if a file with these first bytes is something else. */
  refuseHead(url: string, head: Uint8Array): void;
  /** Whether the file contains its own hash, so that none needs to be published next to it. */
  hasOwnHash: boolean;
  /** What somebody trusted says about the file: no further byte is written, and no other hash counts. */
  known?: { bytes: number; hash: PublishedHash };
}

const EXPORT: Content = { refuseHead: refuseWebPage, hasOwnHash: false };

/**
 * Downloads a whole file, resuming where an earlier attempt or an earlier run stopped. `former` is the version that was
 * downloaded last time: if the file is still the same, nothing is downloaded.
 */
export async function fetchWhole(
  session: Session,
  url: string,
  path: string,
  former: Validators | null,
  onSize: OnSize,
  content: Content = EXPORT,
): Promise<Fetched> {
  const partial = PartialFile.open(path, url);
  try {
    const download = new WholeDownload(session, url, partial, former, onSize, content);
    const isChanged = await session.withRetries(url, () => download.attempt());
    if (!isChanged) return UNCHANGED;
    partial.flush();
    // Not earlier: some servers drop a connection that waits while another file is requested.
    const beside = () => (content.hasOwnHash ? null : findHashBeside(session.http, url));
    const hash = content.known?.hash ?? partial.hash ?? (await beside());
    if (hash !== null)
      await checkHash(path, url, hash, (bytes) => session.onChecked(bytes, partial.bytesDone));
    return { isChanged: true, path, validators: partial.validators };
  } catch (error) {
    if (error instanceof WrongHash || error instanceof WrongContent) {
      partial.close();
      removeDownload(path);
    }
    throw error;
  } finally {
    partial.close();
  }
}

/** The server sent something other than what was requested. */
export class WrongContent extends FetchError {}

export const TAMPERED = 'nothing was installed; try again later, or ask its publisher';

const WEB_PAGE = /^\s*</;
const WEB_PAGE_HEAD_BYTES = 256;

/** Captive portals and broken mirrors send error pages with a success status. */
export function refuseWebPage(url: string, head: Uint8Array): void {
  const text = Buffer.from(head.subarray(0, WEB_PAGE_HEAD_BYTES)).toString('latin1');
  if (!WEB_PAGE.test(text.replace('\xef\xbb\xbf', ''))) return;
  throw new WrongContent(
    url,
    'is a web page, not an export',
    'check --from; networks that require a sign-in also send such pages',
  );
}

/** How much may arrive between two checks of the free space. */
const ROOM_CHECKED_EVERY_BYTES = 16 * 1024 * 1024;

const CHANGED = 'the file changed during the download';
const CANNOT_RESUME = 'the connection was lost, and the server cannot resume downloads';

class WholeDownload {
  #startOvers = 0;

  constructor(
    readonly session: Session,
    readonly url: string,
    readonly partial: PartialFile,
    readonly former: Validators | null,
    readonly onSize: OnSize,
    readonly content: Content,
  ) {}

  /** Sends one request. Returns true if the file is complete, false if it is the version we already had. */
  async attempt(): Promise<boolean> {
    const { partial, url } = this;
    const from = partial.bytesFromStart;
    const response = await this.session.http.get(url, this.#headers(from));
    try {
      return await this.#handle(response, from);
    } finally {
      response.drop();
    }
  }

  async #handle(response: HttpResponse, from: number): Promise<boolean> {
    const { partial } = this;
    switch (response.status) {
      case 304:
        return partial.isWhole && !this.#isFormer(partial.validators);
      case 206:
        return this.#takeRest(response, from);
      case 200:
        return this.#takeAll(response, from);
      case 412:
        return this.#startOver(CHANGED);
      case 416:
        return this.#handleRefusedRange(response, from);
      default:
        return refuseStatus(this.url, response);
    }
  }

  #headers(from: number): Record<string, string> {
    const { partial, former } = this;
    if (partial.isWhole) return ifChanged(partial.validators);
    const condition = from > 0 ? ifSame(partial.validators) : null;
    if (condition !== null) return { range: `bytes=${from}-`, ...condition };
    return former === null ? {} : ifChanged(former);
  }

  #isFormer(validators: Validators): boolean {
    return this.former !== null && isSameVersion(this.former, validators);
  }

  #hasChanged(validators: Validators): boolean {
    return ifSame(validators) !== null && !isSameVersion(this.partial.validators, validators);
  }

  async #takeAll(response: HttpResponse, from: number): Promise<boolean> {
    const validators = readValidators(response);
    const isFormer = this.#isFormer(validators);
    const isOurs = this.partial.isWhole && isSameVersion(this.partial.validators, validators);
    if (isFormer || isOurs) return !isFormer;
    if (from > 0) this.#countStartOver(this.#hasChanged(validators) ? CHANGED : CANNOT_RESUME);
    this.partial.restart(validators, findHash(response), false);
    this.#reportSize();
    return this.#write(response, 0);
  }

  async #takeRest(response: HttpResponse, from: number): Promise<boolean> {
    const range = readContentRange(response.headers);
    const isRest = range?.from === from && isSameVersion(this.partial.validators, readValidators(response));
    if (!isRest) return this.#startOver(CHANGED);
    this.#reportSize();
    return this.#write(response, from);
  }

  /** The server has no more bytes: either the file is complete, or it has changed. */
  #handleRefusedRange(response: HttpResponse, from: number): boolean {
    const total = readContentRange(response.headers)?.total ?? null;
    if (from > 0 && total === from && (this.partial.validators.bytes ?? total) === total) {
      this.partial.setLength(from);
      return true;
    }
    return this.#startOver('the server refused to send the rest of the file (416)');
  }

  async #write(response: HttpResponse, from: number): Promise<boolean> {
    const { partial } = this;
    let at = from;
    let checkedAt = Number.NEGATIVE_INFINITY;
    for await (const chunk of response.body) {
      if (at === 0) this.content.refuseHead(this.url, chunk);
      this.#refuseMore(at + chunk.length);
      if (partial.validators.bytes === null && at - checkedAt >= ROOM_CHECKED_EVERY_BYTES) {
        this.#checkUnannounced(at + chunk.length);
        checkedAt = at;
      }
      partial.write(at, chunk);
      at += chunk.length;
      this.session.onReceived(chunk.length, at, partial.validators.bytes);
    }
    const { bytes } = partial.validators;
    if (at === 0) throw new WrongContent(this.url, 'is empty', 'try again later, or change --from');
    if (bytes === null) partial.setLength(at);
    else if (at < bytes) throw new TransientError('the connection ended early');
    else if (at > bytes) return this.#startOver('the server sent more than it announced');
    return true;
  }

  /** Without a length, all we can do is stop in time: before the disk is full, or at a size no export has. */
  #checkUnannounced(bytesTotal: number): void {
    const { mostUnannouncedBytes } = this.session.policy;
    if (bytesTotal > mostUnannouncedBytes) {
      const what = `has more than ${Math.floor(mostUnannouncedBytes / 1e9)} GB, and the server does not say how many`;
      throw new WrongContent(this.url, what, 'check --from');
    }
    this.onSize({ bytesMissing: ROOM_CHECKED_EVERY_BYTES, bytesTotal, rows: null });
  }

  #reportSize(): void {
    const { bytes } = this.partial.validators;
    if (bytes !== null) {
      this.#refuseMore(bytes);
      this.onSize({ bytesMissing: bytes - this.partial.bytesDone, bytesTotal: bytes, rows: null });
    }
  }

  #refuseMore(bytes: number): void {
    const { known } = this.content;
    if (known === undefined || bytes <= known.bytes) return;
    throw new WrongContent(
      this.url,
      `is longer than the ${known.bytes} bytes of ${known.hash.source}`,
      TAMPERED,
    );
  }

  #startOver(what: string): never {
    this.#countStartOver(what);
    const nothing = { etag: null, last_modified: null, bytes: null, linked_sha256: null };
    this.partial.restart(nothing, null, false);
    throw new TransientError(what);
  }

  #countStartOver(what: string): void {
    this.session.countStartOver(this.url, what, ++this.#startOvers);
  }
}
