import { onDemand } from '../on-demand.ts';

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
  return (latinSlug(name) ?? slugOfAnyScript(name)) || NO_SLUG;
}

function slugOfAnyScript(name: string): string {
  const slug = dashed(name).slice(0, MAX_SLUG_LENGTH).replace(EDGE_DASHES, '');
  return ASCII.test(slug) ? slug : encodeURIComponent(slug.toWellFormed());
}

function dashed(name: string): string {
  return name.normalize('NFKD').replace(ACCENTS, '').toLowerCase().replace(NOT_IN_A_SLUG, '-');
}

const DASH = '-'.charCodeAt(0);
const NO_SINGLE_CHARACTER = 0;
/** What each character of Western Europe becomes, where that is a single ASCII character: most of them. */
const inSlugs = onDemand(() =>
  Uint8Array.from({ length: 256 }, (_, code) => {
    const slug = dashed(String.fromCharCode(code));
    return slug.length === 1 && ASCII.test(slug) ? slug.charCodeAt(0) : NO_SINGLE_CHARACTER;
  }),
);
const written = Buffer.alloc(MAX_SLUG_LENGTH);

/** Every food of an answer has a slug, and regular expressions take twice as long. Null for other characters. */
function latinSlug(name: string): string | null {
  const inSlug = inSlugs();
  let length = 0;
  for (let i = 0; i < name.length && length < MAX_SLUG_LENGTH; i++) {
    const code = inSlug[name.charCodeAt(i)] ?? NO_SINGLE_CHARACTER;
    if (code === NO_SINGLE_CHARACTER) return null;
    length = append(code, length);
  }
  return written.toString('latin1', 0, withoutDash(length));
}

/** Returns the length of the slug with one more character. Dashes neither follow each other nor come first. */
function append(code: number, length: number): number {
  if (code === DASH && (length === 0 || written[length - 1] === DASH)) return length;
  written[length] = code;
  return length + 1;
}

function withoutDash(length: number): number {
  return length > 0 && written[length - 1] === DASH ? length - 1 : length;
}
