import { type Catalog, versionOf } from '../food/catalog.ts';
import { isLoopback } from '../host-address.ts';
import type { Call } from '../http/call.ts';
import { SITE_HASH } from './assets.ts';
import type { Images } from './picture.ts';

/** What pages are rendered from. */
export interface Site {
  catalog: Catalog;
  /** Off: pages load nothing from other hosts. */
  images: Images;
  /** The public origin of the service, without a trailing slash; null if unknown. */
  publicUrl: string | null;
}

/** Identifies a state of the site: two pages with the same address and this hash are the same. */
export function siteHash({ catalog, images }: Site): string {
  return siteHashOf(versionOf(catalog), images);
}

/** Identifies the state of the site that a page was made in, by the version of its catalogue. */
export function siteHashOf(version: string, images: Images): string {
  return `${Bun.hash.xxHash64(`${version} ${SITE_HASH} ${images}`).toString(16)}`.padStart(16, '0');
}

/**
 * The public origin of the service, such as `https://food.example`. Without one it is empty, so that links are paths:
 * anyone can send any `Host`. Only addresses of this machine are shown as requested.
 */
export function originOf(call: Call, { publicUrl }: Pick<Site, 'publicUrl'>): string {
  if (publicUrl !== null) return publicUrl;
  const url = URL.canParse(call.request.url) ? new URL(call.request.url) : null;
  if (url === null || !isLoopback(url)) return '';
  return call.surroundings.isTls ? url.origin.replace('http:', 'https:') : url.origin;
}
