import type { Proof } from '../../accounts/account-service.ts';
import type { Answer } from '../../http/answer.ts';
import { html, type Markup } from '../../http/markup.ts';
import type { Locale } from '../locale.ts';
import { laterInWords, retryLater } from './act.ts';
import { answer, type Extras, redirect } from './answers.ts';
import { renderCodeField } from './code-page.ts';
import type { OwnVisit } from './dashboard.ts';
import { type Faults, renderField, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { type Place, renderInside } from './frame.ts';
import { cookiesOf, isEntry } from './sign-in-page.ts';

/** Asks for password and code once more, so that a borrowed session cannot become a permanent one. */

export const CONFIRM_PATH = '/dashboard/confirm';
/** For someone whose provider was asked to confirm who they are, and did not. */
export const UNCONFIRMED = `${CONFIRM_PATH}?unconfirmed`;
/** Where people can be sent on to; anything else is replaced, so that no link leads elsewhere. */
const DESTINATION =
  /^\/dashboard\/(security|sessions|second-factor|keys\/\d{1,15}|admin\/accounts\/\d{1,15})$/;
const DEFAULT_DESTINATION = '/dashboard/security';

/** Sends people on whose password is not recent enough for an action. */
export function confirmFirst(to: string): Answer {
  return redirect(`${CONFIRM_PATH}?to=${encodeURIComponent(to)}`);
}

/** `GET /dashboard/confirm?to=` */
export function confirmPage(visit: OwnVisit): Answer {
  const to = destinationOf(new URLSearchParams(visit.call.target.query).get('to'));
  return visit.session.isFresh ? redirect(to) : answer(renderConfirm(visit, to, {}));
}

/** `POST /dashboard/confirm` */
export async function confirm(visit: OwnVisit, form: Form): Promise<Answer> {
  const { dashboard, session, client, locale } = visit;
  const to = destinationOf(form.text('to'));
  const code = form.text('code').trim();
  const credentials = { password: form.text('password'), code: code === '' ? null : code };
  const outcome = await dashboard.signIn.again(session, credentials, client);
  if (isEntry(outcome)) return redirect(to, cookiesOf(outcome));
  const { faults, extras } = explain(outcome, locale);
  return answer(renderConfirm(visit, to, faults), extras);
}

function explain(outcome: Exclude<Proof, 'proved'>, locale: Locale): { faults: Faults; extras: Extras } {
  const { confirm: words, refused } = locale.words.dashboard;
  if (outcome === 'wrong_password' || outcome === 'no_password') {
    return { faults: { password: words.wrong }, extras: { status: 422 } };
  }
  if (outcome === 'wrong_code') return { faults: { code: refused.wrongCode }, extras: { status: 422 } };
  return {
    faults: { password: laterInWords(outcome, locale) },
    extras: retryLater(outcome),
  };
}

function destinationOf(to: string | null): string {
  return to !== null && DESTINATION.test(to) ? to : DEFAULT_DESTINATION;
}

function renderConfirm(visit: OwnVisit, to: string, faults: Faults): Markup {
  const { confirm: words } = visit.locale.words.dashboard;
  return renderInside(visit, placeOf(to), {
    title: words.title,
    faults,
    body: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${visit.account.has_password ? renderPassword(visit, to, faults) : renderProvider(visit)}`,
  });
}

function renderPassword({ account, locale }: OwnVisit, to: string, faults: Faults): Markup {
  const { confirm: words, code, signIn } = locale.words.dashboard;
  return renderForm(
    CONFIRM_PATH,
    html`<input type="hidden" name="to" value="${to}"><input type="text" name="name" value="${account.name}" autocomplete="username" hidden>
${renderField({ name: 'password', label: signIn.password, type: 'password', autocomplete: 'current-password', faults, hasFocus: true })}
${account.second_factor && renderCodeField(faults, code.eitherHint, locale, false)}
<button type="submit">${words.button}</button>`,
  );
}

function renderProvider({ call, dashboard: { provider }, locale }: OwnVisit): Markup {
  const { confirm: words } = locale.words.dashboard;
  if (provider === null) return html`<p>${words.noPassword}</p>`;
  const isUnconfirmed = new URLSearchParams(call.target.query).has('unconfirmed');
  const unconfirmed = locale.say(words.unconfirmed, { provider: provider.name });
  return html`${isUnconfirmed && html`<p class="notice" role="status">${unconfirmed}</p>`}<p><a class="button" href="/dashboard/openid/start?again">${locale.say(words.again, { provider: provider.name })}</a></p>`;
}

function placeOf(to: string): Place {
  if (to.startsWith('/dashboard/keys')) return 'keys';
  if (to.startsWith('/dashboard/admin')) return 'admin';
  return to === '/dashboard/sessions' ? 'sessions' : 'security';
}
