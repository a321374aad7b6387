import { UsageError } from '../options.ts';

const SCHEME = /^(?:rediss?|redis\+unix):\/\//i;
/** Nothing, or the number of a database. */
const DATABASE = /^(?:\/\d{0,5})?$/;

/** The URL of a Redis or Valkey server. It may contain a password, so it is never repeated in a message. */
export function readLimitsStore(value: string): string {
  const fault = faultOf(value);
  if (fault === null) return value;
  throw new UsageError(
    `takes a URL such as redis://host:6379, rediss://host:6379 or redis+unix:///path; ${fault}`,
  );
}

/** What the client would refuse only when it connects, or would ignore. */
function faultOf(value: string): string | null {
  const url = URL.parse(value);
  if (url === null || !SCHEME.test(value)) return 'this is not one';
  const { protocol, hostname, port, pathname, search, hash } = url;
  if (search !== '' || hash !== '') return 'nothing may follow ? or #';
  if (protocol === 'redis+unix:')
    return hostname === '' && pathname.length > 1
      ? null
      : 'three slashes and the path of a socket must follow';
  if (hostname === '') return 'this one names no host';
  if (hostname.includes(',')) return 'this one names several hosts';
  if (port === '0') return 'port 0 cannot be connected to';
  return DATABASE.test(pathname) ? null : 'only the number of a database may follow the host';
}
