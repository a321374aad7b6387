import { type FileMetaData, parquetMetadataAsync } from 'hyparquet';
import { findLeavesToRead } from '../read/parquet.ts';
import { Hiccup } from './fetch-error.ts';
import { type Answer, refuseStatus } from './http.ts';
import { PartialFile, removeDownload } from './partial-file.ts';
import type { Session } from './session.ts';
import { joinSpans, type Span, spanBytes } from './spans.ts';
import {
  ifChanged,
  ifRange,
  isSameFile,
  readContentRange,
  readValidators,
  type Validators,
} from './validators.ts';
import { refusePage } from './web-page.ts';
import { type Fetched, fetchWhole, type OnSize, UNCHANGED, WrongContent } from './whole-file.ts';

const MAGIC = 'PAR1';
/** At the end of the file: the length of the footer in four bytes, then the magic. */
const TAIL_BYTES = 8;
/** How much is asked for at once. */
export interface RangeSizes {
  /** Taken of the end at first. */
  footerBytes: number;
  /** Bytes between two columns that are quicker taken along than left out by one more request. */
  gapBytes: number;
}

/** A megabyte holds the footer of a hundred columns and thirty row groups; a gap takes as long as a request. */
const RANGE_SIZES: RangeSizes = { footerBytes: 1024 * 1024, gapBytes: 256 * 1024 };
/** A footer of this length would be a table of a million chunks; the length is a lie then. */
const LONGEST_FOOTER_BYTES = 256 * 1024 * 1024;

/**
 * Downloads of a Parquet file only what the reader of the build reads, into a file with holes: the footer, and the
 * chunks of the columns that we use. From a server that knows no ranges the file is taken whole.
 */
export async function fetchParquet(
  session: Session,
  url: string,
  path: string,
  former: Validators | null,
  onSize: OnSize,
  sizes: RangeSizes = RANGE_SIZES,
): Promise<Fetched> {
  const partial = PartialFile.open(path, url);
  const download = new RangesDownload(session, url, partial, onSize, sizes);
  try {
    for (;;) {
      const found = await session.withPatience(url, () => download.findFile(former));
      if (found === 'unchanged') return UNCHANGED;
      if (found === 'whole only') break;
      const outcome = await download.takeColumns();
      if (outcome === 'done') return { isChanged: true, path, validators: partial.validators };
    }
  } catch (error) {
    if (error instanceof WrongContent) {
      partial.close();
      removeDownload(path);
    }
    throw error;
  } finally {
    partial.close();
  }
  return fetchWhole(session, url, path, former, onSize);
}

/** The bytes of a Parquet file that its reader asks for, apart from the footer. */
export function findColumnSpans(metadata: FileMetaData): Span[] {
  const leaves = findLeavesToRead(metadata);
  const spans: Span[] = [];
  for (const { columns } of metadata.row_groups) {
    for (const { meta_data, offset_index_offset, offset_index_length, ...index } of columns) {
      if (meta_data === undefined || !leaves.has(meta_data.path_in_schema.join('.'))) continue;
      const start = Number(meta_data.dictionary_page_offset || meta_data.data_page_offset);
      spans.push([start, start + Number(meta_data.total_compressed_size)]);
      const { column_index_offset, column_index_length } = index;
      for (const [at, length] of [
        [offset_index_offset, offset_index_length],
        [column_index_offset, column_index_length],
      ]) {
        if (at !== undefined && length !== undefined) spans.push([Number(at), Number(at) + Number(length)]);
      }
    }
  }
  return joinSpans(spans, 0);
}

class RangesDownload {
  #startOvers = 0;

  constructor(
    readonly session: Session,
    readonly url: string,
    readonly partial: PartialFile,
    readonly onSize: OnSize,
    readonly sizes: RangeSizes,
  ) {}

  /** Asks for the first bytes: is it another file than last time, does the server know ranges, is it Parquet? */
  async findFile(former: Validators | null): Promise<'found' | 'unchanged' | 'whole only'> {
    const known = this.partial.bytesDone > 0 ? this.partial.validators : null;
    const condition = former === null ? {} : ifChanged(former);
    const answer = await this.session.http.get(this.url, {
      range: `bytes=0-${MAGIC.length - 1}`,
      ...condition,
    });
    const validators = readValidators(answer);
    const isFormer = answer.status === 304 || (former !== null && isSameFile(former, validators));
    if (isFormer && (answer.status === 304 || answer.status === 206 || answer.status === 200)) {
      answer.drop();
      return 'unchanged';
    }
    const total = readContentRange(answer.headers)?.total ?? null;
    if (answer.status === 206 && total !== null && ifRange(validators) !== null) {
      const head = await this.#readHead(answer);
      if (known === null || !isSameFile(known, validators)) this.partial.restart(validators, null, true);
      this.partial.write(0, head);
      return 'found';
    }
    answer.drop();
    // Also for a file without a name for its state: ranges of two nights must not get into one file.
    if (answer.status === 200 || answer.status === 206) return 'whole only';
    return refuseStatus(this.url, answer);
  }

  async #readHead({ body }: Answer): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    const head = Buffer.concat(chunks).subarray(0, MAGIC.length);
    refusePage(this.url, head, WrongContent);
    if (head.toString('latin1') !== MAGIC) throw this.#notParquet();
    return head;
  }

  #notParquet(): WrongContent {
    return new WrongContent(this.url, 'is no Parquet file', 'check --from, or say what it is with --format');
  }

  /** The footer, then the columns that it tells of. */
  async takeColumns(): Promise<'done' | 'changed'> {
    const total = this.partial.validators.bytes!;
    const footerSpan = await this.#takeFooter(total);
    if (footerSpan === null) return 'changed';
    const file = {
      byteLength: total,
      slice: async (from: number, to = total) => new Uint8Array(this.partial.read(from, to)).buffer,
    };
    const metadata = await parquetMetadataAsync(file).catch(() => {
      throw this.#notParquet();
    });
    const spans = findColumnSpans(metadata);
    if (spans.some(([from, to]) => from < 0 || to > total)) throw this.#notParquet();
    const wanted = joinSpans([[0, MAGIC.length], ...spans, footerSpan], this.sizes.gapBytes);
    const missing = this.partial.missing(wanted);
    const bytesTotal = spanBytes(wanted);
    this.onSize({ bytesMissing: spanBytes(missing), bytesTotal, rows: Number(metadata.num_rows) });
    for (const span of missing) if (!(await this.#take(span, bytesTotal))) return 'changed';
    this.partial.flush();
    return 'done';
  }

  async #takeFooter(total: number): Promise<Span | null> {
    if (total < MAGIC.length + TAIL_BYTES) throw this.#notParquet();
    const first: Span = [Math.max(0, total - this.sizes.footerBytes), total];
    for (const span of this.partial.missing([first])) if (!(await this.#take(span, null))) return null;
    const tail = this.partial.read(total - TAIL_BYTES, total);
    const length = tail.readUInt32LE(0) + TAIL_BYTES;
    if (tail.toString('latin1', 4) !== MAGIC || length > Math.min(total, LONGEST_FOOTER_BYTES)) {
      throw this.#notParquet();
    }
    const whole: Span = [total - length, total];
    for (const span of this.partial.missing([whole])) if (!(await this.#take(span, null))) return null;
    return [Math.min(first[0], whole[0]), total];
  }

  /** One span, in as many tries as it needs; false when the file has become another. */
  #take(span: Span, bytesTotal: number | null): Promise<boolean> {
    return this.session.withPatience(this.url, async () => {
      for (const [from, to] of this.partial.missing([span])) {
        if (!(await this.#request(from, to, bytesTotal))) return false;
      }
      return true;
    });
  }

  async #request(from: number, to: number, bytesTotal: number | null): Promise<boolean> {
    const { partial, url } = this;
    const condition = ifRange(partial.validators)!;
    const answer = await this.session.http.get(url, { range: `bytes=${from}-${to - 1}`, ...condition });
    const range = readContentRange(answer.headers);
    const isOurs = isSameFile(partial.validators, readValidators(answer));
    if (answer.status !== 206 || range?.from !== from || !isOurs) {
      answer.drop();
      if (![200, 206, 416].includes(answer.status)) refuseStatus(url, answer);
      return this.#noteChange();
    }
    let at = from;
    for await (const chunk of answer.body) {
      // A server may send more than it was asked for.
      const wanted = chunk.subarray(0, to - at);
      partial.write(at, wanted);
      at += wanted.length;
      this.session.onReceived(chunk.length, partial.bytesDone, bytesTotal);
      if (at === to) break;
    }
    if (at < to) throw new Hiccup('the connection ended early');
    return true;
  }

  #noteChange(): false {
    this.#startOvers++;
    if (this.#startOvers <= this.session.patience.startOvers) return false;
    throw this.session.tooManyStartOvers(this.url, 'the file changed while it was downloaded');
  }
}
