import { lookup } from 'node:dns/promises';
import { get as getHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { get as getHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPrivateAddress } from '../../host-address.ts';
import { memberOf } from '../../member-of.ts';
import { VERSION } from '../../version.ts';
import { pictureTypeOf } from './picture-type.ts';

/** Fetches a picture from the host that its address names, within bounds, and never from a private network. */

/** Pictures of products have a few dozen kilobytes; the largest size that Open Food Facts keeps has a few hundred. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024;
/** By then, nobody waits for the picture any more. */
const MAX_MS = 10_000;
const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const GETTERS = { 'http:': getHttp, 'https:': getHttps } as const;

export interface FetchPictureOptions {
  /** Whether an address may be connected to; private ones may not when left out. */
  mayReach?: (address: string) => boolean;
  longestMs?: number;
}

/** Returns the bytes of a picture, or throws an error that says why there are none. */
export async function fetchPicture(
  address: string,
  { mayReach = (host) => !isPrivateAddress(host), longestMs = MAX_MS }: FetchPictureOptions = {},
): Promise<Buffer> {
  const deadline = AbortSignal.timeout(longestMs);
  let url = new URL(address);
  for (let redirects = 0; ; redirects++) {
    const { answer, body } = await request(url, mayReach, deadline);
    if (!REDIRECTS.has(answer.statusCode ?? 0)) {
      if (answer.statusCode !== 200) throw new Error(`${url.host} answered ${answer.statusCode}`);
      if (pictureTypeOf(body) === null) throw new Error(`${url.host} sent something that is not a picture`);
      return body;
    }
    if (redirects === MAX_REDIRECTS) throw new Error(`${url.host} redirects too often`);
    url = new URL(answer.headers.location ?? '', url);
  }
}

interface Received {
  answer: IncomingMessage;
  body: Buffer;
}

function request(url: URL, mayReach: (address: string) => boolean, deadline: AbortSignal): Promise<Received> {
  const get = memberOf(GETTERS, url.protocol);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (get === undefined) throw new Error(`${url.protocol} is not http or https`);
  if (isIP(host) !== 0 && !mayReach(host)) throw new Error(`${host} is not a public address`);
  return new Promise((resolve, reject) => {
    const sent = get(url, { headers: HEADERS, lookup: publicLookup(mayReach), agent: false }, (answer) =>
      receive(answer).then((body) => resolve({ answer, body }), reject),
    );
    const giveUp = () => sent.destroy(new Error(`${url.host} took too long`));
    deadline.addEventListener('abort', giveUp);
    if (deadline.aborted) giveUp();
    sent.on('error', reject);
    sent.on('close', () => {
      deadline.removeEventListener('abort', giveUp);
      reject(new Error(`${url.host} closed the connection`));
    });
  });
}

const HEADERS = { 'user-agent': `larder/${VERSION}`, accept: 'image/*', 'accept-encoding': 'identity' };

type Lookup = NonNullable<RequestOptions['lookup']>;

/**
 * Resolves a name to addresses that may be reached. The connection is made to what was checked: a name that resolves
 * differently the next time gains nothing.
 */
function publicLookup(mayReach: (address: string) => boolean): Lookup {
  return (host, { all }, callback) => {
    lookup(host, { all: true }).then(
      (found) => {
        const [first] = found;
        if (first === undefined || !found.every(({ address }) => mayReach(address))) {
          callback(new Error(`${host} is not a public address`), []);
        } else if (all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      ({ code, message }: NodeJS.ErrnoException) =>
        callback(new Error(`${host} was not found (${code ?? message})`), []),
    );
  };
}

async function receive(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_PICTURE_BYTES) {
      answer.destroy();
      throw new Error('the picture is too large');
    }
    chunks.push(chunk);
  }
  if (!answer.complete) throw new Error('the picture was cut off');
  return Buffer.concat(chunks);
}
