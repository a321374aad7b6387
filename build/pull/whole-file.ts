import { FetchError, Hiccup } from './fetch-error.ts';
import { type Answer, refuseStatus } from './http.ts';
import { PartialFile, removeDownload } from './partial-file.ts';
import { checkHash, findHash, findHashBeside, WrongHash } from './published-hash.ts';
import type { Session } from './session.ts';
import {
  ifChanged,
  ifRange,
  isSameFile,
  readContentRange,
  readValidators,
  type Validators,
} from './validators.ts';
import { refusePage } from './web-page.ts';

/** What came of asking for a file. */
export type Fetched = { isChanged: false } | { isChanged: true; path: string; validators: Validators };
export const UNCHANGED: Fetched = { isChanged: false };

/** Told once the size is known, before the bytes come: whoever has too little room throws. */
export type OnSize = (size: { bytesMissing: number; bytesTotal: number; rows: number | null }) => void;

/**
 * Downloads a file whole, going on where an earlier try or an earlier run stopped. `former` is what was taken last time:
 * if the file is still the same, nothing is downloaded.
 */
export async function fetchWhole(
  session: Session,
  url: string,
  path: string,
  former: Validators | null,
  onSize: OnSize,
): Promise<Fetched> {
  const partial = PartialFile.open(path, url);
  try {
    const download = new WholeDownload(session, url, partial, former, onSize);
    const isChanged = await session.withPatience(url, () => download.attempt());
    if (!isChanged) return UNCHANGED;
    partial.flush();
    // Only now: a body that waits while other files are asked for is cut off by some servers.
    const hash = partial.hash ?? (await findHashBeside(session.http, url));
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

/** Something was sent, but no export. */
export class WrongContent extends FetchError {}

const CHANGED = 'the file changed while it was downloaded';
const CANNOT_GO_ON = 'the download was cut, and the server cannot go on with one';

class WholeDownload {
  #startOvers = 0;

  constructor(
    readonly session: Session,
    readonly url: string,
    readonly partial: PartialFile,
    readonly former: Validators | null,
    readonly onSize: OnSize,
  ) {}

  /** One request; true when the file is there afterwards, false when it is the one we had. */
  async attempt(): Promise<boolean> {
    const { partial, url } = this;
    const from = partial.bytesFromStart;
    const answer = await this.session.http.get(url, this.#headers(from));
    try {
      return await this.#judge(answer, from);
    } finally {
      answer.drop();
    }
  }

  async #judge(answer: Answer, from: number): Promise<boolean> {
    const { partial } = this;
    switch (answer.status) {
      case 304:
        return partial.isWhole && !this.#isFormer(partial.validators);
      case 206:
        return this.#takeRest(answer, from);
      case 200:
        return this.#takeAll(answer, from);
      case 416:
        return this.#judgeRefusedRange(answer, from);
      default:
        return refuseStatus(this.url, answer);
    }
  }

  #headers(from: number): Record<string, string> {
    const { partial, former } = this;
    if (partial.isWhole) return ifChanged(partial.validators);
    const condition = from > 0 ? ifRange(partial.validators) : null;
    if (condition !== null) return { range: `bytes=${from}-`, ...condition };
    return former === null ? {} : ifChanged(former);
  }

  #isFormer(validators: Validators): boolean {
    return this.former !== null && isSameFile(this.former, validators);
  }

  #hasChanged(validators: Validators): boolean {
    return ifRange(validators) !== null && !isSameFile(this.partial.validators, validators);
  }

  async #takeAll(answer: Answer, from: number): Promise<boolean> {
    const validators = readValidators(answer);
    const isFormer = this.#isFormer(validators);
    const isOurs = this.partial.isWhole && isSameFile(this.partial.validators, validators);
    if (isFormer || isOurs) return !isFormer;
    if (from > 0) this.#countStartOver(this.#hasChanged(validators) ? CHANGED : CANNOT_GO_ON);
    this.partial.restart(validators, findHash(answer), false);
    this.#tellSize();
    return this.#write(answer, 0);
  }

  async #takeRest(answer: Answer, from: number): Promise<boolean> {
    const range = readContentRange(answer.headers);
    const isRest = range?.from === from && isSameFile(this.partial.validators, readValidators(answer));
    if (!isRest) return this.#startOver(CHANGED);
    this.#tellSize();
    return this.#write(answer, from);
  }

  /** The server has nothing beyond what we have: then that is all, or another file. */
  #judgeRefusedRange(answer: Answer, from: number): boolean {
    const total = readContentRange(answer.headers)?.total ?? null;
    if (from > 0 && total === from && (this.partial.validators.bytes ?? total) === total) {
      this.partial.setLength(from);
      return true;
    }
    return this.#startOver('the server refuses the rest of the file (416)');
  }

  async #write(answer: Answer, from: number): Promise<boolean> {
    const { partial } = this;
    let at = from;
    for await (const chunk of answer.body) {
      if (at === 0) refusePage(this.url, chunk, WrongContent);
      partial.write(at, chunk);
      at += chunk.length;
      this.session.onReceived(chunk.length, at, partial.validators.bytes);
    }
    const { bytes } = partial.validators;
    if (at === 0) throw new WrongContent(this.url, 'is empty', 'try again later, or give another --from');
    if (bytes === null) partial.setLength(at);
    else if (at < bytes) throw new Hiccup('the connection ended early');
    else if (at > bytes) return this.#startOver('the server sent more than it said');
    return true;
  }

  #tellSize(): void {
    const { bytes } = this.partial.validators;
    if (bytes !== null) {
      this.onSize({ bytesMissing: bytes - this.partial.bytesDone, bytesTotal: bytes, rows: null });
    }
  }

  #startOver(what: string): never {
    this.#countStartOver(what);
    const nothing = { etag: null, last_modified: null, bytes: null, linked_sha256: null };
    this.partial.restart(nothing, null, false);
    throw new Hiccup(what);
  }

  #countStartOver(what: string): void {
    this.#startOvers++;
    if (this.#startOvers > this.session.patience.startOvers)
      throw this.session.tooManyStartOvers(this.url, what);
  }
}
