/** An HTTP/1.1 response, read as it arrives in pieces of any size. */
export interface ReadAnswer {
  status: number;
  contentType: string | null;
  body: string;
  /** The server closes the connection afterwards. */
  isLast: boolean;
}

interface Head {
  status: number;
  headers: Map<string, string>;
  end: number;
}

export class AnswerReader {
  readonly #hasBody: boolean;
  #bytes = Buffer.alloc(0);
  #head: Head | null = null;

  constructor(method: string) {
    this.#hasBody = method !== 'HEAD';
  }

  /** The response, once it is complete. */
  push(bytes: Buffer): ReadAnswer | null {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    this.#head ??= readHead(this.#bytes);
    if (this.#head === null) return null;
    const { status, headers, end } = this.#head;
    if (!this.#hasBody || status === 204 || status === 304) return this.#answer('');
    const length = headers.get('content-length');
    if (length !== undefined) {
      if (this.#bytes.length < end + Number(length)) return null;
      return this.#answer(this.#bytes.toString('latin1', end, end + Number(length)));
    }
    if (headers.get('transfer-encoding') !== 'chunked') return null;
    return this.#bytes.subarray(-5).equals(Buffer.from('0\r\n\r\n')) ? this.#answer(this.#rest()) : null;
  }

  /** The response when the server has closed the connection; null if there was none. */
  end(): ReadAnswer | null {
    return this.#head === null ? null : { ...this.#answer(this.#rest()), isLast: true };
  }

  #rest(): string {
    return this.#bytes.toString('latin1', this.#head!.end);
  }

  #answer(body: string): ReadAnswer {
    const { status, headers } = this.#head!;
    const isLast = headers.get('connection')?.toLowerCase() === 'close';
    return { status, contentType: headers.get('content-type') ?? null, body, isLast };
  }
}

function readHead(bytes: Buffer): Head | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, end: end + 4 };
}
