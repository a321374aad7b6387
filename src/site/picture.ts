import type { Food } from '../food/food.ts';
import { ownPicturePath } from '../food/own-picture.ts';
import { html, type Markup } from '../http/markup.ts';
import type { Locale } from './locale.ts';

/** Off: no address outside this host is shown. */
export type Images = 'on' | 'off';

/** What decides which address a picture is shown from. */
export interface PictureSettings {
  images: Images;
  publicUrl: string | null;
}

/** A small picture of a food, or nothing: most foods have none, and a picture of something else is worse. */
export function renderThumb(food: Food, site: PictureSettings): Markup | null {
  const address = addressOf(food.image_thumb_url, site);
  return address === null ? null : html`<span class="thumb">${image(address, '', 40)}</span>`;
}

/** The photograph on the page of a food, or nothing; a drawing says too little to be that large. */
export function renderPicture(food: Food, site: PictureSettings, locale: Locale): Markup | null {
  const address = addressOf(food.image_url, site);
  if (address === null || isDrawing(address)) return null;
  const words = locale.say(locale.words.food.packaging, { food: food.name });
  return html`<div class="picture">${image(address, words, 400)}</div>`;
}

/** The drawing of a food that has one, beside its name. */
export function renderDrawing(food: Food, site: PictureSettings): Markup | null {
  const address = addressOf(food.image_url, site);
  return address === null || !isDrawing(address) ? null : image(address, '', 72);
}

/** Drawings are ours, and on this host. */
function isDrawing(address: string): boolean {
  return address.startsWith('/');
}

/** Photographs come from other hosts, so they get no referrer. */
function image(address: string, alt: string, width: number): Markup {
  return html`<img src="${address}" alt="${alt}" width="${width}" height="${width}" loading="lazy" decoding="async" referrerpolicy="no-referrer">`;
}

/** A catalogue may come from anywhere, so only https addresses are passed on. */
export function secureAddress(address: string | null): string | null {
  if (address === null || !address.startsWith('https://')) return null;
  return URL.canParse(address) ? address : null;
}

function addressOf(address: string | null, { images, publicUrl }: PictureSettings): string | null {
  return ownPicturePath(address, publicUrl) ?? (images === 'off' ? null : secureAddress(address));
}
