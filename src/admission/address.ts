import { isIPv6 } from 'node:net';

/**
 * Network addresses as eight groups of 16 bits. An IPv4 address is stored as its IPv6-mapped form, so that
 * `::ffff:192.0.2.1` equals `192.0.2.1` and one comparison serves both families.
 */
export type Address = readonly number[];

/** A network from the configuration, such as that of a proxy. */
export interface Network {
  readonly address: Address;
  /** The prefix length, out of 128. */
  readonly bits: number;
}

const GROUPS = 8;
const BITS_PER_GROUP = 16;
const MAPPED_PREFIX = [0, 0, 0, 0, 0, 0xffff] as const;
/** The IPv4 address follows these bits. */
const MAPPED_BITS = 96;
/** The longest text of an address: eight groups, the last two as IPv4. Anything longer is rejected unread. */
const MAX_TEXT_LENGTH = 45;

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** Null when the text is not an address. A zone (`%eth0`) is ignored. */
export function parseAddress(text: string): Address | null {
  const zone = text.indexOf('%');
  const plain = zone === -1 ? text : text.slice(0, zone);
  if (plain.length > MAX_TEXT_LENGTH) return null;
  return plain.includes(':') ? parseIpv6(plain) : parseIpv4(plain);
}

/** `192.0.2.0/24`, `2001:db8::/32`, or a single address. Null when it is neither, or has stray bits. */
export function parseNetwork(text: string): Network | null {
  const network = readNetwork(text);
  return network === null || hasBitsAfter(network) ? null : network;
}

/**
 * Whether a network has bits set after its prefix. Whoever wrote it meant another: `10.1.2.3/8` perhaps a single
 * address, and `::ffff:10.0.0.0/8`, which contains every IPv4 address, certainly `10.0.0.0/8`.
 */
export function hasStrayBits(text: string): boolean {
  const network = readNetwork(text);
  return network !== null && hasBitsAfter(network);
}

function hasBitsAfter({ address, bits }: Network): boolean {
  return address.some((group, i) => (group & ~maskOf(bits, i)) !== 0);
}

function readNetwork(text: string): Network | null {
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
  for (let i = 0; i * BITS_PER_GROUP < bits; i++) {
    const mask = maskOf(bits, i);
    if (((network[i] as number) & mask) !== ((address[i] as number) & mask)) return false;
  }
  return true;
}

/** The bits of a group that belong to a prefix of this length. */
function maskOf(bits: number, group: number): number {
  const inGroup = Math.min(BITS_PER_GROUP, Math.max(0, bits - group * BITS_PER_GROUP));
  return (0xffff << (BITS_PER_GROUP - inGroup)) & 0xffff;
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
  if (!isIPv6(text)) return null;
  const [head = [], tail = []] = text.split('::').map(groupsOf);
  return [...head, ...new Array<number>(GROUPS - head.length - tail.length).fill(0), ...tail];
}

/** Groups of hexadecimal digits; the last may be an IPv4 address, which counts as two. */
function groupsOf(half: string): number[] {
  const parts = half === '' ? [] : half.split(':');
  return parts.flatMap((part) => parseIpv4(part)?.slice(-2) ?? Number.parseInt(part, 16));
}
