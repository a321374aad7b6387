const ASCII = /^[\x20-\x7e]*$/;
const NOT_IN_AN_ASCII_SLUG = /[^a-z0-9]+/g;
const NOT_IN_A_SLUG = /[^\p{L}\p{N}]+/gu;
const ACCENTS = /\p{M}+/gu;
const EDGE_DASHES = /^-+|-+$/g;
/** Longer addresses help nobody; the id alone finds the food. */
const LONGEST_SLUG = 60;

/** The path of the page about a food. The slug is for readers; the id decides. */
export function staticUrl(id: number, name: string): string {
  return `/food/${id}/${slugOf(name)}.html`;
}

/** A name as part of an address: plain letters and digits of any script, joined by dashes. */
export function slugOf(name: string): string {
  const slug = dashed(name).slice(0, LONGEST_SLUG).replace(EDGE_DASHES, '');
  if (slug === '') return 'food';
  return ASCII.test(slug) ? slug : encodeURIComponent(slug.toWellFormed());
}

/** Most names are ASCII, and every answer has a slug: those take the short way. */
function dashed(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase().replace(NOT_IN_AN_ASCII_SLUG, '-');
  return name.normalize('NFKD').replace(ACCENTS, '').toLowerCase().replace(NOT_IN_A_SLUG, '-');
}
