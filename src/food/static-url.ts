const ASCII = /^[\x20-\x7e]*$/;
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
  return (latinSlug(name) ?? slugOfAnyScript(name)) || 'food';
}

function slugOfAnyScript(name: string): string {
  const slug = dashed(name).slice(0, LONGEST_SLUG).replace(EDGE_DASHES, '');
  return ASCII.test(slug) ? slug : encodeURIComponent(slug.toWellFormed());
}

function dashed(name: string): string {
  return name.normalize('NFKD').replace(ACCENTS, '').toLowerCase().replace(NOT_IN_A_SLUG, '-');
}

const DASH = '-'.charCodeAt(0);
const NO_SINGLE_CHARACTER = 0;
/** What becomes of the characters of Western Europe, where it is one character of ASCII: most of them. */
const IN_A_SLUG = Uint8Array.from({ length: 256 }, (_, code) => {
  const slug = dashed(String.fromCharCode(code));
  return slug.length === 1 && ASCII.test(slug) ? slug.charCodeAt(0) : NO_SINGLE_CHARACTER;
});
const written = Buffer.alloc(LONGEST_SLUG);

/** Every food of an answer has a slug, and patterns take twice as long. Null for other characters. */
function latinSlug(name: string): string | null {
  let length = 0;
  for (let i = 0; i < name.length && length < LONGEST_SLUG; i++) {
    const code = IN_A_SLUG[name.charCodeAt(i)] ?? NO_SINGLE_CHARACTER;
    if (code === NO_SINGLE_CHARACTER) return null;
    if (code === DASH && length > 0 && written[length - 1] === DASH) continue;
    written[length++] = code;
  }
  const start = written[0] === DASH ? 1 : 0;
  const end = written[length - 1] === DASH ? length - 1 : length;
  return start < end ? written.toString('latin1', start, end) : '';
}
