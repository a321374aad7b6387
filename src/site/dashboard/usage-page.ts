import { MOST_USAGE_ROWS } from '../../accounts/account-service.ts';
import type { UsageView } from '../../accounts/account-views.ts';
import { html, type Markup } from '../../http/markup.ts';
import { formatCount } from '../figures.ts';
import { answer } from './answers.ts';
import type { OwnVisit } from './dashboard.ts';
import { renderInside } from './frame.ts';
import { type DayTotal, renderUsageChart } from './usage-chart.ts';

const SPANS = [7, 30, 90] as const;
const DAY_MS = 86_400_000;

/** `GET /dashboard`: usage of the account's keys. */
export async function usagePage(visit: OwnVisit): Promise<Response> {
  const { call, dashboard, session, account } = visit;
  const asked = Number(new URLSearchParams(call.target.query).get('days'));
  const span = SPANS.find((days) => days === asked) ?? 30;
  const days = daysUpTo(dashboard.nowMs(), span);
  const [from, to] = [days[0] as string, days.at(-1) as string];
  const totals = await dashboard.accounts.usageByDay(session.accountId, from, to);
  const rows = await dashboard.accounts.usage(session.accountId, from, to);
  const { per_minute: perMinute } = dashboard.plans[account.plan];
  const page = renderInside(visit, 'usage', {
    title: 'Usage',
    body: html`<h1>Usage</h1>
<p class="lead">You are on the <a href="/dashboard/plan"><b>${account.plan}</b></a> plan: ${formatCount(perMinute)} requests a minute.</p>
<nav class="spans" aria-label="Days"><ul class="chips">${SPANS.map((choice) => html`<li><a class="chip" href="/dashboard?days=${choice}"${choice === span && html` aria-current="true"`}>${choice} days</a></li>`)}</ul></nav>
${totals.length === 0 ? NOTHING : renderUse(days, totals, rows)}`,
  });
  return answer(call, page);
}

const NOTHING = html`<div class="nothing"><p class="summary">Your keys were not used in these days.</p>
<p><a class="button" href="/dashboard/keys">Create a key</a> <a class="button quiet" href="/docs">Read the documentation</a></p></div>`;

function renderUse(
  days: readonly string[],
  counted: readonly DayTotal[],
  rows: readonly UsageView[],
): Markup {
  const totals = withEveryDay(days, counted);
  const byKey = [...Map.groupBy(rows, (row) => row.key_id).values()];
  const keyRows = byKey.map(
    (list) => html`<tr><th scope="row">${list[0]?.key_name ?? ''}</th>${figures(sum(list))}</tr>`,
  );
  const used = totals.filter(({ requests, limited }) => requests + limited > 0).toReversed();
  const dayRows = used.map(
    (total) =>
      html`<tr><th scope="row"><time datetime="${total.day}">${total.day}</time></th>${figures(total)}</tr>`,
  );
  return html`${renderUsageChart(totals)}
<section aria-labelledby="by-key"><h2 id="by-key">By key</h2>${rows.length === MOST_USAGE_ROWS && html`<p class="soft">Since ${rows.at(-1)?.day ?? ''}: you use too many keys to add up more here.</p>`}<table class="plain counts"><caption class="unseen">Requests by key</caption>${HEADINGS('Key')}<tbody>${keyRows}</tbody></table></section>
<section aria-labelledby="by-day"><h2 id="by-day">By day</h2><table class="plain counts"><caption class="unseen">Requests by day in UTC, latest first</caption>${HEADINGS('Day')}<tbody>${dayRows}</tbody></table></section>`;
}

/** A total for each day, also for those without a request. */
export function withEveryDay(days: readonly string[], counted: readonly DayTotal[]): DayTotal[] {
  const byDay = new Map(counted.map((total) => [total.day, total]));
  return days.map((day) => byDay.get(day) ?? { day, requests: 0, limited: 0 });
}

const HEADINGS = (first: string) =>
  html`<thead><tr><th scope="col">${first}</th><th scope="col">Answered</th><th scope="col">Over the limit</th></tr></thead>`;

function figures({ requests, limited }: { requests: number; limited: number }): Markup {
  return html`<td>${formatCount(requests)}</td><td>${formatCount(limited)}</td>`;
}

function sum(rows: readonly UsageView[]): { requests: number; limited: number } {
  return {
    requests: rows.reduce((total, row) => total + row.requests, 0),
    limited: rows.reduce((total, row) => total + row.limited, 0),
  };
}

/** The last `count` days up to today, in UTC, oldest first. */
export function daysUpTo(nowMs: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) =>
    new Date(nowMs - (count - 1 - i) * DAY_MS).toISOString().slice(0, 10),
  );
}
