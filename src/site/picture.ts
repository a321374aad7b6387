import type { Food } from '../food/food.ts';
import { ownPicturePath, picturePath } from '../food/own-picture.ts';
import { html, type Markup } from '../http/markup.ts';
import { pictureOfCategory } from './category-picture.ts';
import type { Locale } from './locale.ts';

/** How many tints the style sheet has behind drawn pictures. */
const TINTS = 8;

/** Off: no address outside this host is shown. */
export type Images = 'on' | 'off';

/** What decides which address a picture is shown from. */
export interface PictureSettings {
  images: Images;
  publicUrl: string | null;
}

/**
 * A small picture of a food. A photograph covers the drawing of its category, which shows if the photograph does not
 * load. Photographs come from other hosts, so they get no referrer.
 */
export function renderThumb(food: Food, site: PictureSettings): Markup {
  const photo = photoAddress(food.image_thumb_url, site);
  return html`<span class="picture thumb">${drawing(food, site, 'thumb')}${
    photo !== null &&
    html`<img src="${photo}" alt="" width="56" height="56" loading="lazy" decoding="async" referrerpolicy="no-referrer">`
  }</span>`;
}

export function renderPicture(food: Food, site: PictureSettings, locale: Locale): Markup {
  const photo = photoAddress(food.image_url, site);
  const hasOwn = photo !== null || ownPicturePath(food.image_url, site.publicUrl) !== null;
  return html`<div class="picture large${hasOwn ? '' : ' only-category'}">${drawing(food, site, 'large')}${
    photo !== null &&
    html`<img src="${photo}" alt="${locale.say(locale.words.food.packaging, { food: food.name })}" width="400" height="400" loading="lazy" decoding="async" referrerpolicy="no-referrer">`
  }</div>`;
}

/** A catalogue may come from anywhere, so only https addresses are passed on. */
export function secureAddress(address: string | null): string | null {
  if (address === null || !address.startsWith('https://')) return null;
  return URL.canParse(address) ? address : null;
}

function photoAddress(address: string | null, { images, publicUrl }: PictureSettings): string | null {
  if (images === 'off' || ownPicturePath(address, publicUrl) !== null) return null;
  return secureAddress(address);
}

/** The food's own drawing, or that of its category, on a tint that foods of a kind share. */
function drawing(food: Food, { publicUrl }: PictureSettings, at: 'thumb' | 'large'): Markup {
  const [size, width] = at === 'thumb' ? ([200, 56] as const) : ([400, 400] as const);
  const own = ownPicturePath(at === 'thumb' ? food.image_thumb_url : food.image_url, publicUrl);
  const path = own ?? picturePath(pictureOfCategory(food.category), size);
  const kind = own === null ? 'of-category' : 'of-food';
  return html`<span class="drawn ${kind} tint-${tintOf(food.category ?? food.name)}"><img src="${path}" alt="" width="${width}" height="${width}" loading="lazy" decoding="async"></span>`;
}

function tintOf(words: string): number {
  return Bun.hash.xxHash32(words) % TINTS;
}
