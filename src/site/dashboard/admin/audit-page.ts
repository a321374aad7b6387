import type { AuditView } from '../../../accounts/account-views.ts';
import type { Answer } from '../../../http/answer.ts';
import { html, type Markup } from '../../../http/markup.ts';
import { ENGLISH } from '../../locale.ts';
import { answer } from '../answers.ts';
import type { OwnVisit } from '../dashboard.ts';
import { readId } from '../form.ts';
import { renderMoment } from '../times.ts';
import { renderAdmin } from './admin-frame.ts';

const PER_PAGE = 50;

/** `GET /dashboard/admin/audit?before=` */
export async function auditPage(visit: OwnVisit): Promise<Answer> {
  const { call, dashboard } = visit;
  const beforeId = readId(new URLSearchParams(call.target.query).get('before'));
  // One entry more than is shown, to know whether there are older ones.
  const entries = await dashboard.accounts.audit(beforeId, PER_PAGE + 1);
  const shown = entries.slice(0, PER_PAGE);
  const oldest = shown.at(-1);
  const body = html`<h1>Audit log</h1>
<p class="lead">What operators did to accounts, here and on the command line, newest first.</p>
${shown.length === 0 ? html`<p class="nothing-yet">Nothing yet.</p>` : renderEntries(shown, dashboard.nowMs())}
${beforeId !== null && html`<a class="button quiet" href="/dashboard/admin/audit">Newest entries</a> `}${entries.length > PER_PAGE && oldest !== undefined && html`<a class="button quiet" href="/dashboard/admin/audit?before=${oldest.id}">Older entries</a>`}`;
  return answer(renderAdmin(visit, 'audit', { title: 'Audit log', body }));
}

function renderEntries(entries: readonly AuditView[], nowMs: number): Markup {
  const rows = entries.map(
    ({ time, actor, via, act, account, detail }) =>
      html`<tr><td data-column="When" class="moment">${renderMoment(Date.parse(time), nowMs, ENGLISH)}</td><td data-column="Who">${actor} <span class="soft">${via}</span></td><td data-column="Act">${act}</td><td data-column="Account">${account ?? ''}</td><td data-column="Detail">${detail}</td></tr>`,
  );
  return html`<table class="plain wide-table"><caption class="unseen">Acts of operators</caption>
<thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">Act</th><th scope="col">Account</th><th scope="col">Detail</th></tr></thead><tbody>${rows}</tbody></table>`;
}
