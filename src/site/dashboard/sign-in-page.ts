import type { Locked } from '../../accounts/account-service.ts';
import { BUSY_RETRY_MS } from '../../accounts/passwords.ts';
import type { Entry } from '../../accounts/sign-in.ts';
import { html, type Insertable, type Markup } from '../../http/markup.ts';
import { answer, redirect } from './answers.ts';
import {
  clearCookie,
  DEVICE_COOKIE,
  DEVICE_SECONDS,
  SESSION_COOKIE,
  SESSION_SECONDS,
  setCookie,
} from './cookies.ts';
import type { Dashboard, OwnVisit, Visit } from './dashboard.ts';
import { type Faults, renderField, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { renderOutside } from './frame.ts';
import { logSecurity } from './security-log.ts';
import { waitInWords } from './times.ts';

/** The same for an unknown name and a wrong password. */
const WRONG = 'The user name or password is wrong.';
const BUSY = 'Many people are signing in right now. Try again in a few seconds.';

/** `GET /dashboard/sign-in` */
export async function signInPage({ call, dashboard, session }: Visit): Promise<Response> {
  if (session?.isComplete === true) return redirect(call, '/dashboard');
  const isLost = new URLSearchParams(call.target.query).has('lost');
  return answer(call, await renderSignIn(dashboard, { notice: isLost ? LOST : null }));
}

/** `POST /dashboard/sign-in` */
export async function signIn(visit: Visit, form: Form): Promise<Response> {
  const { call, dashboard, client, session } = visit;
  const [name, password] = [form.text('name').trim(), form.text('password')];
  const faults: Record<string, string> = {};
  if (name === '') faults.name = 'Enter your user name.';
  if (password === '') faults.password = 'Enter your password.';
  if (Object.keys(faults).length > 0) {
    return answer(call, await renderSignIn(dashboard, { name, faults }), { status: 422 });
  }
  const outcome = await dashboard.signIn.withPassword(name, password, client);
  if (!isEntry(outcome)) {
    const account = (await dashboard.accounts.find(name))?.name ?? null;
    logSecurity(visit, 'sign-in failed', account, typeof outcome === 'string' ? outcome : 'locked');
  } else if (outcome.isComplete) logSecurity(visit, 'signed in', outcome.name);
  if (outcome === 'wrong') {
    return answer(call, await renderSignIn(dashboard, { name, faults: { password: WRONG } }), {
      status: 422,
    });
  }
  if (!isEntry(outcome)) {
    const page = await renderSignIn(dashboard, { name, faults: { password: laterInWords(outcome) } });
    return answer(call, page, retryLater(outcome));
  }
  // Signing in again ends the session that this browser had.
  if (session !== null) await dashboard.signIn.sessions.end(session.accountId, session.id);
  return welcome({ call }, outcome);
}

/** `POST /dashboard/sign-out` */
export async function signOut({ call, dashboard, session }: OwnVisit): Promise<Response> {
  await dashboard.signIn.sessions.end(session.accountId, session.id);
  return redirect(call, '/dashboard/sign-in', [clearCookie(SESSION_COOKIE)]);
}

/** Gives the browser its session, a new one at each step. */
export function welcome({ call }: Pick<Visit, 'call'>, entry: Entry, to = '/dashboard?welcome'): Response {
  return redirect(call, entry.isComplete ? to : '/dashboard/sign-in/code?welcome', cookiesOf(entry));
}

export function cookiesOf({ token, deviceToken }: Entry): string[] {
  return [
    setCookie(SESSION_COOKIE, token, SESSION_SECONDS),
    setCookie(DEVICE_COOKIE, deviceToken, DEVICE_SECONDS),
  ];
}

export function isEntry(outcome: Entry | Locked | string): outcome is Entry {
  return typeof outcome === 'object' && 'token' in outcome;
}

export function laterInWords(outcome: 'busy' | Locked): string {
  return outcome === 'busy' ? BUSY : `Too many attempts. Try again in ${waitInWords(outcome.lockedMs)}.`;
}

export function retryLater(outcome: 'busy' | Locked): { status: 429; retryAfterMs: number } {
  return { status: 429, retryAfterMs: outcome === 'busy' ? BUSY_RETRY_MS : outcome.lockedMs };
}

const LOST = html`Your browser did not keep the session. Over plain http, browsers keep it only on <code>localhost</code>: use https, or open this server as <code>localhost</code>.`;

export interface SignInParts {
  name?: string;
  faults?: Faults;
  notice?: Insertable;
}

async function renderSignIn(
  dashboard: Dashboard,
  { name = '', faults = {}, notice = null }: SignInParts,
): Promise<Markup> {
  const isEmpty = dashboard.signUp === 'closed' && (await dashboard.accounts.isEmpty());
  return renderOutside({
    title: 'Sign in',
    hasFaults: Object.keys(faults).length > 0,
    body: html`<h1>Sign in</h1>
${notice !== null && html`<p class="notice" role="status">${notice}</p>`}
${isEmpty && FIRST_ACCOUNT}
${renderForm(
  '/dashboard/sign-in',
  html`${renderField({ name: 'name', label: 'User name', value: name, autocomplete: 'username', faults, hasFocus: true })}
${renderField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', faults })}
<button type="submit">Sign in</button>`,
)}
${elsewhere(dashboard)}
${
  dashboard.signUp === 'open'
    ? html`<p>No account yet? <a href="/dashboard/sign-up">Create one</a>. It is free.</p>`
    : html`<p class="soft">Accounts are created by the operator of this service.</p>`
}`,
  });
}

/** A link, not a form: a form that ends at another host would need an exception in the content security policy. */
export function elsewhere({ provider }: Dashboard): Markup | null {
  if (provider === null) return null;
  return html`<p class="or"><span>or</span></p>
<p><a class="button quiet wide" href="/dashboard/openid/start">Sign in with ${provider.name}</a></p>`;
}

const FIRST_ACCOUNT = html`<div class="notice"><p>There are no accounts yet. If you run this server, create the first one in its terminal, and type a password when it waits for one:</p>
<pre tabindex="0"><code>larder account create NAME --password-stdin</code></pre></div>`;
