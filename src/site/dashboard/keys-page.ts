import type { KeyView } from '../../accounts/account-views.ts';
import type { InputOf } from '../../accounts/actions.ts';
import { faultOfLabel, MAX_NAME_LENGTH } from '../../accounts/names.ts';
import { isRefusal } from '../../accounts/refusals.ts';
import { faultOfExpiry, KEY_SCOPES, type KeyScope } from '../../admission/keys.ts';
import { MAX_PER_WINDOW } from '../../admission/plans.ts';
import type { Answer } from '../../http/answer.ts';
import { html, type Markup } from '../../http/markup.ts';
import type { Locale } from '../locale.ts';
import { act } from './act.ts';
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
export async function keysPage(visit: OwnVisit): Promise<Answer> {
  return answer(await renderKeys(visit, NOTHING_TYPED, {}));
}

/** `POST /dashboard/keys` */
export async function createKey(visit: OwnVisit, form: Form): Promise<Answer> {
  const { dashboard, session, locale } = visit;
  const typed: Typed = {
    name: form.text('name').trim(),
    scope: form.text('scope'),
    expires: form.text('expires').trim(),
    perMinute: form.text('per_minute').trim(),
  };
  const input = readInput(typed, dashboard.nowMs(), locale);
  if ('faults' in input) return answer(await renderKeys(visit, typed, input.faults), { status: 422 });
  const key = await act(visit, 'create_key', input);
  if (isRefusal(key)) {
    const faults = { name: locale.words.dashboard.keys.mostKeys };
    return answer(await renderKeys(visit, typed, faults), { status: 422 });
  }
  await dashboard.secrets.put(session.id, { kind: 'key', key, isNew: true });
  return redirect('/dashboard/keys/shown');
}

function readInput(
  { name, scope, expires, perMinute }: Typed,
  nowMs: number,
  locale: Locale,
): InputOf<'create_key'> | { faults: Faults } {
  const { keys: words, refused } = locale.words.dashboard;
  const faults: Record<string, string> = {};
  const nameFault = faultOfLabel(name);
  if (nameFault !== null) faults.name = locale.say(refused.labelFaults[nameFault], { most: MAX_NAME_LENGTH });
  if (!isScope(scope)) faults.scope = words.chooseScope;
  const expiryFault = expires === '' ? null : faultOfExpiry(expires, nowMs);
  if (expiryFault !== null) faults.expires = expiryFault === 'past' ? words.past : words.notADate;
  const limit = perMinute === '' ? null : /^\d{1,9}$/.test(perMinute) ? Number(perMinute) : Number.NaN;
  if (limit !== null && !(limit >= 1 && limit <= MAX_PER_WINDOW)) {
    faults.per_minute = locale.say(words.wholeNumber, { most: MAX_PER_WINDOW });
  }
  if (Object.keys(faults).length > 0) return { faults };
  return { name, scope: scope as KeyScope, expires: expires === '' ? null : expires, per_minute: limit };
}

function isScope(scope: string): scope is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(scope);
}

async function renderKeys(visit: OwnVisit, typed: Typed, faults: Faults): Promise<Markup> {
  const { dashboard, session, locale } = visit;
  const { keys: words } = locale.words.dashboard;
  const keys = await dashboard.accounts.keys(session.accountId);
  const named = keys.filter(({ kind }) => kind === 'named');
  const own = keys.filter(({ kind }) => kind === 'account');
  const nowMs = dashboard.nowMs();
  return renderInside(visit, 'keys', {
    title: words.title,
    faults,
    body: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<section aria-labelledby="named-title"><h2 id="named-title">${words.yours}</h2>
${named.length === 0 ? html`<p class="nothing-yet">${words.none}</p>` : html`<ul class="rows">${named.map((key) => keyRow(key, nowMs, locale))}</ul>`}</section>
<section class="card" aria-labelledby="new-title"><h2 id="new-title">${words.create}</h2>${newKeyForm(typed, faults, nowMs, locale)}</section>
<section aria-labelledby="account-title"><h2 id="account-title">${words.accountKey}</h2>
<p>${locale.put(words.accountKeyLead, { auth: html`<code>/auth/</code>`, billing: html`<code>/billing/</code>` })}</p>
<ul class="rows">${own.map((key) => keyRow(key, nowMs, locale))}</ul></section>`,
  });
}

function newKeyForm(typed: Typed, faults: Faults, nowMs: number, { words: all }: Locale): Markup {
  const { keys: words, frame } = all.dashboard;
  const { optional } = frame;
  const scopes = [
    { value: 'read', label: words.read, words: words.readWords },
    { value: 'full', label: words.full, words: words.fullWords },
  ];
  const today = new Date(nowMs).toISOString().slice(0, 10);
  return renderForm(
    '/dashboard/keys',
    html`${renderField({ name: 'name', label: words.name, value: typed.name, faults, hint: words.nameHint, more: html` maxlength="${MAX_NAME_LENGTH}"` })}
${renderChoices('scope', words.scope, scopes, typed.scope, faults)}
<div class="pair">${renderField({ name: 'expires', label: words.expires, type: 'date', value: typed.expires, faults, optional, hint: words.expiresHint, more: html` min="${today}"` })}
${renderField({ name: 'per_minute', label: words.perMinute, type: 'number', value: typed.perMinute, faults, optional, hint: words.perMinuteHint, more: html` min="1" max="${MAX_PER_WINDOW}" inputmode="numeric"` })}</div>
<button type="submit">${words.createButton}</button>`,
  );
}

function keyRow(key: KeyView, nowMs: number, locale: Locale): Markup {
  const { keys: words } = locale.words.dashboard;
  const name = nameOfKey(key, locale);
  const [action, named] =
    key.kind === 'account' ? [words.rotate, words.rotateNamed] : [words.manage, words.manageNamed];
  return html`<li class="row"><div class="row-main"><a class="row-name" href="/dashboard/keys/${key.id}">${name}</a><code class="hint-of-key">${key.hint}</code></div>
${keyFacts(key, nowMs, locale)}
<a class="button quiet" href="/dashboard/keys/${key.id}" aria-label="${locale.say(named, { name })}">${action}</a></li>`;
}

/** The account key has no name of its own. */
export function nameOfKey({ kind, name }: Pick<KeyView, 'kind' | 'name'>, { words }: Locale): string {
  return kind === 'account' ? words.dashboard.keys.accountKeyName : name;
}

/** Whether a key has expired. */
export function isOver({ expires }: Pick<KeyView, 'expires'>, nowMs: number): boolean {
  return expires !== null && Date.parse(expires) <= nowMs;
}

/** Scope, expiry, limit and last use, in a few words each. */
export function keyFacts(key: KeyView, nowMs: number, locale: Locale): Markup {
  const { keys: words } = locale.words.dashboard;
  const when = key.last_used === null ? words.never : renderMoment(Date.parse(key.last_used), nowMs, locale);
  const isPast = isOver(key, nowMs);
  return html`<ul class="facts-of-key"><li class="badge">${key.scope === 'read' ? words.read : words.full}</li>
${key.expires !== null && html`<li class="badge${isPast && ' over'}">${locale.say(isPast ? words.expired : words.until, { day: locale.date(key.expires) })}</li>`}
${key.per_minute !== null && html`<li class="badge">${locale.say(words.aMinute, { count: key.per_minute })}</li>`}
<li>${locale.put(words.lastUsed, { when })}</li></ul>`;
}
