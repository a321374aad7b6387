/**
 * Network addresses as numbers. An IPv4 address is kept as the IPv6 address that maps it, so that `::ffff:192.0.2.1`
 * and `192.0.2.1` are one, and one comparison serves both families.
 */
export type Address = readonly number[];

/** Networks that are named in the configuration, such as those of proxies. */
export interface Network {
  readonly address: Address;
  /** How many of the 128 bits count. */
  readonly bits: number;
}

const GROUPS = 8;
const BITS_PER_GROUP = 16;
const MAPPED_PREFIX = [0, 0, 0, 0, 0, 0xffff] as const;
/** Behind this many bits, the IPv4 address begins. */
const MAPPED_BITS = 96;
/** The longest text that is an address: eight groups, the last two as IPv4. Anything longer is not read. */
const LONGEST_TEXT = 45;

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
const HEX_GROUP = /^[0-9a-f]{1,4}$/i;

/** Null when the text is no address. A zone (`%eth0`) does not matter. */
export function parseAddress(text: string): Address | null {
  const zone = text.indexOf('%');
  const plain = zone === -1 ? text : text.slice(0, zone);
  if (plain.length > LONGEST_TEXT) return null;
  return plain.includes(':') ? parseIpv6(plain) : parseIpv4(plain);
}

/** `192.0.2.0/24`, `2001:db8::/32`, or a single address. Null when it is none of these. */
export function parseNetwork(text: string): Network | null {
  const slash = text.indexOf('/');
  const address = parseAddress(slash === -1 ? text : text.slice(0, slash));
  if (address === null) return null;
  const isIpv4 = !text.includes(':');
  const most = isIpv4 ? 128 - MAPPED_BITS : 128;
  if (slash === -1) return { address, bits: 128 };
  const length = text.slice(slash + 1);
  if (!/^\d{1,3}$/.test(length) || Number(length) > most) return null;
  return { address, bits: Number(length) + (isIpv4 ? MAPPED_BITS : 0) };
}

export function contains({ address: network, bits }: Network, address: Address): boolean {
  let left = bits;
  for (let i = 0; left > 0; i++, left -= BITS_PER_GROUP) {
    const mask = left >= BITS_PER_GROUP ? 0xffff : (0xffff << (BITS_PER_GROUP - left)) & 0xffff;
    if (((network[i] as number) & mask) !== ((address[i] as number) & mask)) return false;
  }
  return true;
}

export function isIpv4(address: Address): boolean {
  return MAPPED_PREFIX.every((group, i) => address[i] === group);
}

function parseIpv4(text: string): Address | null {
  const match = IPV4.exec(text);
  if (match === null) return null;
  const [a, b, c, d] = match.slice(1).map(Number) as [number, number, number, number];
  if (a > 255 || b > 255 || c > 255 || d > 255) return null;
  return [...MAPPED_PREFIX, (a << 8) | b, (c << 8) | d];
}

function parseIpv6(text: string): Address | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const head = parseGroups(halves[0] as string);
  const tail = parseGroups(halves[1] ?? '');
  if (head === null || tail === null) return null;
  const missing = GROUPS - head.length - tail.length;
  // Without `::` all groups stand there; with it, at least one is left out.
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** Groups of hexadecimal digits; the last may be an IPv4 address, which is two of them. */
function parseGroups(text: string): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [i, part] of parts.entries()) {
    if (i === parts.length - 1 && part.includes('.')) {
      const ipv4 = parseIpv4(part);
      if (ipv4 === null) return null;
      groups.push(ipv4[6] as number, ipv4[7] as number);
    } else if (HEX_GROUP.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}
