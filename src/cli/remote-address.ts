import { type Address, splitCredentials } from '../../build/pull/http.ts';
import { isObjectAddress, locateObject } from '../../build/pull/object-address.ts';
import { shownAddress } from '../../build/pull/source-address.ts';
import { UsageError } from '../options.ts';
import { PlainError } from '../plain-error.ts';

/**
 * Locates something on the network that a flag names. A wrong address is a wrong command, before anything is requested;
 * a wrong variable of the store is not.
 */
export function locateRemote(flag: string, text: string, environment: NodeJS.ProcessEnv): Address {
  if (!isObjectAddress(text)) return locateOnWeb(flag, text);
  try {
    // Without variables, only the address itself can be wrong.
    locateObject(text, {});
  } catch (error) {
    throw error instanceof PlainError ? new UsageError(`${flag} ${error.message}`) : error;
  }
  return locateObject(text, environment);
}

function locateOnWeb(flag: string, text: string): Address {
  if (['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '')) return splitCredentials(text);
  // Whatever comes before an @ may be a password.
  const shown = shownAddress(text).replace(/\/\/.*@/s, '//…@');
  throw new UsageError(`${flag} ${shown}: is not an http, https or s3 address`);
}
