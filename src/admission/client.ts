import { type Address, contains, isIpv4, type Network, parseAddress } from './address.ts';
import type { CallFacts } from './admission.ts';

/**
 * For limits, a client is an IPv4 address, or the /64 of an IPv6 address, since a /64 is what one subscriber gets.
 */
const GROUPS_PER_SUBSCRIBER = 4;

/**
 * A home is often given a /56 and a site a /48, so one subscriber may have 256 or 65,536 clients. Both networks have
 * budgets of their own, this many times that of one client.
 */
export const CLIENTS_PER_NETWORK = [8, 64] as const;

/** Peers whose address cannot be parsed share one budget. */
const UNKNOWN_CLIENT = 'unknown';

/** No chain of proxies is longer; entries further left in the header are not read. */
const MAX_CHAIN_LENGTH = 32;

/** Whom a request is from, as far as it says. */
type Sender = Pick<CallFacts, 'clientAddress' | 'header'>;

/**
 * The client of a request. `X-Forwarded-For` is read only when the peer is a trusted proxy: from anyone else the header
 * means nothing. The client is then the right-most entry that is not a trusted proxy itself. An entry that is not an
 * address ends the search, and the proxy that passed it on counts as the client.
 */
export function clientOf(sender: Sender, trustedProxies: readonly Network[]): string {
  const address = addressOf(sender, trustedProxies);
  return address === null ? UNKNOWN_CLIENT : bucketOf(address);
}

/** Whether the client of a request is in one of these networks. */
export function isClientIn(
  networks: readonly Network[],
  sender: Sender,
  trustedProxies: readonly Network[],
): boolean {
  const address = addressOf(sender, trustedProxies);
  return address !== null && isIn(address, networks);
}

/** Null where the address of the peer cannot be parsed. */
function addressOf(sender: Sender, trustedProxies: readonly Network[]): Address | null {
  const address = parseAddress(sender.clientAddress);
  if (address === null || !isIn(address, trustedProxies)) return address;
  return furthestKnown(address, sender.header('x-forwarded-for') ?? '', trustedProxies);
}

/** The /56 and the /48 around an IPv6 client; none for any other. */
export function networksOf(client: string): readonly string[] {
  if (!client.includes(':')) return [];
  const [a, b, c, d] = client.split(':');
  const site = `${a}:${b}:${c}`;
  return [`${site}:${(Number.parseInt(d as string, 16) >> 8).toString(16)}`, site];
}

/** What one subscriber has at most: the /48 of an IPv6 client, or the client itself. */
export function siteOf(client: string): string {
  return networksOf(client).at(-1) ?? client;
}

function furthestKnown(peer: Address, header: string, trustedProxies: readonly Network[]): Address {
  let known = peer;
  for (const entry of header.split(',').slice(-MAX_CHAIN_LENGTH).reverse()) {
    const address = parseEntry(entry.trim());
    if (address === null) return known;
    known = address;
    if (!isIn(address, trustedProxies)) return known;
  }
  return known;
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function parseEntry(entry: string): Address | null {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry);
  if (bracketed !== null) return parseAddress(bracketed[1] as string);
  const withPort = /^([\d.]+):\d{1,5}$/.exec(entry);
  return parseAddress(withPort === null ? entry : (withPort[1] as string));
}

function isIn(address: Address, networks: readonly Network[]): boolean {
  return networks.some((network) => contains(network, address));
}

/** The client that an address belongs to. */
export function bucketOf(address: Address): string {
  if (isIpv4(address)) {
    const [high, low] = [address[6] as number, address[7] as number];
    return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
  }
  return address
    .slice(0, GROUPS_PER_SUBSCRIBER)
    .map((group) => group.toString(16))
    .join(':');
}
