import type { KeyView, KeyWish } from '../../accounts/account-service.ts';
import { faultOfLabel, LONGEST_NAME } from '../../accounts/names.ts';
import { readExpiry } from '../../admission/expiry.ts';
import { KEY_SCOPES, type KeyScope } from '../../admission/keys.ts';
import { MOST_PER_WINDOW } from '../../admission/plans.ts';
import { html, type Markup } from '../../http/markup.ts';
import { formatCount } from '../figures.ts';
import { answer, redirect } from './answers.ts';
import type { OwnVisit } from './dashboard.ts';
import { type Faults, renderChoices, renderField, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { renderInside } from './frame.ts';
import { renderMoment } from './times.ts';

/** What was typed for a new key. */
interface Typed {
  name: string;
  scope: string;
  expires: string;
  perMinute: string;
}
const NOTHING_TYPED: Typed = { name: '', scope: 'read', expires: '', perMinute: '' };

/** `GET /dashboard/keys` */
export function keysPage(visit: OwnVisit): Response {
  return answer(visit.call, renderKeys(visit, NOTHING_TYPED, {}));
}

/** `POST /dashboard/keys` */
export function createKey(visit: OwnVisit, form: Form): Response {
  const { call, dashboard, session } = visit;
  const typed: Typed = {
    name: form.text('name').trim(),
    scope: form.text('scope'),
    expires: form.text('expires').trim(),
    perMinute: form.text('per_minute').trim(),
  };
  const wish = readWish(typed, dashboard.nowMs());
  if ('faults' in wish) return answer(call, renderKeys(visit, typed, wish.faults), { status: 422 });
  const key = dashboard.book.createKey(session.accountId, wish);
  if (key === null) {
    const faults = { name: 'You hold as many keys as an account can. Revoke one first.' };
    return answer(call, renderKeys(visit, typed, faults), { status: 422 });
  }
  dashboard.secrets.put(session.id, { kind: 'key', key, isNew: true });
  return redirect(call, '/dashboard/keys/shown');
}

function readWish({ name, scope, expires, perMinute }: Typed, nowMs: number): KeyWish | { faults: Faults } {
  const faults: Record<string, string> = {};
  const nameFault = faultOfLabel(name);
  if (nameFault !== null)
    faults.name = nameFault === 'is empty' ? 'Give the key a name.' : `The name ${nameFault}.`;
  if (!isScope(scope)) faults.scope = 'Choose what the key may do.';
  const expiresMs = expires === '' ? null : readExpiry(expires, nowMs);
  if (expiresMs === 'past') faults.expires = 'This day is past.';
  if (expiresMs === 'not_a_date') faults.expires = 'This is no date such as 2027-01-31.';
  const cap = perMinute === '' ? null : /^\d{1,9}$/.test(perMinute) ? Number(perMinute) : Number.NaN;
  if (cap !== null && !(cap >= 1 && cap <= MOST_PER_WINDOW)) {
    faults.per_minute = `A cap is a whole number from 1 to ${formatCount(MOST_PER_WINDOW)}.`;
  }
  if (Object.keys(faults).length > 0) return { faults };
  return { name, scope: scope as KeyScope, expiresMs: expiresMs as number | null, perMinute: cap };
}

function isScope(scope: string): scope is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(scope);
}

function renderKeys(visit: OwnVisit, typed: Typed, faults: Faults): Markup {
  const { dashboard, session } = visit;
  const keys = dashboard.book.keys(session.accountId);
  const named = keys.filter(({ kind }) => kind === 'named');
  const own = keys.filter(({ kind }) => kind === 'account');
  const nowMs = dashboard.nowMs();
  return renderInside(visit, 'keys', {
    title: 'Keys',
    hasFaults: Object.keys(faults).length > 0,
    body: html`<h1>Keys</h1>
<p class="lead">A program sends its key with each request, and gets the limits of your plan. One key for each place, so that you can revoke one without the others.</p>
<section aria-labelledby="named-title"><h2 id="named-title">Your keys</h2>
${named.length === 0 ? html`<p class="nothing-yet">None yet. Make the first one below.</p>` : html`<ul class="rows">${named.map((key) => keyRow(key, nowMs))}</ul>`}</section>
<section class="card" aria-labelledby="new-title"><h2 id="new-title">Make a key</h2>${newKeyForm(typed, faults, nowMs)}</section>
<section aria-labelledby="account-title"><h2 id="account-title">Account key</h2>
<p>Manages keys, password and plan over the interface, on the routes under <code>/auth/</code> and <code>/billing/</code>. Keep it off machines that only read foods. Replace it to see a new one.</p>
<ul class="rows">${own.map((key) => keyRow(key, nowMs))}</ul></section>`,
  });
}

function newKeyForm(typed: Typed, faults: Faults, nowMs: number): Markup {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  return renderForm(
    '/dashboard/keys',
    html`${renderField({ name: 'name', label: 'Name', value: typed.name, faults, hint: 'Where it will be used, such as production or CI', more: html` maxlength="${LONGEST_NAME}"` })}
${renderChoices('scope', 'What it may do', SCOPES, typed.scope, faults)}
<div class="pair">${renderField({ name: 'expires', label: 'Last day', type: 'date', value: typed.expires, faults, isOptional: true, hint: 'In UTC. Without one it does not expire.', more: html` min="${today}"` })}
${renderField({ name: 'per_minute', label: 'Requests per minute', type: 'number', value: typed.perMinute, faults, isOptional: true, hint: 'A cap of its own, below that of your plan.', more: html` min="1" max="${MOST_PER_WINDOW}" inputmode="numeric"` })}</div>
<button type="submit">Make the key</button>`,
  );
}

const SCOPES = [
  { value: 'read', label: 'Read', words: 'Looks foods up. Enough for nearly everything.' },
  { value: 'full', label: 'Full access', words: 'Any kind of request that a key may make.' },
];

function keyRow(key: KeyView, nowMs: number): Markup {
  const action = key.kind === 'account' ? 'Replace' : 'Manage';
  return html`<li class="row"><div class="row-main"><a class="row-name" href="/dashboard/keys/${key.id}">${key.name}</a><code class="hint-of-key">${key.hint}</code></div>
${keyFacts(key, nowMs)}
<a class="button quiet" href="/dashboard/keys/${key.id}" aria-label="${action} ${key.name}">${action}</a></li>`;
}

/** What is known of a key, in a few words each. */
export function keyFacts(key: KeyView, nowMs: number): Markup {
  const lastUsed = key.last_used === null ? 'never' : renderMoment(Date.parse(key.last_used), nowMs);
  const isOver = key.expires !== null && Date.parse(key.expires) < nowMs;
  return html`<ul class="facts-of-key"><li class="badge">${key.scope === 'read' ? 'Read' : 'Full access'}</li>
${key.expires !== null && html`<li class="badge${isOver && ' over'}">${isOver ? 'Expired' : 'Until'} ${key.expires.slice(0, 10)}</li>`}
${key.per_minute !== null && html`<li class="badge">${formatCount(key.per_minute)} a minute</li>`}
<li>Last used: ${lastUsed}</li></ul>`;
}
