import { decodeHTML } from 'entities';

// Contributors paste from web pages, so an entity may have been encoded twice ("&amp;quot;").
const ENTITY_LAYERS = 2;
const ENTITY = /&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});/;
// Control characters, zero-width and direction marks, byte-order mark, soft hyphen: nothing a reader sees. The joiners
// of some scripts are among them, but in product names they are paste damage far more often than spelling.
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;
const NEEDS_CARE = /[^\x20-\x7e]|[&<]| {2}|^ | $/;
const WHITE_SPACE = /\s+/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Only the tags that people paste: "<3" and "< 5 %" are text. */
const MARKUP =
  /<\/?(?:a|b|br|center|div|em|font|h[1-6]|i|img|li|ol|p|small|span|strong|sub|sup|table|td|tr|u|ul)(?:\s[^<>]{0,200})?\/?>/gi;

/** Text as a reader should see it: entities decoded, markup gone, NFC, one space at a time, nothing invisible. */
export function cleanText(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  return decodeEntities(text)
    .replace(MARKUP, ' ')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(WHITE_SPACE, ' ')
    .replace(UNSEEN, '')
    .normalize('NFC')
    .replace(WHITE_SPACE, ' ')
    .trim();
}

function decodeEntities(text: string): string {
  let decoded = text;
  for (let layer = 0; layer < ENTITY_LAYERS && ENTITY.test(decoded); layer++) decoded = decodeHTML(decoded);
  return decoded;
}
