import { type Option, optional } from '../../options.ts';
import { isPostgresUrl, readPostgresUrl } from '../postgres/address.ts';

const ANY_URL = /^[a-z][a-z0-9+.-]*:\/\//i;

/** A file, or the URL of a PostgreSQL database. */
export function accountsOption(help: string): Option<string | null> {
  return optional('FILE|URL', help, (value) => {
    // A mistyped scheme would otherwise name a file.
    if (ANY_URL.test(value) || isPostgresUrl(value)) readPostgresUrl(value);
    return value;
  });
}
