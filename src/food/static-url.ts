const ASCII = /^[\x20-\x7e]*$/;
const NOT_IN_A_SLUG = /[^\p{L}\p{N}]+/gu;
const ACCENTS = /\p{M}+/gu;
const EDGE_DASHES = /^-+|-+$/g;
/** Longer addresses help nobody; the id alone finds the food. */
const MAX_SLUG_LENGTH = 60;
/** For a name without letters and digits. */
const NO_SLUG = 'food';

/** The path of the page about a food. The slug is for readers; the id decides. */
export function staticUrl(id: number, name: string): string {
  return `/food/${id}/${slugOf(name)}.html`;
}

/** A name as part of an address: plain letters and digits of any script, joined by dashes. */
export function slugOf(name: string): string {
  const words = name.normalize('NFKD').replace(ACCENTS, '').toLowerCase().replace(NOT_IN_A_SLUG, '-');
  const slug = words.replace(EDGE_DASHES, '').slice(0, MAX_SLUG_LENGTH).replace(EDGE_DASHES, '');
  return (ASCII.test(slug) ? slug : encodeURIComponent(slug.toWellFormed())) || NO_SLUG;
}
