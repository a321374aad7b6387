import type { AccountView, KeyView } from '../../../accounts/account-views.ts';
import type { NamedAccount } from '../../../accounts/actions.ts';
import { isRefusal } from '../../../accounts/refusals.ts';
import type { SessionView } from '../../../accounts/sessions.ts';
import { lastDays, USUAL_DAYS } from '../../../accounts/usage-days.ts';
import { isPlanName, PLAN_NAMES } from '../../../admission/plans.ts';
import { formatCounted } from '../../../counts.ts';
import type { Answer } from '../../../http/answer.ts';
import { html, type Markup } from '../../../http/markup.ts';
import { ENGLISH } from '../../locale.ts';
import { actAsOperator } from '../act.ts';
import { answer, redirect } from '../answers.ts';
import { clearCookie, SESSION_COOKIE } from '../cookies.ts';
import type { OwnVisit } from '../dashboard.ts';
import { type Faults, renderForm } from '../fields.ts';
import { type Form, readId } from '../form.ts';
import { type Done, doneAt, renderWords } from '../frame.ts';
import { keyFacts } from '../keys-page.ts';
import { describeAgent } from '../sessions-page.ts';
import { renderMoment } from '../times.ts';
import { renderUsageChart } from '../usage-chart.ts';
import { withEveryDay } from '../usage-page.ts';
import { renderAdmin } from './admin-frame.ts';

interface Shown extends NamedAccount {
  account: AccountView;
  isAdmin: boolean;
}

/** `GET /dashboard/admin/accounts/{id}` */
export async function accountPage(visit: OwnVisit): Promise<Answer> {
  const shown = await findShown(visit);
  return shown === null ? missing(visit) : answer(await renderAccount(visit, shown, {}));
}

/** `POST /dashboard/admin/accounts/{id}/plan` */
export async function setPlan(visit: OwnVisit, form: Form): Promise<Answer> {
  const shown = await findShown(visit);
  if (shown === null) return missing(visit);
  const plan = form.text('plan');
  if (!isPlanName(plan)) {
    const page = await renderAccount(visit, shown, { plan: 'Choose one of the plans.' });
    return answer(page, { status: 422 });
  }
  if (plan !== shown.account.plan) await actAsOperator(visit, 'change_plan', shown, { plan });
  return goBack(visit, 'plan-set');
}

/** `POST /dashboard/admin/accounts/{id}/revoke`, with the id of a key */
export async function revokeKeyOf(visit: OwnVisit, form: Form): Promise<Answer> {
  const shown = await findShown(visit);
  const key_id = readId(form.text('key'));
  if (shown === null || key_id === null) return missing(visit);
  const outcome = await actAsOperator(visit, 'revoke_key', shown, { key_id });
  return isRefusal(outcome) ? missing(visit) : goBack(visit, 'key-revoked');
}

/** `POST /dashboard/admin/accounts/{id}/sign-out`, with the id of a session, or `all` */
export async function endSessionsOf(visit: OwnVisit, form: Form): Promise<Answer> {
  const shown = await findShown(visit);
  const isAll = form.text('session') === 'all';
  const session_id = readId(form.text('session'));
  if (shown === null || (session_id === null && !isAll)) return missing(visit);
  const outcome = isAll
    ? await actAsOperator(visit, 'end_all_sessions', shown, {})
    : await actAsOperator(visit, 'end_session', shown, { session_id: session_id ?? 0 });
  if (!isAll && isRefusal(outcome)) return missing(visit);
  const isOwn = isAll ? shown.id === visit.session.accountId : session_id === visit.session.id;
  if (isOwn) return redirect('/dashboard/sign-in', [clearCookie(SESSION_COOKIE)]);
  return goBack(visit, 'signed-out');
}

function goBack(visit: OwnVisit, done: Done): Answer {
  return redirect(doneAt(pathOfAccount(visit), done));
}

/** Where an act on an account returns to, also after a password was requested. */
export function pathOfAccount({ call }: Pick<OwnVisit, 'call'>): string {
  const id = readId(call.params.account_id);
  return id === null ? '/dashboard/admin/accounts' : `/dashboard/admin/accounts/${id}`;
}

async function findShown({ call, dashboard }: OwnVisit): Promise<Shown | null> {
  const id = readId(call.params.account_id);
  const found = id === null ? null : await dashboard.accounts.viewOwn(id);
  return id === null || found === null ? null : { id, name: found.account.name, ...found };
}

async function renderAccount(visit: OwnVisit, shown: Shown, faults: Faults): Promise<Markup> {
  const { dashboard } = visit;
  const { id, name, account } = shown;
  const nowMs = dashboard.nowMs();
  const { from, to, days } = lastDays(nowMs, USUAL_DAYS);
  const used = await dashboard.accounts.usageByDay(id, from, to);
  const keys = (await dashboard.accounts.keys(id)).filter(({ kind }) => kind === 'named');
  const sessions = await dashboard.signIn.sessions.list(id);
  return renderAdmin(visit, 'accounts', {
    title: name,
    faults,
    body: html`<nav aria-label="Where this is"><ol class="path"><li><a href="/dashboard/admin/accounts">Accounts</a></li></ol></nav>
<h1>${name}</h1>
<ul class="facts-of-key"><li class="badge">${account.plan}</li>${shown.isAdmin && html`<li class="badge">Admin</li>`}<li>${account.has_password ? 'Password' : 'No password'}, ${account.second_factor ? 'second factor' : 'no second factor'}</li><li>Created ${renderMoment(Date.parse(account.created), nowMs, ENGLISH)}</li></ul>
<section aria-labelledby="use-title"><h2 id="use-title">Usage in ${USUAL_DAYS} days</h2>
${used.length === 0 ? html`<p class="nothing-yet">Its keys were not used.</p>` : renderUsageChart(withEveryDay(days, used), ENGLISH)}</section>
<section class="card" aria-labelledby="plan-title"><h2 id="plan-title">Plan</h2>${renderPlanForm(id, account, faults)}</section>
<section aria-labelledby="keys-title"><h2 id="keys-title">Keys</h2>
${keys.length === 0 ? html`<p class="nothing-yet">None.</p>` : html`<ul class="rows">${keys.map((key) => keyRow(id, key, nowMs))}</ul>`}</section>
<section aria-labelledby="sessions-title"><h2 id="sessions-title">Sessions</h2>
${sessions.length === 0 ? html`<p class="nothing-yet">Not signed in anywhere.</p>` : renderSessions(id, sessions, nowMs)}</section>
<p class="soft">Use <code>larder account</code> to reset passwords or second factors and to remove accounts.</p>`,
  });
}

function renderPlanForm(id: number, account: AccountView, faults: Faults): Markup {
  const options = PLAN_NAMES.map(
    (plan) => html`<option value="${plan}"${plan === account.plan && html` selected`}>${plan}</option>`,
  );
  const fault = faults.plan ?? null;
  return renderForm(
    `/dashboard/admin/accounts/${id}/plan`,
    html`<div class="field"><label for="plan">Plan of this account</label><select id="plan" name="plan"${fault !== null && html` aria-invalid="true" aria-describedby="plan-fault"`}>${options}</select>${fault !== null && html`<p class="fault" id="plan-fault">${fault}</p>`}</div>
<button type="submit">Change the plan</button>`,
  );
}

function keyRow(accountId: number, key: KeyView, nowMs: number): Markup {
  return html`<li class="row"><div class="row-main"><b class="row-name">${key.name}</b><code class="hint-of-key">${key.hint}</code></div>
${keyFacts(key, nowMs, ENGLISH)}
<form class="lone" method="post" action="/dashboard/admin/accounts/${accountId}/revoke"><button type="submit" class="quiet" name="key" value="${key.id}" aria-label="Revoke ${key.name}, key ${key.id}">Revoke</button></form></li>`;
}

function renderSessions(accountId: number, sessions: readonly SessionView[], nowMs: number): Markup {
  const button = (session: number | 'all', look: string, words: string, label: string) =>
    html`<form class="lone" method="post" action="/dashboard/admin/accounts/${accountId}/sign-out"><button type="submit" class="${look}" name="session" value="${session}" aria-label="${label}">${words}</button></form>`;
  const rows = sessions.map(({ id, agent, client, createdMs, seenMs }, index) => {
    const words = describeAgent(agent, ENGLISH);
    return html`<li class="row"><div class="row-main"><b class="row-name">${words}</b><span class="soft">${client}</span></div>
<p class="soft">Seen ${renderMoment(seenMs, nowMs, ENGLISH)}, signed in ${renderMoment(createdMs, nowMs, ENGLISH)}</p>
${button(id, 'quiet', 'Sign out', `Sign out session ${index + 1}, ${words}`)}</li>`;
  });
  const all = `Sign out ${formatCounted(sessions.length, 'session')}`;
  return html`<ul class="rows">${rows}</ul>${button('all', 'danger', all, all)}`;
}

function missing(visit: OwnVisit): Answer {
  const page = renderAdmin(visit, 'accounts', {
    title: 'Not found',
    body: renderWords(
      'Not found',
      'This account, key or session does not exist any more.',
      '/dashboard/admin/accounts',
      'Go to the accounts',
    ),
  });
  return answer(page, { status: 404 });
}
