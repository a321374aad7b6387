import { accountsOption } from '../accounts/stores/accounts-option.ts';
import { hasStrayBits, type Network, parseNetwork } from '../admission/address.ts';
import { USUAL_INSTALLATION } from '../food/catalog.ts';
import { type AccessLog, LOG_LEVELS } from '../http/log.ts';
import {
  choice,
  integer,
  type OptionTable,
  optional,
  readLanguage,
  text,
  UsageError,
  type Values,
  withDefault,
} from '../options.ts';
import { readLimitsStore } from './limits-store-url.ts';

const MAX_PORT = 65_535;
/** More than any machine that larder runs on has cores. */
const MAX_THREADS = 64;
/** A sample of one in more requests than this is as good as none. */
const MAX_SAMPLE = 1_000_000;
/** More than all pictures of products take together. */
const MAX_PICTURE_MB = 1_000_000;
/** A host name, IPv4 address or bracketed IPv6 address, then a port. */
const ADDRESS = /^(?:\[([0-9a-fA-F:.]+)\]|([^:\s]+)):(\d{1,5})$/;

/**
 * Every setting of a running server, in one table. Each row is a flag of `larder serve`, an environment variable
 * `LARDER_…` of the same name, and a member of the configuration file, in this order of precedence.
 */
export const SETTINGS = {
  catalog: text('FILE', 'the catalogue to serve'),
  overlay: text('FILE.csv', 'your own foods, added on top of the catalogue or correcting its foods'),
  data: text('DIR', 'the data directory, which holds catalog.db and accounts.db'),
  accounts: accountsOption(
    'the accounts: a file (default: accounts.db in the data directory), or postgres://… to share them',
  ),
  'encryption-key-file': text(
    'FILE',
    'the encryption key of the accounts (default: beside the accounts file, or accounts.db.seal in the data directory)',
  ),
  host: withDefault('ADDRESS', '127.0.0.1', 'the address to listen on (default: 127.0.0.1)', (host) => host),
  port: integer('N', 8080, 0, MAX_PORT, 'the port to listen on (default: 8080); 0 picks a free one'),
  threads: withDefault<number | 'auto'>(
    'N|auto',
    'auto',
    'threads for searches and pages (default: auto, one per core, at most 16, fewer in little memory); 0: one thread for everything',
    readThreads,
  ),
  'tls-cert': text('FILE', 'serve https with this certificate, in PEM format; reloaded when renewed'),
  'tls-key': text('FILE', 'the private key of the certificate'),
  tls: choice(
    ['off', 'self-signed'],
    'off',
    'self-signed: serve https with a certificate made for this machine',
  ),
  limits: choice(
    ['spec', 'off'],
    'spec',
    'spec: the limits of the plans; off: no limits and no delay, for use on your own machine (default: spec)',
  ),
  'limits-store': optional(
    'URL',
    'share the limits through Redis or Valkey: redis://, rediss://, redis+unix://',
    readLimitsStore,
  ),
  replicas: integer('N', 2, 1, 1000, 'servers that share the limits store, for when it is down (default: 2)'),
  plans: text('FILE.json', 'change the limits of the plans, for example {"pro": {"per_minute": 600}}'),
  'self-service-plans': choice(['on', 'off'], 'off', 'on: account holders can change their own plan'),
  'sign-up': choice(['open', 'closed'], 'closed', 'open: anyone can create an account on the dashboard'),
  'require-second-factor': choice(
    ['on', 'off'],
    'off',
    'on: accounts must set up a second factor before anything else',
  ),
  'oidc-issuer': text('URL', 'an OpenID Connect provider for signing in'),
  'oidc-client-id': text('ID', 'the client ID of this service at the provider'),
  'oidc-client-secret': {
    ...text('SECRET', 'the client secret; prefer the environment variable or the file'),
    isSecret: true,
  },
  'oidc-client-secret-file': text('FILE', 'a file that contains the client secret'),
  'oidc-name': text('NAME', 'the name on the sign-in button (default: the host of the provider)'),
  'trust-proxy': withDefault('CIDR,…', [], 'proxies whose X-Forwarded-For header is trusted', readNetworks),
  'trust-network': withDefault(
    'CIDR,…',
    [],
    'clients without rate limits and delay, such as those of your home',
    readNetworks,
  ),
  compat: choice(
    ['off', 'openfoodfacts'],
    'off',
    'openfoodfacts: also answer apps that were written for Open Food Facts',
  ),
  pictures: text('DIR', 'with --compat: fetch pictures of products once, keep them here and serve them'),
  'pictures-mb': integer('N', 1000, 1, MAX_PICTURE_MB, 'megabytes that pictures may take (default: 1000)'),
  images: choice(['on', 'off'], 'on', 'off: pages load no pictures from other hosts'),
  'public-url': optional('URL', 'the public address of the service; without it, links are paths', readOrigin),
  lang: withDefault(
    'CODE',
    USUAL_INSTALLATION.language,
    'the language of pages and of generic foods for those who ask for none (default: en)',
    readLanguage,
  ),
  metrics: optional(
    'HOST:PORT',
    'serve /metrics (Prometheus), /ready and /health on this address',
    readAddress,
  ),
  'cors-origin': withDefault(
    'ORIGIN,…',
    ['*'],
    'websites whose scripts may read answers (default: *, all); none: no other',
    readOrigins,
  ),
  mcp: choice(['on', 'off'], 'off', 'on: offer the lookups to AI agents at /mcp (Model Context Protocol)'),
  'log-format': choice(['auto', 'json', 'text'], 'auto', 'auto: text on a terminal, JSON otherwise'),
  'log-level': choice([...LOG_LEVELS, 'off'], 'info', 'log nothing less urgent than this (default: info)'),
  'access-log': withDefault<AccessLog>(
    'on|off|sample=N',
    'on',
    'requests in the log: all, none, or one in N (default: on)',
    readAccessLog,
  ),
} as const satisfies OptionTable;

function readThreads(value: string): number | 'auto' {
  if (value === 'auto') return value;
  const number = /^\d{1,2}$/.test(value) ? Number(value) : MAX_THREADS + 1;
  if (number <= MAX_THREADS) return number;
  throw new UsageError(`takes auto or a whole number from 0 to ${MAX_THREADS}, not '${value}'`);
}

/** Networks and addresses, separated by commas. */
function readNetworks(value: string): readonly Network[] {
  return listParts(value).map((part) => {
    const network = parseNetwork(part);
    if (network !== null) return network;
    const remedy = hasStrayBits(part)
      ? '; give the first address of the network, or a single address without /'
      : '';
    throw new UsageError(`takes networks such as 10.0.0.0/8,::1, not '${part}'${remedy}`);
  });
}

function listParts(value: string): string[] {
  return value.split(',').map((part) => part.trim());
}

/** An http or https address without a path: pages and pictures have fixed paths on every host. */
function readOrigin(value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new UsageError(`takes an address such as https://food.example, not '${value}'`);
  const { origin, href } = new URL(value);
  if (href === `${origin}/`) return origin;
  throw new UsageError(`takes an address without a path or a user, such as ${origin}`);
}

/** Origins of websites, separated by commas; `*` for all of them, `none` for an empty list. */
function readOrigins(value: string): readonly string[] {
  if (value === 'none') return [];
  const parts = listParts(value);
  const wrong = value === '*' ? undefined : parts.find((part) => !isOrigin(part));
  if (wrong === undefined) return parts;
  throw new UsageError(`takes origins such as https://app.example, * or none, not '${wrong}'`);
}

/** As a browser sends it: without path or final slash. */
function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.parse(text)?.origin === text;
}

function readAccessLog(value: string): AccessLog {
  if (value === 'on' || value === 'off') return value;
  const oneIn = Number(/^sample=(\d{1,7})$/.exec(value)?.[1] ?? 0);
  if (oneIn >= 1 && oneIn <= MAX_SAMPLE) return { oneIn };
  throw new UsageError(`takes on, off or sample=N with N from 1 to ${MAX_SAMPLE}, not '${value}'`);
}

/** Where to listen, such as `127.0.0.1:9090` or `[::1]:9090`. */
function readAddress(value: string): { host: string; port: number } {
  const [, bracketed, bare, port] = ADDRESS.exec(value) ?? [];
  const host = bracketed ?? bare;
  if (host !== undefined && Number(port) <= MAX_PORT) return { host, port: Number(port) };
  throw new UsageError(`takes an address such as 127.0.0.1:9090, not '${value}'`);
}

/** The settings of one run, frozen. */
export type Config = Values<typeof SETTINGS>;
