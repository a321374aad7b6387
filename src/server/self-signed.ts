import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import * as x509 from '@peculiar/asn1-x509';
import type { TlsPair } from '../http/listen.ts';

/** The longest that browsers accept for a certificate whose authority a person trusts by hand. */
const VALID_DAYS = 825;
/** A clock that is slow by up to a day still accepts a new certificate. */
const CLOCK_SKEW_DAYS = 1;
const DAY_MS = 86_400_000;
const SERIAL_BYTES = 16;
/** Of a common name, by RFC 5280. */
const MAX_NAME_LENGTH = 64;
const COMMON_NAME = '2.5.4.3';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';

/**
 * A certificate that this machine makes for itself, for a home network where no authority would issue one: an elliptic
 * key on P-256, valid for a server under these names and addresses. Phones let people trust only authorities, so one is
 * made to sign it, and follows it in the chain. The authority's key is not kept, so that it never signs anything else.
 */
export function makeSelfSigned(names: readonly string[], nowMs: number): TlsPair {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const alternatives = names.map(
    (name) => new x509.GeneralName(isIP(name) === 0 ? { dNSName: name } : { iPAddress: name }),
  );
  const issuer = nameOf(`larder on ${hostname()}`.slice(0, MAX_NAME_LENGTH));
  const signed = (subject: x509.Name, key: KeyObject, extensions: x509.Extension[]) =>
    signCertificate({ subject, issuer, key, signer: authority, nowMs, extensions });
  const root = signed(issuer, authority.publicKey, [
    extension(
      x509.id_ce_basicConstraints,
      true,
      new x509.BasicConstraints({ cA: true, pathLenConstraint: 0 }),
    ),
    extension(x509.id_ce_keyUsage, true, new x509.KeyUsage(x509.KeyUsageFlags.keyCertSign)),
  ]);
  const leaf = signed(nameOf('larder'), server.publicKey, [
    extension(x509.id_ce_basicConstraints, true, new x509.BasicConstraints()),
    extension(x509.id_ce_keyUsage, true, new x509.KeyUsage(x509.KeyUsageFlags.digitalSignature)),
    extension(x509.id_ce_extKeyUsage, false, new x509.ExtendedKeyUsage([x509.id_kp_serverAuth])),
    extension(x509.id_ce_subjectAltName, false, new x509.SubjectAlternativeName(alternatives)),
  ]);
  return {
    cert: leaf + root,
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

interface Unsigned {
  subject: x509.Name;
  issuer: x509.Name;
  key: KeyObject;
  signer: { publicKey: KeyObject; privateKey: KeyObject };
  nowMs: number;
  extensions: x509.Extension[];
}

/** The certificate as PEM, with the identifiers of its key and of its signer's, by which browsers build chains. */
function signCertificate({ subject, issuer, key, signer, nowMs, extensions }: Unsigned): string {
  const algorithm = new x509.AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
  const signerId = new x509.AuthorityKeyIdentifier({
    keyIdentifier: new x509.KeyIdentifier(keyId(signer.publicKey)),
  });
  const tbsCertificate = new x509.TBSCertificate({
    version: x509.Version.v3,
    serialNumber: serialNumber(),
    signature: algorithm,
    issuer,
    validity: new x509.Validity({
      notBefore: new Date(nowMs - CLOCK_SKEW_DAYS * DAY_MS),
      notAfter: new Date(nowMs + VALID_DAYS * DAY_MS),
    }),
    subject,
    subjectPublicKeyInfo: publicKeyInfo(key),
    extensions: new x509.Extensions([
      ...extensions,
      extension(x509.id_ce_subjectKeyIdentifier, false, new x509.SubjectKeyIdentifier(keyId(key))),
      extension(x509.id_ce_authorityKeyIdentifier, false, signerId),
    ]),
  });
  const signature = sign('sha256', new Uint8Array(AsnConvert.serialize(tbsCertificate)), signer.privateKey);
  const certificate = new x509.Certificate({
    tbsCertificate,
    signatureAlgorithm: algorithm,
    signatureValue: new Uint8Array(signature).buffer,
  });
  return new X509Certificate(new Uint8Array(AsnConvert.serialize(certificate))).toString();
}

function nameOf(utf8String: string): x509.Name {
  const value = new x509.AttributeValue({ utf8String });
  const attribute = new x509.AttributeTypeAndValue({ type: COMMON_NAME, value });
  return new x509.Name([new x509.RelativeDistinguishedName([attribute])]);
}

function publicKeyInfo(key: KeyObject): x509.SubjectPublicKeyInfo {
  return AsnConvert.parse(key.export({ type: 'spki', format: 'der' }), x509.SubjectPublicKeyInfo);
}

/** RFC 5280 (4.2.1.2) makes it by SHA-1, which nothing here has to resist. */
function keyId(key: KeyObject): ArrayBuffer {
  const bits = new Uint8Array(publicKeyInfo(key).subjectPublicKey);
  return new Uint8Array(createHash('sha1').update(bits).digest()).buffer;
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

function extension(extnID: string, critical: boolean, value: unknown): x509.Extension {
  return new x509.Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

/** Positive, since browsers refuse any other. */
function serialNumber(): ArrayBuffer {
  const serial = new Uint8Array(randomBytes(SERIAL_BYTES));
  serial[0] = ((serial[0] as number) & 0x7f) | 0x40;
  return serial.buffer;
}
