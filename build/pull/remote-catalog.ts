import { basename } from 'node:path';
import { HEADER_BYTES, isCatalogHeader } from '../../src/catalog/catalog-file.ts';
import { formatOfName } from './export-address.ts';
import { readAddress, refuseStatus } from './http.ts';
import type { Session } from './session.ts';
import { type Content, refuseWebPage, WrongContent } from './whole-file.ts';

/** A finished catalogue on a web server or in an object store. */

/** A fixed name, since the name in the address could be that of the lock or of another file there. */
export const DOWNLOADED_CATALOG = 'download.db';

export const CATALOG: Content = {
  refuseHead(url, head) {
    refuseWebPage(url, head);
    // With fewer bytes, `verifyCatalog` has to find out.
    if (head.length < HEADER_BYTES || isCatalogHeader(Buffer.from(head))) return;
    throw new WrongContent(url, 'is not a larder catalogue', 'check --from');
  },
  hasOwnHash: true,
};

export function hasCatalogName(address: string): boolean {
  return /\.db$/i.test(readAddress(address, address).pathname);
}

/**
 * Whether an address is that of a finished catalogue: by its name, or else by its first bytes, since an address with
 * neither the name of an export nor a trailing slash may also be the folder of a mirror.
 */
export async function isRemoteCatalog(session: Session, address: string): Promise<boolean> {
  if (hasCatalogName(address)) return true;
  const { pathname } = readAddress(address, address);
  if (pathname.endsWith('/') || formatOfName(basename(pathname)) !== null) return false;
  return session.withRetries(address, () => hasCatalogHeader(session, address));
}

async function hasCatalogHeader({ http }: Session, address: string): Promise<boolean> {
  const response = await http.get(address, { range: `bytes=0-${HEADER_BYTES - 1}` });
  try {
    if (response.status === 429 || response.status >= 500) refuseStatus(address, response);
    if (response.status !== 200 && response.status !== 206) return false;
    let head = Buffer.alloc(0);
    for await (const chunk of response.body) {
      head = Buffer.concat([head, chunk]);
      if (head.length >= HEADER_BYTES) break;
    }
    return isCatalogHeader(head);
  } finally {
    response.drop();
  }
}
