import { decodeHTML } from 'entities';
import { memberOf } from '../../src/member-of.ts';

// Contributors paste from web pages, so an entity may have been encoded twice ("&amp;quot;").
const ENTITY_LAYERS = 2;
const ENTITY = /&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});/;
/** "Fish &amp chips", "caf&eacute cr&egraveme", "Mac&#39s": only what nobody writes for another reason. */
const UNENDED_ENTITY =
  /&(?:(?:amp|quot|lt|gt|nbsp|apos)(?![A-Za-z0-9;])|#\d{2,5}(?![\d;])|(?:[A-Za-z](?:acute|grave|circ|uml|tilde|cedil)|szlig|oelig|aelig)(?!;))/g;
// Control characters, zero-width and direction marks, byte-order mark, soft hyphen: nothing a reader sees. The joiners
// of some scripts are among them, but in product names they are paste damage far more often than spelling.
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;
const WHITE_SPACE = /\s+/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Only the tags that people paste: "<3" and "< 5 %" are text. */
const MARKUP =
  /<\/?(?:a|b|big|br|center|cite|code|del|div|em|font|h[1-6]|hr|i|img|ins|li|mark|ol|p|pre|s|small|span|strike|strong|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul|wbr)(?:\s[^<>]{0,200})?\/?>|<!--[^<>]{0,200}-->/gi;

/**
 * Letters that a program read as two: the bytes of "é" in UTF-8 are "Ã" and "©" in older encodings, and "ã" and "©" after
 * a change to small letters. Only pairs that nobody writes: the sign after the letter decides.
 */
const MISREAD = /[Ãã][\u00a1-\u00bf]|Â[\u00a0-\u00bf]|â€|(?<!\p{L})Ã (?=\p{L})/u;
/** A closing quote may follow "ã", but not within a word. */
const MISREAD_LETTER = /[Ãã]([\u00a1-\u00ba\u00bc-\u00bf]|»(?=\p{L}))/gu;
const MISREAD_SIGN = /Â([\u00a0-\u00bf])/gu;
/** The last of the three bytes of a dash or quote, as it is read. */
const MISREAD_PUNCTUATION: Readonly<Record<string, string>> = {
  '\u201c': '–',
  '\u201d': '—',
  '\u02dc': '‘',
  '\u2122': '’',
  '\u0153': '“',
  '\u009d': '”',
  '\u00a2': '•',
  '\u00a6': '…',
};
const MISREAD_QUOTE = new RegExp(`â€([${Object.keys(MISREAD_PUNCTUATION).join('')}])`, 'gu');
/** Its second half was a space that does not break. */
const MISREAD_A = /(?<!\p{L})Ã (?=\p{L})/gu;
/** From the second byte of a letter to the letter. */
const LATIN_LETTERS = 0x40;

function mendMisread(text: string): string {
  return text
    .replace(MISREAD_LETTER, (_, sign: string) => String.fromCharCode(sign.charCodeAt(0) + LATIN_LETTERS))
    .replace(MISREAD_SIGN, '$1')
    .replace(MISREAD_QUOTE, (_, sign: string) => memberOf(MISREAD_PUNCTUATION, sign)!)
    .replace(MISREAD_A, 'à ');
}

/** Text as a reader should see it: entities decoded, markup removed, NFC, single spaces, nothing invisible. */
export function cleanText(written: string): string {
  const text = MISREAD.test(written) ? mendMisread(written) : written;
  if (isPlain(text)) return text;
  return decodeEntities(text)
    .replace(MARKUP, ' ')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(WHITE_SPACE, ' ')
    .replace(UNSEEN, '')
    .normalize('NFC')
    .replace(WHITE_SPACE, ' ')
    .trim();
}

const SPACE = 0x20;
const TILDE = 0x7e;
const AMPERSAND = 0x26;
const LESS_THAN = 0x3c;

/** Printable, with single spaces between words and nothing that may be an entity or markup. */
function isPlain(text: string): boolean {
  let isAfterSpace = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > TILDE) {
      if (!isPlainBeyondAscii(code)) return false;
    } else if (code < SPACE || code === AMPERSAND || code === LESS_THAN) {
      return false;
    }
    if (code === SPACE && isAfterSpace) return false;
    isAfterSpace = code === SPACE;
  }
  return !isAfterSpace || text === '';
}

const INVERTED_EXCLAMATION_MARK = 0xa1;
const SOFT_HYPHEN = 0xad;
const LAST_LATIN = 0x2ff;
const HYPHEN = 0x2010;
const HYPHENATION_POINT = 0x2027;

/** Latin letters with their accents, and dashes and quotes: most of what is not ASCII, and the same in NFC. */
function isPlainBeyondAscii(code: number): boolean {
  if (code <= LAST_LATIN) return code >= INVERTED_EXCLAMATION_MARK && code !== SOFT_HYPHEN;
  return code >= HYPHEN && code <= HYPHENATION_POINT;
}

function decodeEntities(text: string): string {
  let decoded = text;
  for (let layer = 0; layer < ENTITY_LAYERS; layer++) {
    const ended = decoded.replace(UNENDED_ENTITY, '$&;');
    if (!ENTITY.test(ended)) return decoded;
    decoded = decodeHTML(ended);
  }
  return decoded;
}
