import { BlockList, isIP } from 'node:net';
import { onDemand } from './on-demand.ts';

/** Hosts as URLs write them, and whether they lead to this machine or its own network, where services trust any caller. */

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the host of a URL is this machine, where nobody is in between. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

/** A host as URLs write it: an IPv6 address is in brackets there. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

const PRIVATE_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  // Multicast, and what is reserved for uses other than a host.
  ['192.0.0.0', 24],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
const PRIVATE_IPV6 = [
  // With the loopback and unspecified addresses; nothing else is in use of the first.
  ['::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  // Discarded, and for translation within a network.
  ['100::', 64],
  ['64:ff9b:1::', 48],
  // Teredo, which hides the IPv4 address that it leads to.
  ['2001::', 32],
] as const;
/** Ways to write an IPv4 address as IPv6, each with the bits before it: mapped, translated, NAT64, and 6to4. */
const EMBEDDINGS = [
  ['::ffff:', '', 96],
  ['::ffff:0:', '', 96],
  ['64:ff9b::', '', 96],
  ['2002:', '::', 16],
] as const;
const privateNetworks = onDemand(() => {
  const list = new BlockList();
  for (const [network, bits] of PRIVATE_IPV6) list.addSubnet(network, bits, 'ipv6');
  for (const [network, bits] of PRIVATE_IPV4) {
    list.addSubnet(network, bits, 'ipv4');
    const [a, b, c, d] = network.split('.').map(Number) as [number, number, number, number];
    const groups = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
    for (const [before, after, bitsBefore] of EMBEDDINGS)
      list.addSubnet(before + groups + after, bitsBefore + bits, 'ipv6');
  }
  return list;
});

/** Every such name is this machine (RFC 6761, 6.3): fetch connects to it, even if no resolver knows the name. */
const LOCALHOST = /(?:^|\.)localhost\.?$/;

export type LookUp = (host: string) => Promise<readonly string[]>;

/**
 * Whether any of the addresses of a URL is private. A name that cannot be resolved here is left to the fetch itself.
 */
export async function isPrivate({ hostname }: URL, lookUp: LookUp = lookUpAll): Promise<boolean> {
  if (LOCALHOST.test(hostname)) return true;
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await lookUp(host).catch(() => []) : [host];
  return addresses.some(isPrivateAddress);
}

export function isPrivateAddress(address: string): boolean {
  return privateNetworks().check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

async function lookUpAll(host: string): Promise<string[]> {
  const { lookup } = await import('node:dns/promises');
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
