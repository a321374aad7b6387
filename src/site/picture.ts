import type { Food } from '../food/food.ts';
import { html, type Markup } from '../http/markup.ts';

/** The number of tints that the style sheet has for placeholders. */
const TINTS = 8;
const FIRST_LETTER = /[\p{L}\p{N}]/u;

export type Images = 'on' | 'off';

/**
 * A food's picture on top of a drawn placeholder, which shows where there is no picture, it does not load, or pictures
 * are off. Pictures come from other hosts, so they get no referrer and only https is requested.
 */
export function renderThumb(food: Food, images: Images): Markup {
  const url = images === 'on' ? secureAddress(food.image_thumb_url) : null;
  return html`<span class="picture thumb">${drawing(food)}${
    url !== null &&
    html`<img src="${url}" alt="" width="56" height="56" loading="lazy" decoding="async" referrerpolicy="no-referrer">`
  }</span>`;
}

export function renderPicture(food: Food, images: Images): Markup {
  const url = images === 'on' ? secureAddress(food.image_url) : null;
  return html`<div class="picture large${url === null ? ' only-drawn' : ''}">${drawing(food)}${
    url !== null &&
    html`<img src="${url}" alt="Packaging of ${food.name}" width="400" height="400" loading="lazy" decoding="async" referrerpolicy="no-referrer">`
  }</div>`;
}

/** A catalogue may come from anywhere, so only https addresses are passed on. */
export function secureAddress(address: string | null): string | null {
  if (address === null || !address.startsWith('https://')) return null;
  return URL.canParse(address) ? address : null;
}

/** A letter on a tint chosen by category, so that foods of one category look alike. */
function drawing({ name, category }: Food): Markup {
  const letter = FIRST_LETTER.exec(name)?.[0].toUpperCase() ?? '·';
  return html`<svg class="drawn tint-${tintOf(category ?? name)}" viewBox="0 0 56 56" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><rect width="56" height="56"/><circle cx="28" cy="28" r="19"/><text x="28" y="28" dy=".35em">${letter}</text></svg>`;
}

function tintOf(words: string): number {
  return Bun.hash.xxHash32(words) % TINTS;
}
