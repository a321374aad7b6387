import { describe, expect, test } from 'bun:test';
import { contains, type Network, parseAddress, parseNetwork } from '../../src/admission/address.ts';
import { clientOf } from '../../src/admission/client.ts';
import { wordsOf } from '../words-of.ts';

const trusted = ['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.7'].map(
  (text) => parseNetwork(text) as Network,
);
const client = (peer: string, forwardedFor: string | null = null, proxies = trusted) =>
  clientOf({ clientAddress: peer, header: () => forwardedFor }, proxies);

describe('A client is', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', 'unknown'],
    ['nonsense', 'unknown'],
    ['300.1.1.1', 'unknown'],
    ['1:2:3', 'unknown'],
    ['::1::2', 'unknown'],
    ['1:2:3:4:5:6:7:8:9', 'unknown'],
    [':'.repeat(10_000), 'unknown'],
  ])('%s → %s', (peer, bucket) => {
    expect(client(peer)).toBe(bucket);
    expect(client(peer, null, [])).toBe(bucket);
  });

  test('the /64 of its address, whatever the rest is', () => {
    const buckets = new Set(
      Array.from({ length: 5000 }, (_, i) =>
        client(`2001:db8:1:2:${i.toString(16)}:7:${(i * 3).toString(16)}:1`),
      ),
    );
    expect([...buckets]).toEqual(['2001:db8:1:2']);
    expect(client('2001:db8:1:3::1')).not.toBe('2001:db8:1:2');
  });
});

describe('X-Forwarded-For', () => {
  test.each([
    ['from a stranger changes nothing', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    [
      'from a stranger with a proxy’s address in it changes nothing',
      '203.0.113.9',
      '10.0.0.1',
      '203.0.113.9',
    ],
    ['from a trusted proxy gives the client', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['from an IPv4-mapped proxy gives the client', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['from a proxy named by one address', '192.0.2.7', '198.51.100.1', '198.51.100.1'],
    ['from the address next to it means nothing', '192.0.2.8', '198.51.100.1', '192.0.2.8'],
    ['from a proxy with IPv6', '2001:db8:ffff:1::1', '198.51.100.1', '198.51.100.1'],
    [
      'counts the right-most entry that is not trusted',
      '10.0.0.1',
      '1.1.1.1, 198.51.100.1, 10.9.9.9',
      '198.51.100.1',
    ],
    [
      'cannot be forged by entries further left',
      '10.0.0.1',
      '10.0.0.9, 1.1.1.1, 198.51.100.1',
      '198.51.100.1',
    ],
    ['with only trusted proxies gives the farthest of them', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['without an entry gives the proxy itself', '10.0.0.1', '', '10.0.0.1'],
    ['that is missing gives the proxy itself', '10.0.0.1', null, '10.0.0.1'],
    ['with garbage gives the proxy itself', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['with garbage behind a proxy gives that proxy', '10.0.0.1', 'x, 10.0.0.2', '10.0.0.2'],
    ['with ports', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['with IPv6 in brackets', '10.0.0.1', '[2001:db8:1:2::9]:4711', '2001:db8:1:2'],
    ['with IPv6', '10.0.0.1', '2001:db8:1:2::9', '2001:db8:1:2'],
    ['with white space', '10.0.0.1', ' \t198.51.100.1 ,10.0.0.2 ', '198.51.100.1'],
    ['with an empty entry at the end', '10.0.0.1', '198.51.100.1,', '10.0.0.1'],
  ])('%s', (_, peer, header, bucket) => {
    expect(client(peer, header)).toBe(bucket);
  });

  test('is not even read when the peer is not trusted', () => {
    const header = () => {
      throw new Error('read');
    };
    expect(clientOf({ clientAddress: '203.0.113.9', header }, trusted)).toBe('203.0.113.9');
    expect(clientOf({ clientAddress: '203.0.113.9', header }, [])).toBe('203.0.113.9');
  });

  test('may have any length', () => {
    expect(client('10.0.0.1', '10.0.0.2,'.repeat(100_000))).toBe('10.0.0.1');
    expect(client('10.0.0.1', `${'10.0.0.2, '.repeat(100_000)}10.0.0.2`)).toBe('10.0.0.2');
    expect(client('10.0.0.1', ':'.repeat(100_000))).toBe('10.0.0.1');
  });
});

describe('A network', () => {
  test.each(
    wordsOf(`
    10.0.0.0/8 0.0.0.0/0 ::/0 2001:db8::/33 127.0.0.1 ::1/128 192.0.2.129/32 192.0.2.128/25
    ::ffff:10.0.0.0/104 fe80::/10
  `),
  )('may be %s', (text) => {
    expect(parseNetwork(text)).not.toBeNull();
  });

  test.each([
    '',
    ...wordsOf(`
      / 10.0.0.0/33 10.0.0.0/-1 10.0.0.0/x 10.0.0/8 ::/129 all 1.2.3.4/8/8 10.0.0.1/8 192.168.1.5/24
      0.0.0.1/0 192.0.2.129/25 192.0.2.1/31 ::ffff:10.0.0.0/8 ::ffff:10.0.0.0/96 ::1/0 2001:db8::1/64
      2001:db8:8000::/32
    `),
  ])('may not be %s', (text) => {
    expect(parseNetwork(text)).toBeNull();
  });

  test.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['2001:db8::/33', '2001:db8:7fff::1', true],
    ['2001:db8::/33', '2001:db8:8000::1', false],
    ['192.0.2.128/25', '192.0.2.127', false],
    ['192.0.2.128/25', '::ffff:192.0.2.129', true],
  ])('%s with %s in it: %p', (network, address, isIn) => {
    expect(contains(parseNetwork(network)!, parseAddress(address)!)).toBe(isIn);
  });
});
