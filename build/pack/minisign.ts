import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { PlainError } from '../../src/plain-error.ts';

/**
 * Keys and signatures in the format of minisign (https://jedisct1.github.io/minisign/), so that anyone can check what we
 * signed with the standard tool, and we can check what it signed.
 */
export interface PublicKey {
  /** As minisign shows it: 16 hexadecimal digits. */
  readonly id: string;
  /** The base64 text that `minisign -P` takes. */
  readonly text: string;
  verify(message: Uint8Array, signature: Uint8Array): boolean;
}

export interface SecretKey {
  readonly publicKey: PublicKey;
  sign(message: Uint8Array): Buffer;
}

/** A signature over the bytes themselves, as minisign made them until 2021, and one over their BLAKE2b-512. */
const PLAIN = 'Ed';
const PREHASHED = 'ED';
const NO_PASSWORD = '\0\0';
const WITH_PASSWORD = 'Sc';
const CHECKSUM = 'B2';
const ALGORITHM_BYTES = 2;
const ID_BYTES = 8;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** The salt and two limits of a password that these keys do not have. */
const PASSWORD_BYTES = 48;
const PUBLIC_BYTES = ALGORITHM_BYTES + ID_BYTES + KEY_BYTES;
const SECRET_BYTES = 3 * ALGORITHM_BYTES + PASSWORD_BYTES + ID_BYTES + 2 * KEY_BYTES + KEY_BYTES;
/** What precedes the 32 bytes of an Ed25519 key in DER, which is what node:crypto reads. */
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex');
const SECRET_DER = Buffer.from('302e020100300506032b657004220420', 'hex');

const UNTRUSTED = 'untrusted comment: ';
const TRUSTED = 'trusted comment: ';
/** Keys and signatures are a few hundred bytes. */
export const MAX_MINISIGN_BYTES = 8 * 1024;

/** A new key pair as the texts of its two files. The secret key has no password, since a timer cannot type one. */
export function createKeyPair(): { secret: string; public: string; publicKey: PublicKey } {
  const pair = generateKeyPairSync('ed25519');
  const seed = pair.privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(SECRET_DER.length);
  const point = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_DER.length);
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)));
  const publicKey = publicKeyOf(id, point);
  const both = Buffer.concat([id, seed, point]);
  const secret = Buffer.concat([
    Buffer.from(PLAIN + NO_PASSWORD + CHECKSUM, 'latin1'),
    Buffer.alloc(PASSWORD_BYTES),
    both,
    checksumOf(both),
  ]);
  return {
    secret: `${UNTRUSTED}minisign secret key ${publicKey.id}\n${secret.toString('base64')}\n`,
    public: `${UNTRUSTED}minisign public key ${publicKey.id}\n${publicKey.text}\n`,
    publicKey,
  };
}

function checksumOf(idAndKey: Buffer): Buffer {
  return new Bun.CryptoHasher('blake2b256').update(PLAIN).update(idAndKey).digest();
}

function publicKeyOf(id: Buffer, point: Buffer): PublicKey {
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_DER, point]), format: 'der', type: 'spki' });
  return {
    id: shownId(id),
    text: Buffer.concat([Buffer.from(PLAIN), id, point]).toString('base64'),
    verify: (message, signature) => verify(null, message, key, signature),
  };
}

/** The number that the bytes are, the last one first. */
function shownId(id: Buffer): string {
  return Buffer.from(id).reverse().toString('hex').toUpperCase();
}

/** Reads the text of a public key, alone or with its comment. `where` names it in the message that refuses it. */
export function readPublicKey(text: string, where: string): PublicKey {
  const bytes = decode(withoutComment(text));
  if (bytes?.length !== PUBLIC_BYTES || algorithmOf(bytes) !== PLAIN) {
    throw new PlainError(
      where,
      'is not a public key of minisign',
      'give the text or the file of one (FILE.pub)',
    );
  }
  const id = bytes.subarray(ALGORITHM_BYTES, ALGORITHM_BYTES + ID_BYTES);
  return publicKeyOf(id, bytes.subarray(ALGORITHM_BYTES + ID_BYTES));
}

export function readSecretKey(text: string, where: string): SecretKey {
  const bytes = decode(withoutComment(text));
  if (bytes?.length !== SECRET_BYTES || algorithmOf(bytes) !== PLAIN) {
    throw new PlainError(where, 'is not a secret key of minisign', 'make one with `larder key-pair`');
  }
  const [protection, checksum] = [bytes.toString('latin1', 2, 4), bytes.toString('latin1', 4, 6)];
  if (protection === WITH_PASSWORD) {
    const remedy = 'make one without with `larder key-pair` or `minisign -G -W`';
    throw new PlainError(where, 'has a password, which nobody can type for a timer', remedy);
  }
  const both = bytes.subarray(3 * ALGORITHM_BYTES + PASSWORD_BYTES, -KEY_BYTES);
  const [id, seed] = [both.subarray(0, ID_BYTES), both.subarray(ID_BYTES, ID_BYTES + KEY_BYTES)];
  const key = createPrivateKey({ key: Buffer.concat([SECRET_DER, seed]), format: 'der', type: 'pkcs8' });
  const point = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_DER.length);
  // minisign leaves the checksum of a key without a password empty.
  const isIntact =
    [NO_CHECKSUM, checksumOf(both)].some((known) => known.equals(bytes.subarray(-KEY_BYTES))) &&
    point.equals(both.subarray(ID_BYTES + KEY_BYTES));
  if (protection !== NO_PASSWORD || checksum !== CHECKSUM || !isIntact) {
    throw new PlainError(where, 'is damaged', 'restore it from a backup');
  }
  return { publicKey: publicKeyOf(id, point), sign: (message) => sign(null, message, key) };
}
const NO_CHECKSUM = Buffer.alloc(KEY_BYTES);

/** The text of the `.minisig` of these bytes. The trusted comment is signed as well. */
export function signBytes(bytes: Uint8Array, { publicKey, sign }: SecretKey, trustedComment: string): string {
  const signature = sign(hashOf(bytes));
  const id = Buffer.from(publicKey.text, 'base64').subarray(ALGORITHM_BYTES, ALGORITHM_BYTES + ID_BYTES);
  const first = Buffer.concat([Buffer.from(PREHASHED), id, signature]);
  const second = sign(Buffer.concat([signature, Buffer.from(trustedComment)]));
  return [
    `${UNTRUSTED}signature from larder, key ${publicKey.id}`,
    first.toString('base64'),
    TRUSTED + trustedComment,
    second.toString('base64'),
    '',
  ].join('\n');
}

/** Why bytes are not what the owner of a key signed; null if they are. */
export function findForgery(bytes: Uint8Array, minisig: string, key: PublicKey): string | null {
  const [comment = '', first = '', trusted = '', second = ''] = minisig.split(/\r?\n/);
  const [signed, sealed] = [decode(first), decode(second)];
  const isSignature =
    comment.startsWith(UNTRUSTED) &&
    trusted.startsWith(TRUSTED) &&
    signed?.length === ALGORITHM_BYTES + ID_BYTES + SIGNATURE_BYTES &&
    sealed?.length === SIGNATURE_BYTES;
  if (!isSignature) return 'its signature is not one of minisign';
  const id = shownId(signed.subarray(ALGORITHM_BYTES, ALGORITHM_BYTES + ID_BYTES));
  if (id !== key.id) return `it is signed by another key (${id}, not ${key.id})`;
  const signature = signed.subarray(ALGORITHM_BYTES + ID_BYTES);
  const algorithm = algorithmOf(signed);
  if (algorithm !== PLAIN && algorithm !== PREHASHED) return 'its signature is not one of minisign';
  const message = algorithm === PREHASHED ? hashOf(bytes) : bytes;
  const sealedComment = Buffer.from(trusted.slice(TRUSTED.length));
  const isGenuine =
    key.verify(message, signature) && key.verify(Buffer.concat([signature, sealedComment]), sealed);
  return isGenuine ? null : 'its signature does not match: it was changed after it was signed';
}

function hashOf(bytes: Uint8Array): Buffer {
  return new Bun.CryptoHasher('blake2b512').update(bytes).digest();
}

function algorithmOf(bytes: Buffer): string {
  return bytes.toString('latin1', 0, ALGORITHM_BYTES);
}

function withoutComment(text: string): string {
  const [first = '', second = ''] = text.trim().split(/\r?\n/);
  return first.startsWith(UNTRUSTED) ? second : first;
}

/** Null for a text that is not base64, of which node:crypto would skip what it cannot read. */
function decode(text: string): Buffer | null {
  const bytes = Buffer.from(text.trim(), 'base64');
  return bytes.toString('base64') === text.trim() ? bytes : null;
}
