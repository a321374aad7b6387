import type { Call } from '../http/call.ts';
import type { PageRoute } from '../http/route.ts';
import { DIALECT, refuseWriting } from './dialect.ts';
import { type CompatOptions, createHandlers } from './handlers.ts';
import { createPictureRoute } from './pictures/picture-route.ts';
import type { ProductPictures } from './pictures/product-pictures.ts';

/** The routes of Open Food Facts that apps use. */

/** Versions 0, 2, 3 and 3.N of the API. */
const VERSION = /^v(?:0|2|3|3\.\d{1,2})$/;
const NO_PRODUCT = '/api/:version/product/';
const PRODUCT = `${NO_PRODUCT}:code`;
const WRITING_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Scripts that change products, pictures or accounts, or sign in to do so. */
const WRITING_SCRIPTS = [
  'product_jqm2',
  'product',
  'product_multilingual',
  'product_image_upload',
  'product_image_crop',
  'product_image_unselect',
  'product_image_move',
  'session',
  'auth',
  'user',
  'reset_password',
];
/** Headers that scripts of other websites may send there besides those of the API: libraries name themselves. */
const REQUEST_HEADERS = [
  'User-Agent',
  'X-Requested-With',
  'If-Modified-Since',
  'Cache-Control',
  'Range',
  'DNT',
];

export interface CompatRouteOptions extends Omit<CompatOptions, 'hasPictures'> {
  /** Null where this server keeps no pictures of products. */
  pictures: ProductPictures | null;
}

export function createCompatRoutes({ pictures, ...options }: CompatRouteOptions): PageRoute[] {
  const handlers = createHandlers({ ...options, hasPictures: pictures !== null });
  const { product, search, searchByForm } = handlers;
  const route = (
    method: NonNullable<PageRoute['method']>,
    path: string,
    answer: (call: Call) => Response | Promise<Response>,
  ): PageRoute => ({ method, path, area: 'data', dialect: DIALECT, requestHeaders: REQUEST_HEADERS, answer });
  const ofProduct = (...declared: Parameters<typeof route>): PageRoute => ({
    ...route(...declared),
    accepts: isKnownVersion,
  });
  // Some clients end the path of a product in a slash.
  const productPaths = [PRODUCT, `${PRODUCT}/`];
  return [
    // An app sends no code when it has scanned something else.
    ...[NO_PRODUCT, ...productPaths].map((path) => ofProduct('GET', path, product)),
    ...productPaths.flatMap((path) =>
      WRITING_METHODS.map((method) => ofProduct(method, path, refuseWriting)),
    ),
    ...[`${PRODUCT}/images`, `${PRODUCT}/images/uploaded/:image`].flatMap((path) =>
      WRITING_METHODS.map((method) => ofProduct(method, path, refuseWriting)),
    ),
    ...['/api/v2/search', '/cgi/search.pl'].flatMap((path) => [
      route('GET', path, search),
      route('POST', path, searchByForm),
    ]),
    ...WRITING_SCRIPTS.flatMap((script) => [
      route('GET', `/cgi/${script}.pl`, refuseWriting),
      route('POST', `/cgi/${script}.pl`, refuseWriting),
    ]),
    ...(pictures === null ? [] : [createPictureRoute({ ...options, pictures })]),
  ];
}

/** A path with any other version does not exist. */
function isKnownVersion({ version }: Call['params']): boolean {
  return version !== undefined && VERSION.test(version);
}
