import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

/** A certificate that this machine makes for itself, for a home network where no authority would issue one. */
export interface SelfSigned {
  cert: string;
  key: string;
}

/** The longest that browsers accept for a certificate whose authority a person trusts by hand. */
const VALID_DAYS = 825;
/** A clock that is slow by up to a day still accepts a new certificate. */
const CLOCK_SKEW_DAYS = 1;
const DAY_MS = 86_400_000;
const SERIAL_BYTES = 16;

/** Object identifiers, already encoded. */
const OID = {
  commonName: '0603550403',
  ecdsaWithSha256: '06082a8648ce3d040302',
  basicConstraints: '0603551d13',
  keyUsage: '0603551d0f',
  extendedKeyUsage: '0603551d25',
  serverAuth: '06082b06010505070301',
  subjectAltName: '0603551d11',
} as const;
const [SEQUENCE, SET, INTEGER, BIT_STRING, OCTET_STRING, BOOLEAN] = [0x30, 0x31, 0x02, 0x03, 0x04, 0x01];
const [UTF8_STRING, GENERALIZED_TIME, CONTEXT_0, CONTEXT_3] = [0x0c, 0x18, 0xa0, 0xa3];
const [DNS_NAME, IP_ADDRESS] = [0x82, 0x87];
const TRUE = Buffer.from([BOOLEAN, 1, 0xff]);

/** X.509 in its binary form: an elliptic key on P-256, valid for a server under these names and addresses. */
export function makeSelfSigned(names: readonly string[], nowMs: number): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, hex(OID.ecdsaWithSha256));
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, hex(OID.commonName), der(UTF8_STRING, Buffer.from('larder')))),
  );
  const body = der(
    SEQUENCE,
    der(CONTEXT_0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, serialNumber()),
    algorithm,
    name,
    der(SEQUENCE, time(nowMs - CLOCK_SKEW_DAYS * DAY_MS), time(nowMs + VALID_DAYS * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(CONTEXT_3, der(SEQUENCE, ...extensions(names))),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  const cert = new X509Certificate(der(SEQUENCE, body, algorithm, der(BIT_STRING, signature)));
  return {
    cert: cert.toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Every name and address under which others may reach this machine. */
export function namesOfThisMachine(host: string): string[] {
  const own = hostname().toLowerCase();
  const addresses = Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).map(({ address }) => address.replace(/%.*$/, '')),
  );
  const names = [
    'localhost',
    own,
    `${own.replace(/\..*$/, '')}.local`,
    host,
    '127.0.0.1',
    '::1',
    ...addresses,
  ];
  return [...new Set(names)].filter((name) => isIP(name) !== 0 || /^[a-z0-9.-]+$/i.test(name));
}

function extensions(names: readonly string[]): Buffer[] {
  const alternatives = names.map((name) =>
    isIP(name) === 0 ? der(DNS_NAME, Buffer.from(name)) : der(IP_ADDRESS, addressBytes(name)),
  );
  // The first bit of seven: digital signature.
  const usage = der(BIT_STRING, Buffer.from([7, 0x80]));
  return [
    extension(OID.basicConstraints, der(SEQUENCE), true),
    extension(OID.keyUsage, usage, true),
    extension(OID.extendedKeyUsage, der(SEQUENCE, hex(OID.serverAuth)), false),
    extension(OID.subjectAltName, der(SEQUENCE, ...alternatives), false),
  ];
}

function extension(oid: string, value: Buffer, isCritical: boolean): Buffer {
  return der(SEQUENCE, hex(oid), ...(isCritical ? [TRUE] : []), der(OCTET_STRING, value));
}

/** One value: its tag, its length, and its parts. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const prefix =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...prefix]), content]);
}

/** Positive, since browsers refuse any other. */
function serialNumber(): Buffer {
  const serial = randomBytes(SERIAL_BYTES);
  serial[0] = ((serial[0] as number) & 0x7f) | 0x40;
  return serial;
}

function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(GENERALIZED_TIME, Buffer.from(text));
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...new Array<string>(missing).fill('0'), ...groups(tail)];
  return hex(all.map((group) => group.padStart(4, '0')).join(''));
}
