import { type Network, parseNetwork } from './access/address.ts';
import {
  choice,
  integer,
  type Option,
  type OptionTable,
  text,
  UsageError,
  type Values,
  withInitial,
} from './commands/options.ts';

/**
 * Everything about a running server that can be set, in one table. Each row is a flag of `larder serve` and a
 * variable `LARDER_…` of the same name; the flag counts before the variable.
 */
export const SETTINGS = {
  catalog: text('FILE', 'the catalogue to serve'),
  data: text('DIR', 'the data directory, with catalog.db and accounts.db'),
  accounts: text('FILE', 'the accounts (accounts.db in the data directory), made on first need'),
  host: withInitial(text('ADDRESS', 'the address to listen on (127.0.0.1)'), '127.0.0.1'),
  port: integer('N', 8080, 0, 65_535, 'the port to listen on (8080); 0 lets the system choose'),
  limits: choice(['spec', 'off'], 'spec', 'off: no limits and no delay, for your own machine'),
  plans: text('FILE.json', 'other numbers for the plans, such as {"pro": {"per_minute": 600}}'),
  'self-service-plans': choice(['on', 'off'], 'off', 'on: account holders choose their plan themselves'),
  'trust-proxy': networks('CIDR,…', 'proxies whose X-Forwarded-For tells the client'),
  images: choice(['on', 'off'], 'on', 'off: pages ask no other host for pictures'),
  'public-url': text('URL', 'where readers reach the service; else what each request says'),
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

/** The settings of one run, frozen. */
export type Config = Values<typeof SETTINGS>;
