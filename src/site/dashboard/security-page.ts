import { faultOfPassword, SHORTEST_PASSWORD } from '../../accounts/passwords.ts';
import { html, type Markup } from '../../http/markup.ts';
import { answer, redirect } from './answers.ts';
import type { OwnVisit } from './dashboard.ts';
import { type Faults, renderButton, renderField, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { doneAt, renderInside } from './frame.ts';
import { cookiesOf, laterInWords, retryLater } from './sign-in-page.ts';

/** With fewer recovery codes than this, the page suggests getting new ones. */
const FEW_CODES = 3;

/** `GET /dashboard/security`: password, second factor, other ways to sign in. */
export function securityPage(visit: OwnVisit): Response {
  return answer(visit.call, renderSecurity(visit, {}));
}

/** `POST /dashboard/password` */
export async function changePassword(visit: OwnVisit, form: Form): Promise<Response> {
  const { call, dashboard, session, client } = visit;
  const [current, next] = [form.text('current_password'), form.text('new_password')];
  const faults: Record<string, string> = {};
  if (visit.account.has_password && current === '') faults.current_password = 'Enter the current password.';
  const fault = faultOfPassword(next);
  if (fault !== null) faults.new_password = `This password ${fault}.`;
  if (Object.keys(faults).length > 0) return answer(call, renderSecurity(visit, faults), { status: 422 });
  const outcome = await dashboard.accounts.changePassword(session.accountId, current, next);
  if (outcome === 'wrong') {
    const wrong = { current_password: 'This is not the current password.' };
    return answer(call, renderSecurity(visit, wrong), { status: 422 });
  }
  if (outcome !== 'changed') {
    return answer(
      call,
      renderSecurity(visit, { current_password: laterInWords(outcome) }),
      retryLater(outcome),
    );
  }
  const entry = dashboard.signIn.renew(session, client);
  return redirect(call, doneAt('/dashboard/security', 'password'), cookiesOf(entry));
}

function renderSecurity(visit: OwnVisit, faults: Faults): Markup {
  return renderInside(visit, 'security', {
    title: 'Security',
    hasFaults: Object.keys(faults).length > 0,
    body: html`<h1>Security</h1>
${renderPassword(visit, faults)}
${renderFactor(visit)}
${renderProvider(visit)}`,
  });
}

function renderPassword({ account }: OwnVisit, faults: Faults): Markup {
  const title = account.has_password ? 'Change the password' : 'Set a password';
  return html`<section class="card" aria-labelledby="password-title"><h2 id="password-title">${title}</h2>
${renderForm(
  '/dashboard/password',
  html`<input type="text" name="name" value="${account.name}" autocomplete="username" hidden>
${account.has_password && renderField({ name: 'current_password', label: 'Current password', type: 'password', autocomplete: 'current-password', faults })}
${renderField({ name: 'new_password', label: 'New password', type: 'password', autocomplete: 'new-password', faults, hint: `At least ${SHORTEST_PASSWORD} characters. All other sessions are signed out.` })}
<button type="submit">${title}</button>`,
)}</section>`;
}

function renderFactor({ account }: OwnVisit): Markup {
  const left = account.recovery_codes_left;
  return html`<section class="card" aria-labelledby="factor-title"><h2 id="factor-title">Second factor</h2>
${
  account.second_factor
    ? html`<p><b>On.</b> Signing in asks for a code. ${left === 1 ? 'One recovery code is' : `${left} recovery codes are`} left.</p>
${left < FEW_CODES && html`<p class="notice">You are running out of recovery codes. Remove the second factor and set it up again to get new ones.</p>`}
<p><a class="button quiet" href="/dashboard/second-factor">Remove it</a></p>`
    : html`<p><b>Off.</b> With it, signing in also asks for six digits from an authenticator app, so that a stolen password is not enough.</p>
${renderButton('/dashboard/second-factor', 'Set it up', 'plain')}`
}</section>`;
}

function renderProvider({ account, dashboard, session }: OwnVisit): Markup | null {
  const { provider, signIn } = dashboard;
  if (provider === null) return null;
  const isLinked = signIn.isLinked(session.accountId, provider.issuer);
  return html`<section class="card" aria-labelledby="provider-title"><h2 id="provider-title">${provider.name}</h2>
${
  isLinked
    ? html`<p><b>Linked.</b> You can sign in with ${provider.name}.</p>${account.has_password ? renderButton('/dashboard/openid/unlink', 'Unlink') : html`<p class="soft">To unlink it, set a password first.</p>`}`
    : html`<p><b>Not linked.</b></p><p><a class="button quiet" href="/dashboard/openid/start">Link to ${provider.name}</a></p>`
}</section>`;
}
