import { describe, expect, test } from 'bun:test';
import { encodePath, signRequest } from '../../../build/pull/signature.ts';

/** The examples that AWS publishes in "Authenticating Requests: Using the Authorization Header (SigV4)". */
const KEYS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  sessionToken: null,
  region: 'us-east-1',
};
const NOW_MS = Date.UTC(2013, 4, 24);
const HOST = 'https://examplebucket.s3.amazonaws.com';

function signatureOf(method: string, target: string, headers: Record<string, string>, body: string | null) {
  const request = {
    method,
    address: new URL(HOST + target),
    headers,
    body: body === null ? null : Buffer.from(body),
  };
  return signRequest(request, KEYS, NOW_MS).authorization!.split(/[ ,]/).slice(1);
}
const credential = 'Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';

describe('A signature is that of the published example', () => {
  test.each([
    {
      name: 'of a GET with a range',
      method: 'GET',
      target: '/test.txt',
      headers: { range: 'bytes=0-9' },
      body: null,
      signed: 'host;range;x-amz-content-sha256;x-amz-date',
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    {
      name: 'of a PUT whose key has to be encoded',
      method: 'PUT',
      target: `/${encodePath('test$file.text')}`,
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: 'Welcome to Amazon S3.',
      signed: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
      signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    },
    {
      name: 'of a GET with a parameter that has no value',
      method: 'GET',
      target: '/?lifecycle',
      headers: {},
      body: null,
      signed: 'host;x-amz-content-sha256;x-amz-date',
      signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    },
    {
      name: 'of a GET with several parameters',
      method: 'GET',
      target: '/?prefix=J&max-keys=2',
      headers: {},
      body: null,
      signed: 'host;x-amz-content-sha256;x-amz-date',
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
  ])('$name', ({ method, target, headers, body, signed, signature }) => {
    expect(signatureOf(method, target, headers, body)).toEqual([
      credential,
      `SignedHeaders=${signed}`,
      `Signature=${signature}`,
    ]);
  });
});

test('A session token is sent and signed', () => {
  const request = { method: 'GET', address: new URL(HOST), headers: {}, body: null };
  const headers = signRequest(request, { ...KEYS, sessionToken: 'token' }, NOW_MS);
  expect(headers['x-amz-security-token']).toBe('token');
  expect(headers.authorization).toContain('x-amz-date;x-amz-security-token,');
});

test('A key is encoded as the signature requires, and slashes stay', () => {
  expect(encodePath("a b/ü+(1)!*'~.db")).toBe('a%20b/%C3%BC%2B%281%29%21%2A%27~.db');
});
