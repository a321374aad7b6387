import type { Catalog } from '../../food/catalog.ts';
import { type Answer, Busy } from '../../http/answer.ts';
import { Body } from '../../http/encoding.ts';
import { problem } from '../../http/problems.ts';
import type { RouteDeclaration } from '../../http/route.ts';
import { isNotModified } from '../../http/send.ts';
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
      if (address === null) return NOT_FOUND;
      const etag = `W/"${keyOf(address)}"`;
      if (isNotModified(call, etag)) return pictureAnswer(304, null, etag);
      const picture = await pictures.find(address);
      if (picture === 'busy') throw new Busy();
      return picture === null ? NOT_FOUND : pictureAnswer(200, picture, etag);
    },
  };
}

const NOT_FOUND = problem(404, 'Picture not found');

function pictureAnswer(status: number, picture: Picture | null, etag: string): Answer {
  return {
    kind: 'picture',
    status,
    body: picture === null ? null : new Body(new Uint8Array(picture.bytes)),
    etag,
    headers: {
      'cache-control': CACHE_A_DAY,
      'content-security-policy': "default-src 'none'; sandbox",
      ...(picture !== null && { 'content-type': picture.type }),
    },
  };
}
