import { describe, expect, test } from 'bun:test';
import { locateObject } from '../../../build/pull/object-address.ts';

const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

describe('An object is at the address', () => {
  test.each([
    [
      'of its bucket on S3',
      's3://food/a/catalog.db',
      {},
      'https://food.s3.us-east-1.amazonaws.com/a/catalog.db',
    ],
    [
      'of its region',
      's3://food/catalog.db',
      { AWS_REGION: 'eu-west-1', AWS_DEFAULT_REGION: 'eu-west-2' },
      'https://food.s3.eu-west-1.amazonaws.com/catalog.db',
    ],
    [
      'of the region’s host, if the name of the bucket has dots',
      's3://food.example/catalog.db',
      { AWS_DEFAULT_REGION: 'eu-west-1' },
      'https://s3.eu-west-1.amazonaws.com/food.example/catalog.db',
    ],
    [
      'of another store',
      's3://food/catalog.db',
      { AWS_ENDPOINT_URL: 'http://10.0.0.5:9000/' },
      'http://10.0.0.5:9000/food/catalog.db',
    ],
    [
      'of the store for objects, if there is one of its own',
      's3://food/catalog.db',
      { AWS_ENDPOINT_URL: 'http://10.0.0.5/', AWS_ENDPOINT_URL_S3: 'http://10.0.0.6/' },
      'http://10.0.0.6/food/catalog.db',
    ],
    [
      'that its key is encoded in',
      's3://food/new ü?#/catalog.db',
      {},
      'https://food.s3.us-east-1.amazonaws.com/new%20%C3%BC%3F%23/catalog.db',
    ],
  ])('%s', (_, text, environment, address) => {
    expect(locateObject(text, environment)).toEqual({ address, credentials: null });
  });

  test('and signed for it alone, at the time of the request', () => {
    const { address, credentials } = locateObject('s3://food/catalog.db', KEYS, () => Date.UTC(2026, 0, 2));
    expect(credentials!.origin).toBe('https://food.s3.us-east-1.amazonaws.com');
    const request = { method: 'GET', address: new URL(address), headers: {}, body: null };
    expect(credentials!.authorize(request)).toMatchObject({
      'x-amz-date': '20260102T000000Z',
      authorization: expect.stringContaining('Credential=id/20260102/us-east-1/s3/aws4_request'),
    });
  });
});

describe('Refused, without showing a password, is', () => {
  test.each([
    [
      'a bucket without a key',
      's3://food',
      {},
      /s3:\/\/food: is not an address of the form s3:\/\/bucket\/key/,
    ],
    ['a bucket alone', 's3://food/', {}, /is not an address of the form/],
    ['a name that no bucket has', 's3://Food_/catalog.db', {}, /is not an address of the form/],
    ['a key that a URL would change', 's3://food/../catalog.db', {}, /is not an address of the form/],
    [
      'a password in the address',
      's3://id:hunter2@food/catalog.db',
      {},
      /^s3:\/\/…@food\/catalog\.db: is not an address .*; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/,
    ],
    [
      'a password in the address of the store',
      's3://food/catalog.db',
      { AWS_ENDPOINT_URL: 'https://id:hunter2@store.example' },
      /^AWS_ENDPOINT_URL: contains a user or password; set AWS_ACCESS_KEY_ID/,
    ],
    [
      'a store that is not on the web',
      's3://food/catalog.db',
      { AWS_ENDPOINT_URL: 'store.example' },
      /^AWS_ENDPOINT_URL: is not an http or https address \(store\.example\); give one such as https:/,
    ],
    [
      'one half of the keys',
      's3://food/catalog.db',
      { AWS_SECRET_ACCESS_KEY: 'hunter2' },
      /^AWS_SECRET_ACCESS_KEY: is set, but AWS_ACCESS_KEY_ID is not/,
    ],
    [
      'the other half',
      's3://food/catalog.db',
      { AWS_ACCESS_KEY_ID: 'hunter2' },
      /^AWS_ACCESS_KEY_ID: is set, but AWS_SECRET_ACCESS_KEY is not/,
    ],
  ])('%s', (_, text, environment, message) => {
    expect(() => locateObject(text, environment)).toThrow(message);
    expect(() => locateObject(text, environment)).not.toThrow('hunter2');
  });
});
