import { connect } from 'node:net';

/** An HTTP client that normalises nothing: it sends bytes as given, and reads what comes back. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

export interface RawRequest {
  method: string;
  target: string;
  headers: Record<string, string>;
}

/** Sends one request on its own connection. */
export async function sendRaw(origin: URL, { method, target, headers }: RawRequest): Promise<RawAnswer> {
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${origin.host}`, 'Connection: close'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  const answer = await sendBytes(origin, Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
  return parseAnswer(answer);
}

/** Sends bytes, and returns whatever the other side sends until it closes. */
export function sendBytes(origin: URL, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(origin.port), origin.hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
    socket.on('close', () => resolve(Buffer.concat(chunks)));
    socket.on('error', reject);
  });
}

export function parseAnswer(answer: Buffer): RawAnswer {
  const headEnd = answer.indexOf('\r\n\r\n');
  const [statusLine = '', ...headerLines] = answer.toString('latin1', 0, headEnd).split('\r\n');
  const headers = new Headers();
  for (const line of headerLines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { status: Number(statusLine.split(' ')[1]), headers, body: answer.subarray(headEnd + 4) };
}
