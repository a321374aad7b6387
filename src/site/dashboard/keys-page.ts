import type { KeyInput } from '../../accounts/account-service.ts';
import type { KeyView } from '../../accounts/account-views.ts';
import { faultOfLabel, LONGEST_NAME } from '../../accounts/names.ts';
import { KEY_SCOPES, type KeyScope, readExpiry } from '../../admission/keys.ts';
import { MOST_PER_WINDOW } from '../../admission/plans.ts';
import { html, type Markup } from '../../http/markup.ts';
import { formatCount } from '../figures.ts';
import { answer, redirect } from './answers.ts';
import type { OwnVisit } from './dashboard.ts';
import { type Faults, renderChoices, renderField, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { renderInside } from './frame.ts';
import { renderMoment } from './times.ts';

/** What was entered for a new key. */
interface Typed {
  name: string;
  scope: string;
  expires: string;
  perMinute: string;
}
const NOTHING_TYPED: Typed = { name: '', scope: 'read', expires: '', perMinute: '' };

/** `GET /dashboard/keys` */
export async function keysPage(visit: OwnVisit): Promise<Response> {
  return answer(visit.call, await renderKeys(visit, NOTHING_TYPED, {}));
}

/** `POST /dashboard/keys` */
export async function createKey(visit: OwnVisit, form: Form): Promise<Response> {
  const { call, dashboard, session } = visit;
  const typed: Typed = {
    name: form.text('name').trim(),
    scope: form.text('scope'),
    expires: form.text('expires').trim(),
    perMinute: form.text('per_minute').trim(),
  };
  const input = readInput(typed, dashboard.nowMs());
  if ('faults' in input) return answer(call, await renderKeys(visit, typed, input.faults), { status: 422 });
  const key = await dashboard.accounts.createKey(session.accountId, input);
  if (key === null) {
    const faults = { name: 'You have the maximum number of keys. Revoke one first.' };
    return answer(call, await renderKeys(visit, typed, faults), { status: 422 });
  }
  await dashboard.secrets.put(session.id, { kind: 'key', key, isNew: true });
  return redirect(call, '/dashboard/keys/shown');
}

function readInput({ name, scope, expires, perMinute }: Typed, nowMs: number): KeyInput | { faults: Faults } {
  const faults: Record<string, string> = {};
  const nameFault = faultOfLabel(name);
  if (nameFault !== null)
    faults.name = nameFault === 'is empty' ? 'Give the key a name.' : `The name ${nameFault}.`;
  if (!isScope(scope)) faults.scope = 'Choose what the key can do.';
  const expiresMs = expires === '' ? null : readExpiry(expires, nowMs);
  if (expiresMs === 'past') faults.expires = 'This date is in the past.';
  if (expiresMs === 'not_a_date') faults.expires = 'Enter a date such as 2027-01-31.';
  const limit = perMinute === '' ? null : /^\d{1,9}$/.test(perMinute) ? Number(perMinute) : Number.NaN;
  if (limit !== null && !(limit >= 1 && limit <= MOST_PER_WINDOW)) {
    faults.per_minute = `Enter a whole number from 1 to ${formatCount(MOST_PER_WINDOW)}.`;
  }
  if (Object.keys(faults).length > 0) return { faults };
  return { name, scope: scope as KeyScope, expiresMs: expiresMs as number | null, perMinute: limit };
}

function isScope(scope: string): scope is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(scope);
}

async function renderKeys(visit: OwnVisit, typed: Typed, faults: Faults): Promise<Markup> {
  const { dashboard, session } = visit;
  const keys = await dashboard.accounts.keys(session.accountId);
  const named = keys.filter(({ kind }) => kind === 'named');
  const own = keys.filter(({ kind }) => kind === 'account');
  const nowMs = dashboard.nowMs();
  return renderInside(visit, 'keys', {
    title: 'Keys',
    hasFaults: Object.keys(faults).length > 0,
    body: html`<h1>Keys</h1>
<p class="lead">Programs send a key with each request to get the limits of your plan. Use one key for each place, so that you can revoke one without affecting the others.</p>
<section aria-labelledby="named-title"><h2 id="named-title">Your keys</h2>
${named.length === 0 ? html`<p class="nothing-yet">None yet. Create the first one below.</p>` : html`<ul class="rows">${named.map((key) => keyRow(key, nowMs))}</ul>`}</section>
<section class="card" aria-labelledby="new-title"><h2 id="new-title">Create a key</h2>${newKeyForm(typed, faults, nowMs)}</section>
<section aria-labelledby="account-title"><h2 id="account-title">Account key</h2>
<p>Manages keys, password and plan through the API, on the routes under <code>/auth/</code> and <code>/billing/</code>. Keep it off machines that only read foods. Rotate it to see a new one.</p>
<ul class="rows">${own.map((key) => keyRow(key, nowMs))}</ul></section>`,
  });
}

function newKeyForm(typed: Typed, faults: Faults, nowMs: number): Markup {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  return renderForm(
    '/dashboard/keys',
    html`${renderField({ name: 'name', label: 'Name', value: typed.name, faults, hint: 'Where it is used, such as production or CI', more: html` maxlength="${LONGEST_NAME}"` })}
${renderChoices('scope', 'What it can do', SCOPES, typed.scope, faults)}
<div class="pair">${renderField({ name: 'expires', label: 'Expires after', type: 'date', value: typed.expires, faults, isOptional: true, hint: 'The last day, in UTC. Leave empty for no expiry.', more: html` min="${today}"` })}
${renderField({ name: 'per_minute', label: 'Requests per minute', type: 'number', value: typed.perMinute, faults, isOptional: true, hint: 'A limit of its own, below that of your plan.', more: html` min="1" max="${MOST_PER_WINDOW}" inputmode="numeric"` })}</div>
<button type="submit">Create the key</button>`,
  );
}

const SCOPES = [
  { value: 'read', label: 'Read', words: 'Looks up foods. Enough for almost everything.' },
  { value: 'full', label: 'Full access', words: 'Every request that a key can make.' },
];

function keyRow(key: KeyView, nowMs: number): Markup {
  const action = key.kind === 'account' ? 'Rotate' : 'Manage';
  return html`<li class="row"><div class="row-main"><a class="row-name" href="/dashboard/keys/${key.id}">${key.name}</a><code class="hint-of-key">${key.hint}</code></div>
${keyFacts(key, nowMs)}
<a class="button quiet" href="/dashboard/keys/${key.id}" aria-label="${action} ${key.name}">${action}</a></li>`;
}

/** Scope, expiry, limit and last use, in a few words each. */
export function keyFacts(key: KeyView, nowMs: number): Markup {
  const lastUsed = key.last_used === null ? 'never' : renderMoment(Date.parse(key.last_used), nowMs);
  const isOver = key.expires !== null && Date.parse(key.expires) < nowMs;
  return html`<ul class="facts-of-key"><li class="badge">${key.scope === 'read' ? 'Read' : 'Full access'}</li>
${key.expires !== null && html`<li class="badge${isOver && ' over'}">${isOver ? 'Expired' : 'Until'} ${key.expires.slice(0, 10)}</li>`}
${key.per_minute !== null && html`<li class="badge">${formatCount(key.per_minute)} a minute</li>`}
<li>Last used: ${lastUsed}</li></ul>`;
}
