import { expect, test } from 'bun:test';
import { locateObject } from '../../../build/pull/object-address.ts';
import { testFunctions } from '../../table-of-cases.ts';
import table from './object-addresses.tsv' with { type: 'text' };

testFunctions(table, {
  addressOf: (text: string, environment: NodeJS.ProcessEnv) => {
    const { address, credentials } = locateObject(text, environment);
    expect(credentials).toBeNull();
    return address;
  },
  /** A message without the password. */
  refusalOf: (text: string, environment: NodeJS.ProcessEnv) => {
    try {
      return locateObject(text, environment);
    } catch (error) {
      expect((error as Error).message).not.toContain('hunter2');
      return (error as Error).message;
    }
  },
});

test('A request for an object is signed for it alone, at the time of the request', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  const { address, credentials } = locateObject('s3://food/catalog.db', keys, () => Date.UTC(2026, 0, 2));
  expect(credentials!.origin).toBe('https://food.s3.us-east-1.amazonaws.com');
  const request = { method: 'GET', address: new URL(address), headers: {}, body: null };
  expect(credentials!.authorize(request)).toMatchObject({
    'x-amz-date': '20260102T000000Z',
    authorization: expect.stringContaining('Credential=id/20260102/us-east-1/s3/aws4_request'),
  });
});
