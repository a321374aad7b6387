import { findLookalikes } from '../../../accounts/lookalikes.ts';
import { lastDays, USUAL_DAYS } from '../../../accounts/usage-days.ts';
import { formatCount, formatCounted } from '../../../counts.ts';
import type { Answer } from '../../../http/answer.ts';
import { html, type Markup } from '../../../http/markup.ts';
import { answer } from '../answers.ts';
import type { OwnVisit } from '../dashboard.ts';
import { renderAdmin } from './admin-frame.ts';

/** A page of accounts that is still quick to read and to send. */
const PER_PAGE = 100;

interface Listed {
  id: number;
  name: string;
  plan: string;
  named_keys: number;
  created: string;
  is_admin: boolean;
  requests: number;
  limited: number;
  /** The names of other accounts that look like this one. */
  lookalikes: readonly string[];
}

/** `GET /dashboard/admin/accounts?name=&page=` */
export async function accountsPage(visit: OwnVisit): Promise<Answer> {
  const query = new URLSearchParams(visit.call.target.query);
  const name = query.get('name')?.trim() ?? '';
  const found = (await listAccounts(visit)).filter((account) =>
    account.name.toLowerCase().includes(name.toLowerCase()),
  );
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const asked = Number(query.get('page'));
  const page = Number.isSafeInteger(asked) && asked >= 1 ? Math.min(asked, pages) : 1;
  const shown = found.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const body = html`<h1>Accounts</h1>
<form class="find" method="get" action="/dashboard/admin/accounts"><label for="name">Name contains</label><input id="name" name="name" type="search" value="${name}" autocomplete="off"><button type="submit">Find</button></form>
<p role="status">${formatCounted(found.length, 'account')}${pages > 1 && `, page ${page} of ${pages}`}</p>
${shown.length > 0 && renderTable(shown)}
${renderPaging(name, page, pages)}`;
  return answer(renderAdmin(visit, 'accounts', { title: 'Accounts', body }));
}

async function listAccounts({ dashboard }: OwnVisit): Promise<Listed[]> {
  const { from, to } = lastDays(dashboard.nowMs(), USUAL_DAYS);
  const used = await dashboard.accounts.usageByAccount(from, to);
  const byName = new Map(used.map((usage) => [usage.account, usage]));
  const accounts = await dashboard.accounts.list();
  const lookalikes = findLookalikes(accounts.map(({ name }) => name));
  return accounts.map((account) => {
    const { requests = 0, limited = 0 } = byName.get(account.name) ?? {};
    return { ...account, requests, limited, lookalikes: lookalikes.get(account.name) ?? [] };
  });
}

function renderTable(accounts: readonly Listed[]): Markup {
  const rows = accounts.map(
    (account) =>
      html`<tr><th scope="row"><a href="/dashboard/admin/accounts/${account.id}">${account.name}</a>${account.is_admin && html` <span class="badge">Admin</span>`}${account.lookalikes.length > 0 && html` <span class="badge">Looks like ${account.lookalikes.join(', ')}</span>`}</th><td class="word" data-column="Plan">${account.plan}</td><td data-column="Keys">${formatCount(account.named_keys)}</td><td data-column="Answered in ${USUAL_DAYS} days">${formatCount(account.requests)}</td><td data-column="Over the limit">${formatCount(account.limited)}</td></tr>`,
  );
  return html`<table class="plain counts wide-table"><caption class="unseen">Accounts with the requests of the last ${USUAL_DAYS} days</caption>
<thead><tr><th scope="col">Account</th><th scope="col" class="word">Plan</th><th scope="col">Keys</th><th scope="col">Answered in ${USUAL_DAYS} days</th><th scope="col">Over the limit</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function renderPaging(name: string, page: number, pages: number): Markup | null {
  if (pages === 1) return null;
  const link = (to: number, words: string) => {
    const query = new URLSearchParams({ ...(name !== '' && { name }), page: String(to) });
    return html`<a class="button quiet" href="/dashboard/admin/accounts?${query.toString()}">${words}</a> `;
  };
  return html`<p>${page > 1 && link(page - 1, 'Previous page')}${page < pages && link(page + 1, 'Next page')}</p>`;
}
