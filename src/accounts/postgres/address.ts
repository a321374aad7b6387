import { urlHost } from '../../host-address.ts';
import { UsageError } from '../../options.ts';

/** Where PostgreSQL is, and as whom to sign in. What is null comes from the usual variables (`PGPASSWORD`, `PGUSER` …). */
export interface PostgresAddress {
  /** A host name or address, or the directory of a unix socket. */
  host: string;
  port: number;
  user: string | null;
  password: string | null;
  database: string | null;
  sslMode: SslMode;
  /** A file with the certificates to trust; null for those that the runtime trusts. */
  sslRootCert: string | null;
  /** For messages and logs: no user and no password. */
  name: string;
}

/**
 * As libpq means them: `require` encrypts and checks nothing, `verify-full` also checks that the server is the one that
 * the URL names.
 */
const SSL_MODES = ['disable', 'require', 'verify-full'] as const;
export type SslMode = (typeof SSL_MODES)[number];

const DEFAULT_PORT = 5432;
const SCHEME = /^postgres(ql)?:/i;
/** Any other would be ignored without its author noticing, so it is refused. */
const PARAMETERS = ['host', 'sslmode', 'sslrootcert'];

export function isPostgresUrl(text: string): boolean {
  return SCHEME.test(text);
}

/** The URL may contain a password, so no message repeats any part of it. */
export function readPostgresUrl(text: string): PostgresAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^postgres(ql)?:\/\//i.test(text))
    throw new UsageError('takes a file, or a URL such as postgres://user@host:5432/database');
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`takes a URL with no parameters but ${PARAMETERS.join(', ')}`);
  const sslMode = SSL_MODES.find((mode) => mode === (url.searchParams.get('sslmode') ?? 'disable'));
  if (sslMode === undefined) throw new UsageError(`takes a URL in which sslmode is ${SSL_MODES.join(', ')}`);
  const host = decode(url.searchParams.get('host') ?? url.hostname).replace(/^\[(.*)\]$/, '$1');
  if (host === '' || host.includes(','))
    throw new UsageError('takes a URL with one host, or with ?host= and the directory of a socket');
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  const database = decode(url.pathname.slice(1));
  return {
    host,
    port,
    user: orNull(decode(url.username)),
    password: orNull(decode(url.password)),
    database: orNull(database),
    sslMode,
    sslRootCert: url.searchParams.get('sslrootcert'),
    name: `${urlHost(host)}:${port}${database === '' ? '' : `/${database}`}`,
  };
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UsageError('takes a URL in which a % is written as %25');
  }
}
