import { MAX_CODE_LENGTH } from '../../accounts/second-factor.ts';
import type { Answer } from '../../http/answer.ts';
import { html, type Markup } from '../../http/markup.ts';
import type { Locale } from '../locale.ts';
import { codeRefusalInWords, retryLater } from './act.ts';
import { answer, redirect } from './answers.ts';
import { clearCookie, SESSION_COOKIE } from './cookies.ts';
import type { Visit } from './dashboard.ts';
import { signInFirst } from './enter.ts';
import { type Faults, renderButton, renderField, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { renderOutside } from './frame.ts';
import { isEntry, welcome } from './sign-in-page.ts';

/** `GET /dashboard/sign-in/code`: the second step, after the right password. */
export function codePage(visit: Visit): Answer {
  const { session } = visit;
  if (session === null) return signInFirst(visit);
  return session.isComplete ? redirect('/dashboard') : answer(renderCode(visit, {}));
}

/** `POST /dashboard/sign-in/code` */
export async function passCode(visit: Visit, form: Form): Promise<Answer> {
  const { dashboard, client, session, locale } = visit;
  const { code: words, refused } = locale.words.dashboard;
  if (session === null) return redirect('/dashboard/sign-in');
  if (session.isComplete) return redirect('/dashboard');
  const code = form.text('code').trim();
  if (code === '') return answer(renderCode(visit, { code: words.enter }), { status: 422 });
  const outcome = await dashboard.signIn.withCode(session, code, client);
  if (isEntry(outcome)) return welcome(outcome);
  if (outcome === 'none') {
    await dashboard.signIn.sessions.end(session.accountId, session.id);
    return redirect('/dashboard/sign-in', [clearCookie(SESSION_COOKIE)]);
  }
  const fault = codeRefusalInWords(outcome, refused.tooManyCodesOrRecover, locale);
  return answer(
    renderCode(visit, { code: fault }),
    outcome === 'wrong' ? { status: 422 } : retryLater(outcome),
  );
}

/** `POST /dashboard/sign-in/cancel` */
export async function cancelSignIn({ dashboard, session }: Visit): Promise<Answer> {
  if (session !== null) await dashboard.signIn.sessions.end(session.accountId, session.id);
  return redirect('/dashboard/sign-in', [clearCookie(SESSION_COOKIE)]);
}

/** For six digits or a recovery code. */
export function renderCodeField(faults: Faults, hint: string, { words }: Locale, hasFocus = true): Markup {
  return renderField({
    name: 'code',
    label: words.dashboard.code.label,
    hint,
    autocomplete: 'one-time-code',
    faults,
    hasFocus,
    more: html` maxlength="${MAX_CODE_LENGTH}"`,
  });
}

function renderCode(visit: Visit, faults: Faults): Markup {
  const { locale } = visit;
  const { code: words } = locale.words.dashboard;
  return renderOutside(visit, {
    title: words.title,
    faults,
    body: html`<h1>${words.title}</h1>
${renderForm(
  '/dashboard/sign-in/code',
  html`${renderCodeField(faults, words.hint, locale)}
<button type="submit">${words.continue}</button>`,
)}
${renderButton('/dashboard/sign-in/cancel', words.someoneElse)}`,
  });
}
