import type { Proof } from '../../accounts/account-service.ts';
import { html, type Markup } from '../../http/markup.ts';
import { answer, type Extras, redirect } from './answers.ts';
import { renderCodeField, WRONG_CODE } from './code-page.ts';
import type { OwnForm, OwnVisit } from './dashboard.ts';
import { type Faults, renderField, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { type Place, renderInside } from './frame.ts';
import { logSecurity } from './security-log.ts';
import { cookiesOf, isEntry, laterInWords, retryLater } from './sign-in-page.ts';

/** Asks for password and code once more, so that a borrowed session cannot become a permanent one. */

export const CONFIRM_PATH = '/dashboard/confirm';
/** Where people can be sent on to; anything else is replaced, so that no link leads elsewhere. */
const DESTINATION =
  /^\/dashboard\/(security|sessions|second-factor|keys\/\d{1,15}|admin\/accounts\/\d{1,15})$/;
const DEFAULT_DESTINATION = '/dashboard/security';

/** The same form, for people who entered their password within the last minutes; others do so first. */
export function fresh(act: OwnForm, back: (visit: OwnVisit) => string): OwnForm {
  return (visit, form) => (visit.session.isFresh ? act(visit, form) : confirmFirst(visit, back(visit)));
}

export function confirmFirst({ call }: OwnVisit, to: string): Response {
  return redirect(call, `${CONFIRM_PATH}?to=${encodeURIComponent(to)}`);
}

/** `GET /dashboard/confirm?to=` */
export function confirmPage(visit: OwnVisit): Response {
  const to = destinationOf(new URLSearchParams(visit.call.target.query).get('to'));
  return visit.session.isFresh ? redirect(visit.call, to) : answer(visit.call, renderConfirm(visit, to, {}));
}

/** `POST /dashboard/confirm` */
export async function confirm(visit: OwnVisit, form: Form): Promise<Response> {
  const { call, dashboard, session, client, account } = visit;
  const to = destinationOf(form.text('to'));
  const code = form.text('code').trim();
  const credentials = { password: form.text('password'), code: code === '' ? null : code };
  const outcome = await dashboard.signIn.again(session, credentials, client);
  if (isEntry(outcome)) {
    logSecurity(visit, 'confirmed again', account.name);
    return redirect(call, to, cookiesOf(outcome));
  }
  const { faults, extras, reason } = explain(outcome);
  logSecurity(visit, 'confirmation failed', account.name, reason);
  return answer(call, renderConfirm(visit, to, faults), extras);
}

function explain(outcome: Exclude<Proof, 'proved'>): { faults: Faults; extras: Extras; reason: string } {
  if (outcome === 'wrong_password' || outcome === 'no_password') {
    return { faults: { password: 'The password is wrong.' }, extras: { status: 422 }, reason: 'password' };
  }
  if (outcome === 'wrong_code')
    return { faults: { code: WRONG_CODE }, extras: { status: 422 }, reason: 'code' };
  return { faults: { password: laterInWords(outcome) }, extras: retryLater(outcome), reason: 'too many' };
}

function destinationOf(to: string | null): string {
  return to !== null && DESTINATION.test(to) ? to : DEFAULT_DESTINATION;
}

function renderConfirm(visit: OwnVisit, to: string, faults: Faults): Markup {
  return renderInside(visit, placeOf(to), {
    title: 'Confirm that it is you',
    hasFaults: Object.keys(faults).length > 0,
    body: html`<h1>Confirm that it is you</h1>
<p class="lead">This needs a password entered within the last five minutes. You then return to the page you came from.</p>
${visit.account.has_password ? renderPassword(visit, to, faults) : renderProvider(visit)}`,
  });
}

function renderPassword({ account }: OwnVisit, to: string, faults: Faults): Markup {
  return renderForm(
    CONFIRM_PATH,
    html`<input type="hidden" name="to" value="${to}"><input type="text" name="name" value="${account.name}" autocomplete="username" hidden>
${renderField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', faults, hasFocus: true })}
${account.second_factor && renderCodeField(faults, 'Six digits from your authenticator app, or a recovery code.', false)}
<button type="submit">Confirm</button>`,
  );
}

function renderProvider({ dashboard: { provider } }: OwnVisit): Markup {
  return provider === null
    ? html`<p>Your account has no password to confirm with. Ask the operator of this service to set one.</p>`
    : html`<p><a class="button" href="/dashboard/openid/start?again">Sign in with ${provider.name} again</a></p>`;
}

function placeOf(to: string): Place {
  if (to.startsWith('/dashboard/keys')) return 'keys';
  if (to.startsWith('/dashboard/admin')) return 'admin';
  return to === '/dashboard/sessions' ? 'sessions' : 'security';
}
