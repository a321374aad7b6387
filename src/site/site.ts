import type { Catalog } from '../food/catalog.ts';
import type { Call } from '../http/call.ts';
import { SITE_HASH } from './assets.ts';
import type { Images } from './picture.ts';

/** What the pages are made from. */
export interface Site {
  catalog: Catalog;
  /** Off: no address outside of this host is served. */
  images: Images;
  /** Where readers reach this service, without a slash at the end; null takes what each request says. */
  publicUrl: string | null;
}

/** What tells one state of the site from another: two pages with the same address and this hash are the same. */
export function siteHash({ catalog, images }: Site): string {
  return `${Bun.hash.xxHash64(`${catalog.contentHash} ${SITE_HASH} ${images}`).toString(16)}`.padStart(
    16,
    '0',
  );
}

/** Where readers reach the service, such as `https://food.example`. */
export function originOf(call: Call, { publicUrl }: Pick<Site, 'publicUrl'>): string {
  if (publicUrl !== null) return publicUrl;
  return URL.canParse(call.request.url) ? new URL(call.request.url).origin : '';
}
