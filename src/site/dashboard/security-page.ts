import { MIN_PASSWORD_LENGTH } from '../../accounts/passwords.ts';
import { isLater, isRefusal } from '../../accounts/refusals.ts';
import type { Answer } from '../../http/answer.ts';
import { html, type Markup } from '../../http/markup.ts';
import type { Locale } from '../locale.ts';
import { act, laterInWords, retryLater } from './act.ts';
import { answer, redirect } from './answers.ts';
import type { OwnVisit } from './dashboard.ts';
import { type Faults, renderButton, renderField, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { doneAt, renderInside } from './frame.ts';
import { renewed } from './second-factor-page.ts';
import { passwordFaultInWords } from './sign-up-page.ts';

/** With fewer recovery codes than this, the page suggests getting new ones. */
const FEW_CODES = 3;

/** `GET /dashboard/security`: password, second factor, other ways to sign in. */
export async function securityPage(visit: OwnVisit): Promise<Answer> {
  return answer(await renderSecurity(visit, {}));
}

/** `POST /dashboard/password` */
export async function changePassword(visit: OwnVisit, form: Form): Promise<Answer> {
  const { dashboard, account, locale } = visit;
  const { security: words } = locale.words.dashboard;
  const [current, next] = [form.text('current_password'), form.text('new_password')];
  const faults: Record<string, string> = {};
  if (account.has_password && current === '') faults.current_password = words.enterCurrent;
  const fault = await dashboard.accounts.faultOfPassword(next, account.name);
  if (fault !== null) faults.new_password = passwordFaultInWords(fault, locale);
  if (Object.keys(faults).length > 0) return answer(await renderSecurity(visit, faults), { status: 422 });
  const outcome = await act(visit, 'change_password', { new_password: next }, current);
  if (isRefusal(outcome)) {
    const why = isLater(outcome) ? laterInWords(outcome, locale) : words.notCurrent;
    const page = await renderSecurity(visit, { current_password: why });
    return answer(page, isLater(outcome) ? retryLater(outcome) : { status: 422 });
  }
  const { cookies, sessionId } = await renewed(visit);
  const key = form.text('replace_key') === 'on' ? await act(visit, 'replace_account_key', {}) : null;
  if (key === null || isRefusal(key)) {
    return redirect(doneAt('/dashboard/security', 'password'), cookies);
  }
  await dashboard.secrets.put(sessionId, { kind: 'key', key, isNew: false });
  return redirect('/dashboard/keys/shown', cookies);
}

async function renderSecurity(visit: OwnVisit, faults: Faults): Promise<Markup> {
  const { security: words } = visit.locale.words.dashboard;
  const mustSetUp = visit.dashboard.requireSecondFactor && !visit.account.second_factor;
  return renderInside(visit, 'security', {
    title: words.title,
    faults,
    body: html`<h1>${words.title}</h1>
${mustSetUp && html`<p class="notice" role="status">${words.required}</p>`}
${await renderPassword(visit, faults)}
${renderFactor(visit)}
${!mustSetUp && (await renderProvider(visit))}`,
  });
}

async function renderPassword(
  { account, dashboard, session, locale }: OwnVisit,
  faults: Faults,
): Promise<Markup> {
  const { security: words } = locale.words.dashboard;
  const keys = await dashboard.accounts.keys(session.accountId);
  const title = account.has_password ? words.changePassword : words.setPassword;
  return html`<section class="card" aria-labelledby="password-title"><h2 id="password-title">${title}</h2>
${renderForm(
  '/dashboard/password',
  html`<input type="text" name="name" value="${account.name}" autocomplete="username" hidden>
${account.has_password && renderField({ name: 'current_password', label: words.current, type: 'password', autocomplete: 'current-password', faults })}
${renderField({ name: 'new_password', label: words.new, type: 'password', autocomplete: 'new-password', faults, hint: locale.say(words.newHint, { least: MIN_PASSWORD_LENGTH }) })}
<div class="field"><label class="choice"><input type="checkbox" name="replace_key"><span><b>${words.replaceKey}</b> <span class="soft">${liveKeys(keys.length - 1, locale)} ${words.replaceWhen}</span></span></label></div>
<button type="submit">${title}</button>`,
)}</section>`;
}

/** A new password ends sessions, but no keys. */
function liveKeys(named: number, locale: Locale): string {
  const { accountKeyLives, namedKeys } = locale.words.dashboard.security;
  return named === 0 ? accountKeyLives : locale.say(namedKeys, { count: named });
}

function renderFactor({ account, locale }: OwnVisit): Markup {
  const { security: words } = locale.words.dashboard;
  const left = account.recovery_codes_left;
  return html`<section class="card" aria-labelledby="factor-title"><h2 id="factor-title">${words.factor}</h2>
${
  account.second_factor
    ? html`<p><b>${words.on}</b> ${words.asksForCode} ${locale.say(words.codesLeft, { count: left })}</p>
${left < FEW_CODES && html`<p class="notice">${words.fewCodes}</p>`}
<p><a class="button quiet" href="/dashboard/second-factor">${words.remove}</a></p>`
    : html`<p><b>${words.off}</b> ${words.offWords}</p>
${renderButton('/dashboard/second-factor', words.setUp, 'plain')}`
}</section>`;
}

async function renderProvider({ account, dashboard, session, locale }: OwnVisit): Promise<Markup | null> {
  const { security: words } = locale.words.dashboard;
  const { provider, signIn } = dashboard;
  if (provider === null) return null;
  const identity = await signIn.identityAt(session.accountId, provider.issuer);
  return html`<section class="card" aria-labelledby="provider-title"><h2 id="provider-title">${provider.name}</h2>
${
  identity !== null
    ? html`<p>${locale.put(words.linked, { linked: html`<b>${words.linkedWord}</b>`, label: identity.label === '' ? identity.subject : identity.label, provider: provider.name })}</p>${account.has_password ? renderButton('/dashboard/openid/unlink', words.unlink) : html`<p class="soft">${words.passwordFirst}</p>`}`
    : html`<p><b>${words.notLinked}</b></p><p><a class="button quiet" href="/dashboard/openid/start">${locale.say(words.link, { provider: provider.name })}</a></p>`
}</section>`;
}
