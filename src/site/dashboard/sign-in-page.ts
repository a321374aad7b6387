import type { Locked } from '../../accounts/refusals.ts';
import type { Entry } from '../../accounts/sign-in.ts';
import type { Answer } from '../../http/answer.ts';
import { html, type Markup } from '../../http/markup.ts';
import type { Locale } from '../locale.ts';
import { laterInWords, retryLater } from './act.ts';
import { answer, redirect } from './answers.ts';
import {
  clearCookie,
  DEVICE_COOKIE,
  DEVICE_SECONDS,
  SESSION_COOKIE,
  SESSION_SECONDS,
  setCookie,
} from './cookies.ts';
import type { OwnVisit, Visit } from './dashboard.ts';
import { type Faults, renderField, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { renderOutside } from './frame.ts';

/** `GET /dashboard/sign-in` */
export async function signInPage(visit: Visit): Promise<Answer> {
  const { call, session } = visit;
  if (session?.isComplete === true) return redirect('/dashboard');
  const isLost = new URLSearchParams(call.target.query).has('lost');
  return answer(await renderSignIn(visit, { isLost }));
}

/** `POST /dashboard/sign-in` */
export async function signIn(visit: Visit, form: Form): Promise<Answer> {
  const { dashboard, client, session, locale } = visit;
  const { signIn: words, refused } = locale.words.dashboard;
  const [name, password] = [form.text('name').trim(), form.text('password')];
  const faults: Record<string, string> = {};
  if (name === '') faults.name = words.enterName;
  if (password === '') faults.password = words.enterPassword;
  if (Object.keys(faults).length > 0) {
    return answer(await renderSignIn(visit, { name, faults }), { status: 422 });
  }
  const outcome = await dashboard.signIn.withPassword(name, password, client, session);
  if (outcome === 'wrong') {
    return answer(await renderSignIn(visit, { name, faults: { password: refused.wrong } }), {
      status: 422,
    });
  }
  if (!isEntry(outcome)) {
    const page = await renderSignIn(visit, { name, faults: { password: laterInWords(outcome, locale) } });
    return answer(page, retryLater(outcome));
  }
  return welcome(outcome);
}

/** `POST /dashboard/sign-out` */
export async function signOut({ dashboard, session }: OwnVisit): Promise<Answer> {
  await dashboard.signIn.sessions.end(session.accountId, session.id);
  return redirect('/dashboard/sign-in', [clearCookie(SESSION_COOKIE)]);
}

/** Gives the browser its session, a new one at each step. */
export function welcome(entry: Entry, to = '/dashboard?welcome', cookies: readonly string[] = []): Answer {
  const path = entry.isComplete ? to : '/dashboard/sign-in/code?welcome';
  return redirect(path, [...cookiesOf(entry), ...cookies]);
}

export function cookiesOf({ token, deviceToken }: Entry): string[] {
  return [
    setCookie(SESSION_COOKIE, token, SESSION_SECONDS),
    ...(deviceToken === null ? [] : [setCookie(DEVICE_COOKIE, deviceToken, DEVICE_SECONDS)]),
  ];
}

export function isEntry(outcome: Entry | Locked | string): outcome is Entry {
  return typeof outcome === 'object' && 'token' in outcome;
}

export interface SignInParts {
  name?: string;
  faults?: Faults;
  /** Whether the browser did not keep the session. */
  isLost?: boolean;
}

async function renderSignIn(
  visit: Visit,
  { name = '', faults = {}, isLost = false }: SignInParts,
): Promise<Markup> {
  const { dashboard, locale } = visit;
  const { signIn: words } = locale.words.dashboard;
  const isEmpty = dashboard.signUp === 'closed' && (await dashboard.accounts.isEmpty());
  const lost = locale.put(words.lost, { localhost: html`<code>localhost</code>` });
  const create = html`<a href="/dashboard/sign-up">${words.create}</a>`;
  return renderOutside(visit, {
    title: words.title,
    faults,
    body: html`<h1>${words.title}</h1>
${isLost && html`<p class="notice" role="status">${lost}</p>`}
${isEmpty && renderFirstAccount(locale)}
${renderForm(
  '/dashboard/sign-in',
  html`${renderField({ name: 'name', label: words.name, value: name, autocomplete: 'username', faults, hasFocus: true })}
${renderField({ name: 'password', label: words.password, type: 'password', autocomplete: 'current-password', faults })}
<button type="submit">${words.title}</button>`,
)}
${elsewhere(visit)}
${
  dashboard.signUp === 'open'
    ? html`<p>${locale.put(words.noAccount, { create })}</p>`
    : html`<p class="soft">${words.byOperator}</p>`
}`,
  });
}

/** A link, not a form: a form that ends at another host would need an exception in the content security policy. */
export function elsewhere({ dashboard: { provider }, locale }: Visit): Markup | null {
  if (provider === null) return null;
  const { or, with: words } = locale.words.dashboard.signIn;
  return html`<p class="or"><span>${or}</span></p>
<p><a class="button quiet wide" href="/dashboard/openid/start">${locale.say(words, { provider: provider.name })}</a></p>`;
}

function renderFirstAccount({ words }: Locale): Markup {
  return html`<div class="notice"><p>${words.dashboard.signIn.first}</p>
<pre tabindex="0"><code>larder account create NAME --password-stdin</code></pre></div>`;
}
