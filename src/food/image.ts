import { printedDigits } from './barcode.ts';
import { gtinOf } from './identity.ts';
import { findLanguage } from './languages.ts';
import { isPictureName, pictureNameOf, picturePath } from './own-picture.ts';

/**
 * Picture addresses, kept small. Open Food Facts files the picture of a product under its code, so that language and
 * revision ("fr.12") are all that must be stored; any other address is stored whole, its thumbnail after a space. A
 * picture that larder serves is stored by its name, after a slash ("/banana").
 */
export interface PictureAddresses {
  image_url: string | null;
  image_thumb_url: string | null;
}

export const NO_PICTURE: PictureAddresses = { image_url: null, image_thumb_url: null };
const PICTURE_FOLDER = 'https://images.openfoodfacts.org/images/products/';
const OPEN_FOOD_FACTS = /^https?:\/\/(?:[a-z-]+\.)?openfoodfacts\.(?:org|net)\/images\/products\//;
const FRONT_PICTURE = /\/front_([a-z]{2,3}\.\d+)\.(?:100|200|400|full)\.jpg$/;
/** Some old pictures name no language. Without a revision the file does not exist; other sides do not show the food. */
const ANY_FRONT_PICTURE = /\/front(?:_[a-z]{2,3}(?:[_-][a-z]{2,4})?)?\.\d+\.(?:100|200|400|full)\.jpg$/;
const REVISION = /^[a-z]{2,3}\.\d+$/;
/** What the name of a front picture begins with. */
const FRONT = '/front_';
/** What the addresses of a picture end in, in the two sizes that are shown. */
const [LARGE_PICTURE, SMALL_PICTURE] = ['.400.jpg', '.200.jpg'] as const;
const SIZE = /\.(?:100|200|400|full)\.jpg$/;
const ADDRESS = /^https:\/\/[^\s"'<>\\^`{|}]+$/;
const MAX_ADDRESS_LENGTH = 500;

/** The stored form of a food's picture, or null when there is none that may be shown. */
export function packImage(id: number, url: string | null, thumbUrl: string | null): string | null {
  if (url === null) return null;
  const own = pictureNameOf(url);
  if (own !== null) return `/${own}`;
  const image = tidyAddress(url);
  if (image === null) return null;
  const revision = FRONT_PICTURE.exec(image)?.[1];
  if (revision !== undefined && image === pictureFolder(id) + revision + LARGE_PICTURE) return revision;
  const thumb = image.startsWith(PICTURE_FOLDER) ? null : tidyAddress(thumbUrl);
  return thumb === null || thumb === image ? image : `${image} ${thumb}`;
}

/**
 * The addresses that a stored form stands for. `base` is where clients reach this server, if it is known. A catalogue may
 * come from anywhere, so a form that `packImage` would not have written counts as no picture.
 */
export function unpackImage(id: number, packed: string | null, base = ''): PictureAddresses {
  if (packed === null) return NO_PICTURE;
  if (packed.startsWith('/')) {
    const name = packed.slice(1);
    if (!isPictureName(name)) return NO_PICTURE;
    return { image_url: base + picturePath(name, 400), image_thumb_url: base + picturePath(name, 200) };
  }
  if (REVISION.test(packed)) {
    const front = pictureFolder(id) + packed;
    return { image_url: front + LARGE_PICTURE, image_thumb_url: front + SMALL_PICTURE };
  }
  const [image = '', thumb = thumbOf(image)] = packed.split(' ');
  if (!ADDRESS.test(image) || !ADDRESS.test(thumb)) return NO_PICTURE;
  return { image_url: image, image_thumb_url: thumb };
}

/** The language of a stored Open Food Facts picture, from its name; null if the name has none. */
export function pictureLanguage(packed: string | null): string | null {
  if (packed === null) return null;
  const revision = packed.includes('/') ? FRONT_PICTURE.exec(packed)?.[1] : packed;
  return revision === undefined ? null : findLanguage(revision.slice(0, revision.indexOf('.')));
}

/**
 * Null unless the address may be shown: https only, and from Open Food Facts only fronts, never the folder for broken
 * codes.
 */
function tidyAddress(url: string | null): string | null {
  if (url === null || url.length > MAX_ADDRESS_LENGTH) return null;
  const address = url.trim().replace(OPEN_FOOD_FACTS, PICTURE_FOLDER);
  if (!ADDRESS.test(address) || address.startsWith(`${PICTURE_FOLDER}invalid/`)) return null;
  if (!address.startsWith(PICTURE_FOLDER)) return address;
  return ANY_FRONT_PICTURE.test(address) ? address.replace(SIZE, LARGE_PICTURE) : null;
}

/** Where the front pictures of a product lie, up to language and revision. */
function pictureFolder(id: number): string {
  const gtin = gtinOf(id);
  return gtin === null ? NO_FOLDER : folderOf(String(gtin).padStart(printedDigits(gtin), '0')) + FRONT;
}

/** The code is cut into three directories of three digits, and the rest: `301/762/042/2003`. */
function folderOf(code: string): string {
  const digits = code.padStart(MIN_DIGITS, '0');
  return `${PICTURE_FOLDER}${digits.slice(0, 3)}/${digits.slice(3, 6)}/${digits.slice(6, 9)}/${digits.slice(9)}`;
}

/** The addresses of a picture of the product with this code, by its name and revision: `front_fr.12`. */
export function pictureOfCode(code: string, picture: string): PictureAddresses {
  const stem = `${folderOf(code)}/${picture}`;
  return { image_url: stem + LARGE_PICTURE, image_thumb_url: stem + SMALL_PICTURE };
}

/** For a food without a barcode: no address begins with it. */
const NO_FOLDER = `${PICTURE_FOLDER}none/`;
/** Shorter codes are filled up with zeros. */
const MIN_DIGITS = 13;

/** Open Food Facts makes a thumbnail of every picture; other pictures are their own thumbnail. */
function thumbOf(image: string): string {
  return image.startsWith(PICTURE_FOLDER) ? image.replace(SIZE, SMALL_PICTURE) : image;
}
