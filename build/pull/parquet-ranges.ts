import { type FileMetaData, parquetMetadataAsync } from 'hyparquet';
import { findLeavesToRead } from '../read/parquet.ts';
import { TransientError } from './fetch-error.ts';
import { type HttpResponse, refuseStatus } from './http.ts';
import { joinSpans, PartialFile, removeDownload, type Span, spanBytes } from './partial-file.ts';
import type { Session } from './session.ts';
import {
  ifChanged,
  ifSame,
  isSameVersion,
  readContentRange,
  readValidators,
  type Validators,
} from './validators.ts';
import {
  type Fetched,
  fetchWhole,
  type OnSize,
  refuseWebPage,
  UNCHANGED,
  WrongContent,
} from './whole-file.ts';

const MAGIC = 'PAR1';
/** The file ends with the length of the footer in four bytes, followed by the magic number. */
const TAIL_BYTES = 8;
interface RangeSizes {
  /** How much of the end of the file is requested first. */
  footerBytes: number;
  /** A gap between two columns up to this size is downloaded too, since that is faster than another request. */
  gapBytes: number;
}

/** A megabyte holds the footer for a hundred columns and thirty row groups. */
const RANGE_SIZES: RangeSizes = { footerBytes: 1024 * 1024, gapBytes: 256 * 1024 };
/** A longer footer would mean a million column chunks, so the stored length must be wrong. */
const MAX_FOOTER_BYTES = 256 * 1024 * 1024;

/**
 * Downloads only those parts of a Parquet file that the build reads: the footer and the columns that we use. The result is
 * a file with holes. If the server does not support ranges, the whole file is downloaded.
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
      const found = await session.withRetries(url, () => download.findFile(former));
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

/** The parts of a Parquet file that the build reads, apart from the footer. */
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

  /** Requests the first bytes: has the file changed, does the server support ranges, is it Parquet? */
  async findFile(former: Validators | null): Promise<'found' | 'unchanged' | 'whole only'> {
    const known = this.partial.bytesDone > 0 ? this.partial.validators : null;
    const condition = former === null ? {} : ifChanged(former);
    const response = await this.session.http.get(this.url, {
      range: `bytes=0-${MAGIC.length - 1}`,
      ...condition,
    });
    const validators = readValidators(response);
    const isFormer = response.status === 304 || (former !== null && isSameVersion(former, validators));
    if (isFormer && (response.status === 304 || response.status === 206 || response.status === 200)) {
      response.drop();
      return 'unchanged';
    }
    const total = readContentRange(response.headers)?.total ?? null;
    if (response.status === 206 && total !== null && ifSame(validators) !== null) {
      const head = await this.#readHead(response);
      if (known === null || !isSameVersion(known, validators)) this.partial.restart(validators, null, true);
      this.partial.write(0, head);
      return 'found';
    }
    response.drop();
    // Ranges need a validator too; otherwise parts of two versions could end up in one file.
    if (response.status === 200 || response.status === 206) return 'whole only';
    return refuseStatus(this.url, response);
  }

  async #readHead({ body }: HttpResponse): Promise<Uint8Array> {
    let head = Buffer.alloc(0);
    for await (const chunk of body) {
      head = Buffer.concat([head, chunk.subarray(0, MAGIC.length)]);
      // A server may send more than it was asked for, without an end.
      if (head.length >= MAGIC.length) break;
    }
    head = head.subarray(0, MAGIC.length);
    refuseWebPage(this.url, head);
    if (head.toString('latin1') !== MAGIC) throw this.#notParquet();
    return head;
  }

  #notParquet(): WrongContent {
    return new WrongContent(
      this.url,
      'is not a Parquet file',
      'check --from, or give the format with --format',
    );
  }

  /** Downloads the footer, then the columns that it lists. */
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
    if (tail.toString('latin1', 4) !== MAGIC || length > Math.min(total, MAX_FOOTER_BYTES)) {
      throw this.#notParquet();
    }
    const whole: Span = [total - length, total];
    for (const span of this.partial.missing([whole])) if (!(await this.#take(span, null))) return null;
    return [Math.min(first[0], whole[0]), total];
  }

  /** Downloads one span, retrying as needed. Returns false if the file has changed. */
  #take(span: Span, bytesTotal: number | null): Promise<boolean> {
    return this.session.withRetries(this.url, async () => {
      for (const [from, to] of this.partial.missing([span])) {
        if (!(await this.#request(from, to, bytesTotal))) return false;
      }
      return true;
    });
  }

  async #request(from: number, to: number, bytesTotal: number | null): Promise<boolean> {
    const { partial, url } = this;
    const condition = ifSame(partial.validators)!;
    const response = await this.session.http.get(url, { range: `bytes=${from}-${to - 1}`, ...condition });
    const range = readContentRange(response.headers);
    const isOurs = isSameVersion(partial.validators, readValidators(response));
    if (response.status !== 206 || range?.from !== from || !isOurs) {
      response.drop();
      if (![200, 206, 412, 416].includes(response.status)) refuseStatus(url, response);
      return this.#noteChange();
    }
    let at = from;
    for await (const chunk of response.body) {
      // A server may send more than was requested.
      const wanted = chunk.subarray(0, to - at);
      partial.write(at, wanted);
      at += wanted.length;
      this.session.onReceived(chunk.length, partial.bytesDone, bytesTotal);
      if (at === to) break;
    }
    if (at < to) throw new TransientError('the connection ended early');
    return true;
  }

  #noteChange(): false {
    this.session.countStartOver(this.url, 'the file changed during the download', ++this.#startOvers);
    return false;
  }
}
