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
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const;
const privateNetworks = onDemand(() => {
  const list = new BlockList();
  for (const [network, bits] of PRIVATE_IPV4) list.addSubnet(network, bits, 'ipv4');
  for (const [network, bits] of PRIVATE_IPV6) list.addSubnet(network, bits, 'ipv6');
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
  const ipv4 = embeddedIpv4(address);
  if (ipv4 !== null) return privateNetworks().check(ipv4, 'ipv4');
  return privateNetworks().check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** An IPv4-mapped address, as people write it or as URL does: `::ffff:127.0.0.1`, `::ffff:7f00:1`. */
function embeddedIpv4(address: string): string | null {
  const [, dotted, high, low] =
    /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i.exec(address) ?? [];
  if (dotted !== undefined) return dotted;
  if (high === undefined || low === undefined) return null;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return `${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`;
}

async function lookUpAll(host: string): Promise<string[]> {
  const { lookup } = await import('node:dns/promises');
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
