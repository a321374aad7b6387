import { type Network, parseNetwork } from '../admission/address.ts';
import {
  choice,
  integer,
  type Option,
  type OptionTable,
  text,
  UsageError,
  type Values,
  withInitial,
} from '../options.ts';

const HIGHEST_PORT = 65_535;
/** A host, an IPv6 address in brackets, and a port. */
const ADDRESS = /^(?:\[([0-9a-fA-F:.]+)\]|([^:\s]+)):(\d{1,5})$/;

/**
 * Everything about a running server that can be set, in one table. Each row is a flag of `larder serve` and a
 * variable `LARDER_…` of the same name; the flag counts before the variable.
 */
export const SETTINGS = {
  catalog: text('FILE', 'the catalogue to serve'),
  overlay: text('FILE.csv', 'your own foods, added to the catalogue or correcting it, at start'),
  data: text('DIR', 'the data directory, with catalog.db and accounts.db'),
  accounts: text('FILE', 'the accounts (accounts.db in the data directory), made on first need'),
  host: withInitial(text('ADDRESS', 'the address to listen on (127.0.0.1)'), '127.0.0.1'),
  port: integer('N', 8080, 0, HIGHEST_PORT, 'the port to listen on (8080); 0 lets the system choose'),
  limits: choice(['spec', 'off'], 'spec', 'off: no limits and no delay, for your own machine'),
  plans: text('FILE.json', 'other numbers for the plans, such as {"pro": {"per_minute": 600}}'),
  'self-service-plans': choice(['on', 'off'], 'off', 'on: account holders choose their plan themselves'),
  'sign-up': choice(['open', 'closed'], 'closed', 'open: anyone may make an account on the dashboard'),
  'oidc-issuer': text('URL', 'an OpenID Connect provider that people may sign in with'),
  'oidc-client-id': text('ID', 'what this service is called there'),
  'oidc-client-secret': text('SECRET', 'its secret there; better by variable or file'),
  'oidc-client-secret-file': text('FILE', 'a file with that secret'),
  'oidc-name': text('NAME', 'what the provider is called on the button (its host)'),
  'trust-proxy': networks('CIDR,…', 'proxies whose X-Forwarded-For tells the client'),
  images: choice(['on', 'off'], 'on', 'off: pages ask no other host for pictures'),
  'public-url': text('URL', 'where readers reach the service; else what each request says'),
  metrics: address('HOST:PORT', 'another address with /metrics for Prometheus, /ready and /health'),
  'log-format': choice(['auto', 'json', 'text'], 'auto', 'auto: text on a terminal, else JSON'),
} as const satisfies OptionTable;

/** Networks and addresses, with commas between them. */
function networks(placeholder: string, help: string): Option<readonly Network[]> {
  return {
    placeholder,
    help,
    initial: [],
    repeated: false,
    read: (value) =>
      value.split(',').map((part) => {
        const network = parseNetwork(part.trim());
        if (network === null) throw new UsageError(`takes networks such as 10.0.0.0/8,::1, not '${part}'`);
        return network;
      }),
  };
}

/** Where to listen, such as `127.0.0.1:9090` or `[::1]:9090`. */
function address(placeholder: string, help: string): Option<{ host: string; port: number } | null> {
  return {
    placeholder,
    help,
    initial: null,
    repeated: false,
    read(value) {
      const [, bracketed, bare, port] = ADDRESS.exec(value) ?? [];
      const host = bracketed ?? bare;
      if (host === undefined || Number(port) > HIGHEST_PORT)
        throw new UsageError(`takes an address such as 127.0.0.1:9090, not '${value}'`);
      return { host, port: Number(port) };
    },
  };
}

/** The settings of one run, frozen. */
export type Config = Values<typeof SETTINGS>;
