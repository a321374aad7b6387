import { choice, integer, type Option, type OptionTable, text, type Values } from './commands/options.ts';

/**
 * Everything about a running server that can be set, in one table. Each row is a flag of `larder serve` and a
 * variable `LARDER_…` of the same name; the flag counts before the variable.
 */
export const SETTINGS = {
  catalog: text('FILE', 'the catalogue to serve'),
  data: text('DIR', 'the data directory, where catalog.db is looked for'),
  host: withInitial(text('ADDRESS', 'the address to listen on (127.0.0.1)'), '127.0.0.1'),
  port: integer('N', 8080, 0, 65_535, 'the port to listen on (8080); 0 lets the system choose'),
  limits: choice(['spec', 'off'], 'spec', 'off: no limits and no delay, for your own machine'),
  'log-format': choice(['auto', 'json', 'text'], 'auto', 'auto: text on a terminal, else JSON'),
} as const satisfies OptionTable;

/** The settings of one run, frozen. */
export type Config = Values<typeof SETTINGS>;

function withInitial(option: Option<string | null>, initial: string): Option<string> {
  return { ...option, initial };
}
