import type { Catalog } from '../../food/catalog.ts';
import type { Call } from '../../http/call.ts';
import { busy, notFound } from '../../http/problems.ts';
import { isNotModified, respond } from '../../http/responses.ts';
import type { RouteDeclaration } from '../../http/route.ts';
import { memberOf } from '../../member-of.ts';
import { PICTURE_PREFIX, photographOf } from '../product.ts';
import { keyOf, type Picture, type ProductPictures } from './product-pictures.ts';

/** Pictures of foods in the catalogue, and of nothing else: nobody can make this server fetch another address. */

/** The picture of a food may change with the next catalogue. */
const CACHE_A_DAY = 'public, max-age=86400';
const FOOD_ID = /^[1-9]\d{0,15}$/;
const SIZES: Readonly<Record<string, 'image_url' | 'image_thumb_url'>> = {
  400: 'image_url',
  200: 'image_thumb_url',
};

export interface PictureRouteOptions {
  catalog: Catalog;
  publicUrl: string | null;
  pictures: ProductPictures;
}

export function createPictureRoute({ catalog, publicUrl, pictures }: PictureRouteOptions): RouteDeclaration {
  return {
    path: `${PICTURE_PREFIX}/:id/:size`,
    area: 'page',
    accepts: ({ id = '', size = '' }) => FOOD_ID.test(id) && Object.hasOwn(SIZES, size),
    async answer(call) {
      const id = Number(call.params.id);
      const food = Number.isSafeInteger(id) ? catalog.findFood(id) : null;
      const address =
        food === null ? null : photographOf(food[memberOf(SIZES, call.params.size!)!], publicUrl);
      if (address === null) return notFound(call, NOT_FOUND);
      const etag = `W/"${keyOf(address)}"`;
      if (isNotModified(call, etag)) return respond(call, 304, headersOf(call, etag));
      const picture = await pictures.find(address);
      if (picture === 'busy') return busy(call);
      return picture === null ? notFound(call, NOT_FOUND) : sendPicture(call, picture, etag);
    },
  };
}

const NOT_FOUND = 'Picture not found';

function sendPicture(call: Call, { bytes, type }: Picture, etag: string): Response {
  call.log(200);
  return new Response(new Uint8Array(bytes), {
    headers: { ...headersOf(call, etag), 'content-type': type },
  });
}

function headersOf(call: Call, etag: string): Record<string, string> {
  return {
    etag,
    'cache-control': CACHE_A_DAY,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'x-request-id': call.requestId,
  };
}
