import { UsageError } from '../options.ts';

/** The catalogue that a command names, as its argument or with --catalog; null when it names none. */
export function readCatalogName(
  catalog: string | null,
  from: string | undefined,
  positionals: readonly string[],
): string | null {
  if (positionals.length > 1) throw new UsageError('give at most one catalogue FILE');
  if (positionals.length > 0 && from === '--catalog')
    throw new UsageError('give FILE or --catalog, not both');
  // FILE takes precedence over a variable and a configuration file.
  return positionals[0] ?? catalog;
}
