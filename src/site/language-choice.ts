import type { RouteDeclaration } from '../http/route.ts';
import { readForm } from './dashboard/form.ts';
import { LANGUAGE_COOKIE, MAX_RETURN_LENGTH } from './language.ts';
import { ENGLISH, isLanguage, type Language } from './locale.ts';
import { answerChoice } from './page-answers.ts';

const YEAR_SECONDS = 31_536_000;
/** A path of this host: `//host` and `/\host` would lead elsewhere. */
const OWN_PATH = /^\/(?![/\\])[\x21-\x7e]*$/;

/** `POST /language`: keeps the reader's choice in a cookie, and leads back to the page it was made on. */
export const LANGUAGE_ROUTE: RouteDeclaration = {
  method: 'POST',
  path: '/language',
  area: 'page',
  async answer(call) {
    const form = await readForm(call);
    const chosen = form?.text('lang') ?? '';
    const language = isLanguage(chosen) ? chosen : ENGLISH.language;
    // Unlike the cookies of the dashboard, it has to work over plain http too.
    const secure = call.surroundings.isHttps ? ' Secure;' : '';
    const cookie = `${LANGUAGE_COOKIE}=${language}; Path=/;${secure} SameSite=Lax; HttpOnly; Max-Age=${YEAR_SECONDS}`;
    return answerChoice(returnAddress(form?.text('back') ?? '', language), cookie);
  },
};

/** With the language, for readers who keep no cookies: their links continue with it. */
function returnAddress(back: string, language: Language): string {
  if (back.length > MAX_RETURN_LENGTH || !OWN_PATH.test(back)) return `/?lang=${language}`;
  const [path = '/', query = ''] = back.split('?', 2);
  const params = new URLSearchParams(query);
  params.set('lang', language);
  return `${path}?${params}`;
}
