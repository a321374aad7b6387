/** A text to send, or its bytes in UTF-8. */
export type Content = string | Uint8Array<ArrayBuffer>;

/** The content codings this service can produce, fastest first: the first one wins among equals. */
const CODINGS = ['zstd', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** Real clients send far less; a longer header is not worth parsing. */
const MAX_HEADER_LENGTH = 1000;
/** What fits in one network packet gains nothing from compression. In characters. */
const MIN_COMPRESSED_LENGTH = 1400;
/** Level 1 of gzip compresses JSON nearly as well as level 6, in a third of the time. */
const GZIP_LEVEL = 1;

/** The coding that an `Accept-Encoding` header prefers, or null for none (RFC 9110, 12.5.3). */
export function chooseCoding(acceptEncoding: string | null): Coding | null {
  if (acceptEncoding === null || acceptEncoding.length > MAX_HEADER_LENGTH) return null;
  const weights = readWeights(acceptEncoding);
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  let best: Coding | null = null;
  for (const coding of CODINGS) {
    if (weightOf(coding) > (best === null ? 0 : weightOf(best))) best = coding;
  }
  return best;
}

export function isWorthCompressing({ length }: Content | Body): boolean {
  return length >= MIN_COMPRESSED_LENGTH;
}

export function compress(content: Content, coding: Coding): Uint8Array<ArrayBuffer> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const compressed =
    coding === 'zstd' ? Bun.zstdCompressSync(bytes) : Bun.gzipSync(bytes, { level: GZIP_LEVEL });
  return compressed as Uint8Array<ArrayBuffer>;
}

/** A compressed text takes at most as much again in each of its two compressed forms. */
const COMPRESSED_FORMS = 2;

/** The content of a response and its compressed forms: a cached body is compressed only once. */
export class Body {
  /** In characters or bytes. */
  readonly length: number;
  readonly #compressed: Record<Coding, Uint8Array<ArrayBuffer> | null> = { zstd: null, gzip: null };
  #content: Content;
  #wasSent = false;

  constructor(content: Content) {
    this.#content = content;
    this.length = content.length;
  }

  get text(): string {
    const content = this.#content;
    return typeof content === 'string' ? content : new TextDecoder().decode(content);
  }

  /** What it may take in memory with its compressed forms, which are about equally long; in characters or bytes. */
  get room(): number {
    return this.length * (isWorthCompressing(this) ? 1 + COMPRESSED_FORMS : 1);
  }

  /** What to send without a coding. Bun encodes a long string each time, so one that is sent again is kept in bytes. */
  plain(): Content {
    if (this.#wasSent && typeof this.#content === 'string' && isWorthCompressing(this))
      this.#content = Buffer.from(this.#content);
    this.#wasSent = true;
    return this.#content;
  }

  hasCompressed(coding: Coding): boolean {
    return this.#compressed[coding] !== null;
  }

  /** Adds a form that was compressed elsewhere. */
  addCompressed(coding: Coding, bytes: Uint8Array<ArrayBuffer>): void {
    this.#compressed[coding] = bytes;
  }

  compressed(coding: Coding): Uint8Array<ArrayBuffer> {
    this.#compressed[coding] ??= compress(this.#content, coding);
    return this.#compressed[coding];
  }
}

function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, weight >= 0 && weight <= 1 ? weight : 0);
  }
  return weights;
}
