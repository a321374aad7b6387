import type { Entry, Locked } from '../../accounts/sign-in.ts';
import { html, type Insertable, type Markup } from '../../http/markup.ts';
import { answer, redirect } from './answers.ts';
import {
  clearCookie,
  MARK_COOKIE,
  MARK_SECONDS,
  SESSION_COOKIE,
  SESSION_SECONDS,
  setCookie,
} from './cookies.ts';
import type { Dashboard, OwnVisit, Visit } from './dashboard.ts';
import { type Faults, renderField, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { renderOutside } from './frame.ts';
import { tellWait } from './times.ts';

/** Said of an unknown name and of a wrong password alike. */
const WRONG = 'The user name or the password is wrong.';
const BUSY = 'Many people are signing in right now. Try again in a few seconds.';
const BUSY_MS = 3000;

/** `GET /dashboard/sign-in` */
export function signInPage({ call, dashboard, session }: Visit): Response {
  if (session?.isComplete === true) return redirect(call, '/dashboard');
  const isLost = new URLSearchParams(call.target.query).has('lost');
  return answer(call, renderSignIn(dashboard, { notice: isLost ? LOST : null }));
}

/** `POST /dashboard/sign-in` */
export async function signIn({ call, dashboard, knock, session }: Visit, form: Form): Promise<Response> {
  const [name, password] = [form.text('name').trim(), form.text('password')];
  const faults: Record<string, string> = {};
  if (name === '') faults.name = 'Type your user name.';
  if (password === '') faults.password = 'Type your password.';
  if (Object.keys(faults).length > 0) {
    return answer(call, renderSignIn(dashboard, { name, faults }), { status: 422 });
  }
  const outcome = await dashboard.door.signIn(name, password, knock);
  if (outcome === 'wrong') {
    return answer(call, renderSignIn(dashboard, { name, faults: { password: WRONG } }), { status: 422 });
  }
  if (!isEntry(outcome)) {
    const page = renderSignIn(dashboard, { name, faults: { password: tellLater(outcome) } });
    return answer(call, page, comeBack(outcome));
  }
  // Whoever signs in anew leaves the session behind that this browser had.
  if (session !== null) dashboard.door.endSession(session.accountId, session.id);
  return welcome({ call }, outcome);
}

/** `POST /dashboard/sign-out` */
export function signOut({ call, dashboard, session }: OwnVisit): Response {
  dashboard.door.endSession(session.accountId, session.id);
  return redirect(call, '/dashboard/sign-in', [clearCookie(SESSION_COOKIE)]);
}

/** Gives the browser its session, which is a new one at each step. */
export function welcome({ call }: Pick<Visit, 'call'>, entry: Entry, to = '/dashboard?welcome'): Response {
  return redirect(call, entry.isComplete ? to : '/dashboard/sign-in/code?welcome', cookiesOf(entry));
}

export function cookiesOf({ token, mark }: Entry): string[] {
  return [setCookie(SESSION_COOKIE, token, SESSION_SECONDS), setCookie(MARK_COOKIE, mark, MARK_SECONDS)];
}

export function isEntry(outcome: Entry | Locked | string): outcome is Entry {
  return typeof outcome === 'object' && 'token' in outcome;
}

export function tellLater(outcome: 'busy' | Locked): string {
  return outcome === 'busy' ? BUSY : `There were too many tries. Try again in ${tellWait(outcome.lockedMs)}.`;
}

export function comeBack(outcome: 'busy' | Locked): { status: 429; retryAfterMs: number } {
  return { status: 429, retryAfterMs: outcome === 'busy' ? BUSY_MS : outcome.lockedMs };
}

const LOST = html`Your browser did not keep the session. Over plain http, browsers keep it on <code>localhost</code> alone: use https, or reach this server as <code>localhost</code>.`;

export interface SignInParts {
  name?: string;
  faults?: Faults;
  notice?: Insertable;
}

function renderSignIn(dashboard: Dashboard, { name = '', faults = {}, notice = null }: SignInParts): Markup {
  const isEmpty = dashboard.signUp === 'closed' && dashboard.door.isEmpty();
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
    ? html`<p>No account yet? <a href="/dashboard/sign-up">Make one</a>. It is free.</p>`
    : html`<p class="soft">Accounts are made by the operator of this service.</p>`
}`,
  });
}

/** A link, not a form: a form that ends at another host would need an exception in the policy of the page. */
export function elsewhere({ provider }: Dashboard): Markup | null {
  if (provider === null) return null;
  return html`<p class="or"><span>or</span></p>
<p><a class="button quiet wide" href="/dashboard/openid/start">Sign in with ${provider.name}</a></p>`;
}

const FIRST_ACCOUNT = html`<div class="notice"><p>There are no accounts yet. If you run this server, make the first one in its terminal, and type a password when it waits:</p>
<pre tabindex="0"><code>larder account create NAME --password-stdin</code></pre></div>`;
