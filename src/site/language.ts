import type { Call } from '../http/call.ts';
import { ENGLISH, isLanguage, type Language, type Locale, localeOf } from './locale.ts';

/**
 * The language of a page: the one in its address (`lang`), so that search engines can tell the four apart; else the
 * reader's choice; else the one that the browser prefers.
 */
export function languageOf(call: Call): Language {
  return (
    namedLanguage(call.target.query) ??
    chosenLanguage(call.header('cookie')) ??
    preferredLanguage(call.header('accept-language'), call.surroundings.language)
  );
}

/** How the page that a call requests speaks. Its links name the language where its address does and no cookie says the same. */
export function localeFor(call: Call): Locale {
  const named = namedLanguage(call.target.query);
  const isNamed = named !== null && named !== chosenLanguage(call.header('cookie'));
  return localeOf(languageOf(call), isNamed);
}

/** The language in an address. */
export function namedLanguage(query: string): Language | null {
  if (!query.includes('lang=')) return null;
  const named = new URLSearchParams(query).get('lang')?.toLowerCase() ?? '';
  return isLanguage(named) ? named : null;
}

/** The part of a query that decides the language: `lang=de`, or nothing. */
export function languageQuery(query: string): string {
  const named = namedLanguage(query);
  return named === null ? '' : `lang=${named}`;
}

/** The cookie has no `__Host-` prefix: it must also be kept over http, and planting it only changes a language. */
export const LANGUAGE_COOKIE = 'larder-language';
const CHOSEN = /(?:^|;)\s*larder-language=([a-z]{2})\s*(?:;|$)/;

/** The language in a cookie. */
export function chosenLanguage(cookies: string | null): Language | null {
  const [, chosen = ''] = CHOSEN.exec(cookies ?? '') ?? [];
  return isLanguage(chosen) ? chosen : null;
}

/** No browser sends more; the rest is not read. */
const MAX_RANGES = 20;
const RANGE = /^\s*([a-z]{1,8}|\*)(?:-[a-z\d-]{1,32})?\s*(?:;\s*q\s*=\s*(\d(?:\.\d{0,3})?)\s*)?$/i;

/** The best of our languages by `Accept-Language` (RFC 9110, 12.5.4); of equals, the first one named. Where it names none of ours, `otherwise`. */
export function preferredLanguage(header: string | null, otherwise: string = ENGLISH.language): Language {
  const usual = isLanguage(otherwise) ? otherwise : ENGLISH.language;
  let best: { language: Language; weight: number } = { language: usual, weight: 0 };
  for (const range of (header ?? '').split(',', MAX_RANGES)) {
    const [, name = '', weight = '1'] = RANGE.exec(range) ?? [];
    const language = name === '*' ? usual : name.toLowerCase();
    if (isLanguage(language) && Number(weight) > best.weight) best = { language, weight: Number(weight) };
  }
  return best.language;
}

/** A choice of language does not return to a longer address: its form would be too large to read. */
export const MAX_RETURN_LENGTH = 8000;
