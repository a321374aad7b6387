import { type CommandLine, type Option, UsageError } from '../options.ts';

type Named = CommandLine<{ catalog: Option<string | null> }>;

/** The catalogue that a command names, as its argument or with --catalog; null when it names none. */
export function namedCatalog({ values, positionals, given }: Named): string | null {
  if (positionals.length > 1) throw new UsageError('give at most one catalogue FILE');
  if (positionals.length > 0 && given.get('catalog')?.from === '--catalog')
    throw new UsageError('give FILE or --catalog, not both');
  // FILE takes precedence over a variable and a configuration file.
  return positionals[0] ?? values.catalog;
}
