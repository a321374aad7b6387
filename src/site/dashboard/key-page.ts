import type { KeyView } from '../../accounts/account-views.ts';
import { html, type Markup } from '../../http/markup.ts';
import { originOf } from '../site.ts';
import { answer, redirect } from './answers.ts';
import { confirmFirst } from './confirm-page.ts';
import type { OwnVisit } from './dashboard.ts';
import { renderButton, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { doneAt, renderInside } from './frame.ts';
import { keyFacts } from './keys-page.ts';
import { logSecurity } from './security-log.ts';

/** How long the old key keeps working after a rotation. */
const OVERLAPS = [
  { seconds: 0, words: 'No overlap: the old key stops at once' },
  { seconds: 3600, words: '1 hour' },
  { seconds: 86_400, words: '1 day' },
  { seconds: 7 * 86_400, words: '1 week' },
] as const;

/** `GET /dashboard/keys/{id}` */
export async function keyPage(visit: OwnVisit): Promise<Response> {
  const key = await findKey(visit);
  return key === null ? missing(visit) : answer(visit.call, renderKey(visit, key));
}

/** `POST /dashboard/keys/{id}/rotate` */
export async function rotateKey(visit: OwnVisit, form: Form): Promise<Response> {
  const { call, dashboard, session, account } = visit;
  const found = await findKey(visit);
  if (found?.kind === 'account' && !session.isFresh) {
    return confirmFirst(visit, `/dashboard/keys/${found.id}`);
  }
  const overlap = OVERLAPS.find(({ seconds }) => String(seconds) === form.text('overlap_seconds'));
  const overlapMs = (overlap?.seconds ?? 0) * 1000;
  const key =
    found === null ? null : await dashboard.accounts.rotateKey(session.accountId, found.id, overlapMs);
  if (key === null) return missing(visit);
  if (key.kind === 'account') logSecurity(visit, 'account key replaced', account.name);
  await dashboard.secrets.put(session.id, { kind: 'key', key, isNew: false });
  return redirect(call, '/dashboard/keys/shown');
}

/** `POST /dashboard/keys/{id}/revoke` */
export async function revokeKey(visit: OwnVisit): Promise<Response> {
  const { call, dashboard, session } = visit;
  const key = await findKey(visit);
  const outcome = key === null ? null : await dashboard.accounts.revokeKey(session.accountId, key.id);
  if (key === null || outcome === null) return missing(visit);
  // The page of the account key has no revoke button.
  if (outcome === 'account_key') return answer(call, renderKey(visit, key), { status: 409 });
  return redirect(call, doneAt('/dashboard/keys', 'revoked'));
}

/** `GET /dashboard/keys/shown`: the key that was just created, only once. */
export async function shownKeyPage(visit: OwnVisit): Promise<Response> {
  const { call, dashboard, session } = visit;
  const secret = call.method === 'HEAD' ? null : await dashboard.secrets.take(session.id, 'key');
  if (secret === null) return answer(call, renderGone(visit));
  const { key, isNew } = secret;
  const page = renderInside(visit, 'keys', {
    title: isNew ? 'Your new key' : 'Your rotated key',
    body: html`<h1>${isNew ? 'Your new key' : 'Your rotated key'}</h1>
<p class="lead">This is <b>${key.name}</b>. Copy it now: it is not stored here and cannot be shown again.</p>
${renderSecret('Key', key.key)}
<h2>Try it</h2>
<pre tabindex="0"><code>curl -H 'Authorization: Bearer ${key.key}' \\
  '${originOf(call, dashboard)}/${key.kind === 'account' ? 'auth/account' : 'search?q=oats'}'</code></pre>
<p><a class="button quiet" href="/dashboard/keys">I have copied it</a></p>`,
  });
  return answer(call, page);
}

/** One tap selects all of it; with scripts, a button copies it. */
function renderSecret(label: string, secret: string): Markup {
  return html`<div class="secret"><code id="secret" tabindex="0" aria-label="${label}">${secret}</code><button type="button" class="quiet" data-copy="secret" hidden>Copy</button><span class="copied" role="status"></span></div>`;
}

function renderKey(visit: OwnVisit, key: KeyView): Markup {
  const path = `/dashboard/keys/${key.id}`;
  const options = OVERLAPS.map(({ seconds, words }) => html`<option value="${seconds}">${words}</option>`);
  return renderInside(visit, 'keys', {
    title: key.name,
    body: html`<nav aria-label="Where this is"><ol class="path"><li><a href="/dashboard/keys">Keys</a></li></ol></nav>
<h1>${key.name}</h1>
<p><code>${key.hint}</code></p>${keyFacts(key, visit.dashboard.nowMs())}
<section class="card" aria-labelledby="rotate-title"><h2 id="rotate-title">Rotate</h2>
<p>Replaces the key with a new one that has the same name, scope, expiry and limit. Two keys work at a time: an older one that still overlaps stops at once.</p>
${renderForm(
  `${path}/rotate`,
  html`<div class="field"><label for="overlap_seconds">Keep the old key working for</label><select id="overlap_seconds" name="overlap_seconds">${options}</select></div>
<button type="submit">Rotate the key</button>`,
)}</section>
${
  key.kind === 'named'
    ? html`<section class="card" aria-labelledby="revoke-title"><h2 id="revoke-title">Revoke</h2>
<p>Programs that use this key stop working at once. This cannot be undone.</p>
${renderButton(`${path}/revoke`, 'Revoke the key', 'danger')}</section>`
    : html`<p class="soft">The account key cannot be revoked, only rotated.</p>`
}`,
  });
}

function renderGone(visit: OwnVisit): Markup {
  return renderInside(visit, 'keys', {
    title: 'Already shown',
    body: html`<h1>Already shown</h1><p class="lead">A key is shown only once, right after it was created. If you did not copy it, rotate the key and copy the new one.</p>
<p><a class="button quiet" href="/dashboard/keys">Go to your keys</a></p>`,
  });
}

/** The key named by the path; null when this account has no such key, or it was revoked. */
async function findKey({ call, dashboard, session }: OwnVisit): Promise<KeyView | null> {
  const id = call.params.key_id ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? dashboard.accounts.ownKey(session.accountId, Number(id)) : null;
}

function missing(visit: OwnVisit): Response {
  const page = renderInside(visit, 'keys', {
    title: 'No such key',
    body: html`<h1>No such key</h1><p class="lead">This key does not exist or was revoked.</p>
<p><a class="button quiet" href="/dashboard/keys">Go to your keys</a></p>`,
  });
  return answer(visit.call, page, { status: 404 });
}
