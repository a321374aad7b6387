import { describe, expect, test } from 'bun:test';
import { isPrivate, isPrivateAddress } from '../src/host-address.ts';

const PRIVATE_IPV4 = ['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '192.168.1.1'];

/** An IPv4 address as two groups of an IPv6 address. */
function groupsOf(ipv4: string): string {
  return Buffer.from(ipv4.split('.').map(Number))
    .toString('hex')
    .replace(/^(.{4})/, '$1:');
}

describe('An address is private', () => {
  test.each([
    ...PRIVATE_IPV4,
    '::',
    '::1',
    'fd12::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '64:ff9b:1::808:808',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  ])('%s', (address) => expect(isPrivateAddress(address)).toBe(true));

  test.each(PRIVATE_IPV4)('however %s is written as IPv6', (ipv4) => {
    const groups = groupsOf(ipv4);
    const forms = [
      `::ffff:${ipv4}`,
      `::ffff:${groups}`,
      `::ffff:0:${groups}`,
      `::${ipv4}`,
      `::${groups}`,
      `0:0:0:0:0:ffff:${groups}`,
      `64:ff9b::${ipv4}`,
      `64:ff9b::${groups}`,
      `64:FF9B::${groups.toUpperCase()}`,
      `2002:${groups}::1`,
      `2002:${groups}:1:2:3:4:5`,
    ];
    for (const form of forms) expect(isPrivateAddress(form), form).toBe(true);
  });

  test('as URL writes it', async () => {
    for (const host of ['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[::127.0.0.1]', '2130706433', '0x7f.1'])
      expect(await isPrivate(new URL(`http://${host}/`)), host).toBe(true);
  });
});

test.each([
  '8.8.8.8',
  '172.32.0.1',
  '2a00:1450:4001::1',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '64:ff9b::808:808',
  '2002:808:808::1',
])('%s is public', (address) => expect(isPrivateAddress(address)).toBe(false));
