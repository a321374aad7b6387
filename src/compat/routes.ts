import type { Call } from '../http/call.ts';
import type { RouteDeclaration } from '../http/route.ts';
import { DIALECT, refuseWriting, SERVICE_DIALECT } from './dialect.ts';
import { formOf, WITH_ERRORS } from './form.ts';
import { type CompatOptions, createHandlers } from './handlers.ts';
import { createPictureRoute } from './pictures/picture-route.ts';
import type { ProductPictures } from './pictures/product-pictures.ts';
import { SCRIPT } from './search-request.ts';

/** The routes of Open Food Facts that apps use. */

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

/** Where the routes of the search service are: at the root of hosts that begin like this, under a prefix elsewhere. */
const SERVICE_HOST = 'search.';
const SERVICE_PREFIX = '/search-a-licious';

type Answer = RouteDeclaration['answer'];
type Method = NonNullable<RouteDeclaration['method']>;

export function createCompatRoutes({ pictures, ...options }: CompatRouteOptions): RouteDeclaration[] {
  const handlers = createHandlers({ ...options, hasPictures: pictures !== null });
  const route = (method: Method, path: string, answer: Answer): RouteDeclaration => ({
    method,
    path,
    area: 'data',
    dialect: DIALECT,
    requestHeaders: REQUEST_HEADERS,
    answer,
  });
  const ofVersion = (method: Method, path: string, answer: Answer): RouteDeclaration => ({
    ...route(method, path, answer),
    accepts: isVersion,
  });
  const ofService = (
    method: Method,
    path: string,
    answer: Answer,
    area: RouteDeclaration['area'] = 'data',
  ) => ({
    ...route(method, SERVICE_PREFIX + path, answer),
    area,
    dialect: SERVICE_DIALECT,
    atHost: SERVICE_HOST,
  });
  // Some clients end the path of a product in a slash.
  const productPaths = [PRODUCT, `${PRODUCT}/`];
  const changedPaths = [...productPaths, `${PRODUCT}/images`, `${PRODUCT}/images/uploaded/:image`];
  return [
    // An app sends no code when it has scanned something else.
    ...[NO_PRODUCT, ...productPaths].map((path) => ofVersion('GET', path, handlers.product)),
    ...changedPaths.flatMap((path) =>
      WRITING_METHODS.map((method) => ofVersion(method, path, refuseWriting)),
    ),
    ...['/api/v2/search', SCRIPT].flatMap((path) => [
      route('GET', path, handlers.search),
      route('POST', path, handlers.searchByForm),
    ]),
    ofVersion('GET', '/api/:version/attribute_groups', handlers.attributeGroups),
    ofVersion('GET', '/api/:version/preferences', handlers.preferences),
    {
      ...ofVersion('GET', '/api/:version/taxonomy_suggestions', handlers.taxonomySuggestions),
      accepts: isVersion3,
    },
    ofService('GET', '/search', handlers.serviceSearch),
    ofService('POST', '/search', handlers.serviceSearchByBody),
    ofService('GET', '/document/:code', handlers.document),
    ofService('GET', '/autocomplete', handlers.autocomplete),
    ofService('GET', '/health', handlers.health, 'open'),
    ofService('GET', '/robots.txt', handlers.robots, 'open'),
    ...WRITING_SCRIPTS.flatMap((script) => [
      route('GET', `/cgi/${script}.pl`, refuseWriting),
      route('POST', `/cgi/${script}.pl`, refuseWriting),
    ]),
    ...(pictures === null ? [] : [createPictureRoute({ ...options, pictures })]),
  ];
}

/** A path without a version does not exist. */
function isVersion({ version = '' }: Call['params']): boolean {
  return version.startsWith('v') && formOf(version.slice(1)) !== null;
}

function isVersion3(params: Call['params']): boolean {
  return isVersion(params) && (formOf(params.version!.slice(1))?.schema ?? 0) >= WITH_ERRORS;
}
