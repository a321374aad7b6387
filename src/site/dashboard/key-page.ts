import type { KeyView } from '../../accounts/account-views.ts';
import { isRefusal } from '../../accounts/refusals.ts';
import type { Answer } from '../../http/answer.ts';
import { html, type Markup } from '../../http/markup.ts';
import { originOf } from '../site.ts';
import type { DashboardWords } from '../words/dashboard-en.ts';
import { act } from './act.ts';
import { answer, redirect } from './answers.ts';
import { confirmFirst } from './confirm-page.ts';
import type { OwnVisit } from './dashboard.ts';
import { renderButton, renderForm } from './fields.ts';
import { type Form, readId } from './form.ts';
import { doneAt, renderInside, renderSecret, renderWords } from './frame.ts';
import { isOver, keyFacts, nameOfKey } from './keys-page.ts';

/** How long the old key keeps working after a rotation. */
const OVERLAPS = [
  { seconds: 0, name: 'overlapNone' },
  { seconds: 3600, name: 'overlapHour' },
  { seconds: 86_400, name: 'overlapDay' },
  { seconds: 7 * 86_400, name: 'overlapWeek' },
] as const;

/** `GET /dashboard/keys/{id}` */
export async function keyPage(visit: OwnVisit): Promise<Answer> {
  const key = await findKey(visit);
  return key === null ? missing(visit) : answer(renderKey(visit, key));
}

/** `POST /dashboard/keys/{id}/rotate` */
export async function rotateKey(visit: OwnVisit, form: Form): Promise<Answer> {
  const { dashboard, session } = visit;
  const found = await findKey(visit);
  if (found === null) return missing(visit);
  const overlap = OVERLAPS.find(({ seconds }) => String(seconds) === form.text('overlap_seconds'));
  const overlap_seconds = overlap?.seconds ?? 0;
  const key =
    found.kind === 'account'
      ? await act(visit, 'replace_account_key', { overlap_seconds })
      : await act(visit, 'rotate_key', { key_id: found.id, overlap_seconds });
  if (key === 'not_fresh') return confirmFirst(`/dashboard/keys/${found.id}`);
  // The page of an expired key has no rotate button.
  if (key === 'key_expired') return answer(renderKey(visit, found), { status: 422 });
  if (isRefusal(key)) return missing(visit);
  await dashboard.secrets.put(session.id, { kind: 'key', key, isNew: false });
  return redirect('/dashboard/keys/shown');
}

/** `POST /dashboard/keys/{id}/revoke` */
export async function revokeKey(visit: OwnVisit): Promise<Answer> {
  const key = await findKey(visit);
  if (key === null) return missing(visit);
  const outcome = await act(visit, 'revoke_key', { key_id: key.id });
  // The page of the account key has no revoke button.
  if (outcome === 'account_key') return answer(renderKey(visit, key), { status: 409 });
  if (isRefusal(outcome)) return missing(visit);
  return redirect(doneAt('/dashboard/keys', 'revoked'));
}

/** `GET /dashboard/keys/shown`: the key that was just created, only once. */
export async function shownKeyPage(visit: OwnVisit): Promise<Answer> {
  const { call, dashboard, session, locale } = visit;
  const { key: words } = locale.words.dashboard;
  const secret = call.method === 'HEAD' ? null : await dashboard.secrets.take(session.id, 'key');
  if (secret === null) return answer(renderNoKey(visit, words.goneTitle, words.gone));
  const { key, isNew } = secret;
  const page = renderInside(visit, 'keys', {
    title: isNew ? words.newTitle : words.rotatedTitle,
    isLasting: false,
    body: html`<h1>${isNew ? words.newTitle : words.rotatedTitle}</h1>
<p class="lead">${locale.put(words.shownLead, { name: html`<b>${nameOfKey(key, locale)}</b>` })}</p>
${renderSecret(words.key, key.key, locale)}
<h2>${words.tryIt}</h2>
<pre tabindex="0"><code>curl -H 'Authorization: Bearer ${key.key}' \\
  '${originOf(call, dashboard)}/${key.kind === 'account' ? 'auth/account' : 'search?q=oats'}'</code></pre>
<p><a class="button quiet" href="/dashboard/keys">${words.haveCopied}</a></p>`,
  });
  return answer(page);
}

function renderKey(visit: OwnVisit, key: KeyView): Markup {
  const path = `/dashboard/keys/${key.id}`;
  const { locale } = visit;
  const { key: words, keys, frame } = locale.words.dashboard;
  return renderInside(visit, 'keys', {
    title: nameOfKey(key, locale),
    body: html`<nav aria-label="${frame.where}"><ol class="path"><li><a href="/dashboard/keys">${keys.title}</a></li></ol></nav>
<h1>${nameOfKey(key, locale)}</h1>
<p><code>${key.hint}</code></p>${keyFacts(key, visit.dashboard.nowMs(), locale)}
<section class="card" aria-labelledby="rotate-title"><h2 id="rotate-title">${keys.rotate}</h2>
${isOver(key, visit.dashboard.nowMs()) ? html`<p>${words.over}</p>` : renderRotation(path, words)}</section>
${
  key.kind === 'named'
    ? html`<section class="card" aria-labelledby="revoke-title"><h2 id="revoke-title">${words.revoke}</h2>
<p>${words.revokeLead}</p>
${renderButton(`${path}/revoke`, words.revokeButton, 'danger')}</section>`
    : html`<p class="soft">${words.onlyRotated}</p>`
}`,
  });
}

function renderRotation(path: string, words: DashboardWords['key']): Markup {
  const options = OVERLAPS.map(
    ({ seconds, name }) => html`<option value="${seconds}">${words[name]}</option>`,
  );
  return html`<p>${words.rotateLead}</p>
${renderForm(
  `${path}/rotate`,
  html`<div class="field"><label for="overlap_seconds">${words.overlap}</label><select id="overlap_seconds" name="overlap_seconds">${options}</select></div>
<button type="submit">${words.rotateButton}</button>`,
)}`;
}

function renderNoKey(visit: OwnVisit, title: string, words: string): Markup {
  const { toKeys } = visit.locale.words.dashboard.key;
  return renderInside(visit, 'keys', { title, body: renderWords(title, words, '/dashboard/keys', toKeys) });
}

/** The key named by the path; null when this account has no such key, or it was revoked. */
async function findKey({ call, dashboard, session }: OwnVisit): Promise<KeyView | null> {
  const id = readId(call.params.key_id);
  return id === null ? null : dashboard.accounts.ownKey(session.accountId, id);
}

function missing(visit: OwnVisit): Answer {
  const { key: words } = visit.locale.words.dashboard;
  return answer(renderNoKey(visit, words.missingTitle, words.missing), { status: 404 });
}
