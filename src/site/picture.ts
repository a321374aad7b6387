import type { Food } from '../food/food.ts';
import { html, type Markup } from '../http/markup.ts';

/** How many tints the style sheet has for drawn pictures. */
const TINTS = 8;
const FIRST_LETTER = /[\p{L}\p{N}]/u;

export type Images = 'on' | 'off';

/**
 * A food's picture over a drawn one: where there is no picture, it does not load, or pictures are off, the drawing is
 * what one sees. Pictures come from other hosts, so they get no referrer, and nothing but https is asked for.
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

/** A catalogue may come from anywhere: an address of any other kind than https is not passed on. */
export function secureAddress(address: string | null): string | null {
  if (address === null || !address.startsWith('https://')) return null;
  return URL.canParse(address) ? address : null;
}

/** A letter on a tint that follows from the category, so that foods of a kind look of a kind. */
function drawing({ name, category }: Food): Markup {
  const letter = FIRST_LETTER.exec(name)?.[0].toUpperCase() ?? '·';
  return html`<svg class="drawn tint-${tintOf(category ?? name)}" viewBox="0 0 56 56" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><rect width="56" height="56"/><circle cx="28" cy="28" r="19"/><text x="28" y="28" dy=".35em">${letter}</text></svg>`;
}

function tintOf(words: string): number {
  return Bun.hash.xxHash32(words) % TINTS;
}
