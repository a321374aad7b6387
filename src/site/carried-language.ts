import type { Call } from '../http/call.ts';
import { chosenLanguage, namedLanguage } from './language.ts';
import type { Language } from './locale.ts';

/**
 * The links of a page whose address names its language do so too: a reader who keeps no cookies stays in the chosen
 * language, and so does a search engine that follows links.
 */

/** The language that the links of a page name; null where they need not, since a cookie does. */
export function carriedLanguage(call: Call): Language | null {
  const named = namedLanguage(call.target.query);
  return named === chosenLanguage(call.header('cookie')) ? null : named;
}

/** Pages in several languages; the API, its documentation and files have one address. */
const PAGE = String.raw`/(?:categories|recipes|compare|about|phone|category/[^"?#]*|food/[^"?#]*\.html)?`;
const LINK = new RegExp(String.raw`(<a\b[^>]*? href="${PAGE})(?:\?([^"#]*))?(?=[#"])`, 'g');
const FORM = /<form\b[^>]*? method="get"[^>]*>/g;

/** The text of a page whose links and searches name this language. Text of others is escaped, so no link is in it. */
export function carryLanguage(text: string, language: Language | null): string {
  if (language === null) return text;
  const parameter = `lang=${language}`;
  return text
    .replace(
      LINK,
      (_, address: string, query = '') => `${address}?${query === '' ? '' : `${query}&amp;`}${parameter}`,
    )
    .replace(FORM, (form) => `${form}<input type="hidden" name="lang" value="${language}">`);
}
