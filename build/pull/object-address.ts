import { memberOf } from '../../src/member-of.ts';
import { FetchError } from './fetch-error.ts';
import { type Address, readAddress } from './http.ts';
import { encodePath, type SigningKeys, signRequest } from './signature.ts';

/** Objects in S3 and in stores that speak its protocol, addressed as `s3://bucket/key`. */

type Environment = Readonly<Record<string, string | undefined>>;

const SCHEME = /^s3:\/\//i;
const OBJECT = /^s3:\/\/([^/@]+)\/(.+)$/is;
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const BUCKET_RULE =
  'a bucket has 3 to 63 lower-case letters, digits, dots or hyphens, and a key no part that is . or ..';
/** What the command line tools of AWS fall back to as well. */
const DEFAULT_REGION = 'us-east-1';

export function isObjectAddress(text: string): boolean {
  return SCHEME.test(text);
}

/**
 * Where an object is, and how requests for it are signed: by the variables that all S3 clients use. Without keys,
 * requests are not signed, which is enough for a public bucket.
 */
export function locateObject(text: string, environment: Environment, nowMs = () => Date.now()): Address {
  const [, bucket = '', key = ''] = OBJECT.exec(text) ?? [];
  // A URL would lose such parts of a key.
  const isUnreachable = key.split('/').some((part) => part === '.' || part === '..');
  if (!BUCKET.test(bucket) || isUnreachable) throw notAnObject(text);
  const keys = readKeys(environment);
  const region = environment.AWS_REGION || environment.AWS_DEFAULT_REGION || DEFAULT_REGION;
  const url = new URL(`${findHome(bucket, region, environment)}/${encodePath(key)}`);
  if (keys === null) return { address: url.href, credentials: null };
  const authorize: NonNullable<Address['credentials']>['authorize'] = (request) =>
    signRequest(request, { ...keys, region }, nowMs());
  return { address: url.href, credentials: { origin: url.origin, authorize } };
}

/** A self-hosted store has one host for all buckets; on AWS, each bucket has its own, unless its name has dots. */
function findHome(bucket: string, region: string, environment: Environment): string {
  const endpoint = environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL;
  if (endpoint) {
    if (endpoint.includes('@'))
      throw new FetchError('AWS_ENDPOINT_URL', 'contains a user or password', INSTEAD);
    const { origin, pathname } = readAddress(
      endpoint,
      'AWS_ENDPOINT_URL',
      'give one such as https://store.example',
    );
    return `${origin}${pathname.replace(/\/$/, '')}/${bucket}`;
  }
  // A certificate for *.s3.REGION.amazonaws.com does not cover a name with further dots.
  return bucket.includes('.')
    ? `https://s3.${region}.amazonaws.com/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`;
}
const INSTEAD = 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead';

function readKeys(environment: Environment): Omit<SigningKeys, 'region'> | null {
  const accessKeyId = environment.AWS_ACCESS_KEY_ID || null;
  const secretAccessKey = environment.AWS_SECRET_ACCESS_KEY || null;
  if (accessKeyId !== null && secretAccessKey !== null) {
    return { accessKeyId, secretAccessKey, sessionToken: environment.AWS_SESSION_TOKEN || null };
  }
  if (accessKeyId === null && secretAccessKey === null) return null;
  const [set, missing] = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].toSorted((a) =>
    memberOf(environment, a) ? -1 : 1,
  );
  throw new FetchError(`${set}`, `is set, but ${missing} is not`, 'set both, or neither for a public bucket');
}

function notAnObject(text: string): FetchError {
  // Whatever comes before an @ may be a password.
  const shown = text.replace(/\/\/.*@/s, '//…@');
  const remedy = shown === text ? BUCKET_RULE : INSTEAD;
  return new FetchError(shown, 'is not an address of the form s3://bucket/key', remedy);
}
