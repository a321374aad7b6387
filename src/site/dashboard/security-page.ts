import type { Locked } from '../../accounts/account-service.ts';
import { SHORTEST_PASSWORD } from '../../accounts/passwords.ts';
import { html, type Markup } from '../../http/markup.ts';
import { answer, redirect } from './answers.ts';
import type { OwnVisit } from './dashboard.ts';
import { type Faults, renderButton, renderField, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { doneAt, renderInside } from './frame.ts';
import { logSecurity } from './security-log.ts';
import { cookiesOf, laterInWords, retryLater } from './sign-in-page.ts';

/** With fewer recovery codes than this, the page suggests getting new ones. */
const FEW_CODES = 3;

/** `GET /dashboard/security`: password, second factor, other ways to sign in. */
export async function securityPage(visit: OwnVisit): Promise<Response> {
  return answer(visit.call, await renderSecurity(visit, {}));
}

/** `POST /dashboard/password` */
export async function changePassword(visit: OwnVisit, form: Form): Promise<Response> {
  const { call, dashboard, session, client, account } = visit;
  const { accounts } = dashboard;
  const [current, next] = [form.text('current_password'), form.text('new_password')];
  const faults: Record<string, string> = {};
  if (account.has_password && current === '') faults.current_password = 'Enter the current password.';
  const fault = await accounts.faultOfPassword(next, account.name);
  if (fault !== null) faults.new_password = `This password ${fault}.`;
  if (Object.keys(faults).length > 0)
    return answer(call, await renderSecurity(visit, faults), { status: 422 });
  const refuse = async (outcome: 'busy' | Locked) =>
    answer(
      call,
      await renderSecurity(visit, { current_password: laterInWords(outcome) }),
      retryLater(outcome),
    );
  const proof = await accounts.provePassword(session.accountId, current);
  if (proof === 'wrong_password' || proof === 'wrong_code') {
    const wrong = { current_password: 'This is not the current password.' };
    return answer(call, await renderSecurity(visit, wrong), { status: 422 });
  }
  if (proof !== 'proved' && proof !== 'no_password') return refuse(proof);
  const outcome = await accounts.resetPassword(session.accountId, next, { removesSecondFactor: false });
  if (outcome === 'busy') return refuse(outcome);
  logSecurity(visit, 'password changed', account.name);
  const entry = await dashboard.signIn.renew(session, client);
  if (form.text('replace_key') !== 'on') {
    return redirect(call, doneAt('/dashboard/security', 'password'), cookiesOf(entry));
  }
  logSecurity(visit, 'account key replaced', account.name);
  const key = await accounts.rotateAccountKey(session.accountId, 0);
  const { id } = (await dashboard.signIn.sessions.find(entry.token, client)) ?? session;
  await dashboard.secrets.put(id, { kind: 'key', key, isNew: false });
  return redirect(call, '/dashboard/keys/shown', cookiesOf(entry));
}

async function renderSecurity(visit: OwnVisit, faults: Faults): Promise<Markup> {
  return renderInside(visit, 'security', {
    title: 'Security',
    hasFaults: Object.keys(faults).length > 0,
    body: html`<h1>Security</h1>
${visit.dashboard.requireSecondFactor && !visit.account.second_factor && REQUIRED}
${await renderPassword(visit, faults)}
${renderFactor(visit)}
${await renderProvider(visit)}`,
  });
}

const REQUIRED = html`<p class="notice" role="status">This service requires a second factor. Set it up below to go on.</p>`;

async function renderPassword({ account, dashboard, session }: OwnVisit, faults: Faults): Promise<Markup> {
  const keys = await dashboard.accounts.keys(session.accountId);
  const title = account.has_password ? 'Change the password' : 'Set a password';
  return html`<section class="card" aria-labelledby="password-title"><h2 id="password-title">${title}</h2>
${renderForm(
  '/dashboard/password',
  html`<input type="text" name="name" value="${account.name}" autocomplete="username" hidden>
${account.has_password && renderField({ name: 'current_password', label: 'Current password', type: 'password', autocomplete: 'current-password', faults })}
${renderField({ name: 'new_password', label: 'New password', type: 'password', autocomplete: 'new-password', faults, hint: `At least ${SHORTEST_PASSWORD} characters. All other sessions are signed out.` })}
<div class="field"><label class="choice"><input type="checkbox" name="replace_key"><span><b>Replace the account key too</b> <span class="soft">${liveKeys(keys.length - 1)} Do this if somebody else may have seen your account.</span></span></label></div>
<button type="submit">${title}</button>`,
)}</section>`;
}

/** A new password ends sessions, and no keys. */
function liveKeys(named: number): string {
  const others = named === 0 ? '' : named === 1 ? ' and one named key' : ` and ${named} named keys`;
  return `The account key${others} keep${named === 0 ? 's' : ''} working when the password changes.`;
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

async function renderProvider({ account, dashboard, session }: OwnVisit): Promise<Markup | null> {
  const { provider, signIn } = dashboard;
  if (provider === null) return null;
  const identity = await signIn.identityAt(session.accountId, provider.issuer);
  return html`<section class="card" aria-labelledby="provider-title"><h2 id="provider-title">${provider.name}</h2>
${
  identity !== null
    ? html`<p><b>Linked</b> to ${identity.label === '' ? identity.subject : identity.label}, who can sign in with ${provider.name}.</p>${account.has_password ? renderButton('/dashboard/openid/unlink', 'Unlink') : html`<p class="soft">To unlink it, set a password first.</p>`}`
    : html`<p><b>Not linked.</b></p><p><a class="button quiet" href="/dashboard/openid/start">Link to ${provider.name}</a></p>`
}</section>`;
}
