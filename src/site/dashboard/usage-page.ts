import { MAX_USAGE_ROWS } from '../../accounts/account-service.ts';
import type { KeyView, UsageView } from '../../accounts/account-views.ts';
import { lastDays, USUAL_DAYS } from '../../accounts/usage-days.ts';
import type { Answer } from '../../http/answer.ts';
import { html, type Markup } from '../../http/markup.ts';
import type { Locale } from '../locale.ts';
import { answer } from './answers.ts';
import type { OwnVisit } from './dashboard.ts';
import { renderInside } from './frame.ts';
import { nameOfKey } from './keys-page.ts';
import { titleOf } from './plan-page.ts';
import { type DayTotal, renderUsageChart } from './usage-chart.ts';

const SPANS = [7, 30, 90] as const;

/** `GET /dashboard`: usage of the account's keys. */
export async function usagePage(visit: OwnVisit): Promise<Answer> {
  const { call, dashboard, session, account, locale } = visit;
  const { usage: words } = locale.words.dashboard;
  const asked = Number(new URLSearchParams(call.target.query).get('days'));
  const span = SPANS.find((days) => days === asked) ?? USUAL_DAYS;
  const { from, to, days } = lastDays(dashboard.nowMs(), span);
  const totals = await dashboard.accounts.usageByDay(session.accountId, from, to);
  const rows = await dashboard.accounts.usage(session.accountId, from, to);
  const keys = await dashboard.accounts.keys(session.accountId);
  const { per_minute: perMinute } = dashboard.plans[account.plan];
  const page = renderInside(visit, 'usage', {
    title: words.title,
    body: html`<h1>${words.title}</h1>
<p class="lead">${locale.put(dashboard.hasLimits ? words.lead : words.leadUnlimited, { plan: html`<a href="/dashboard/plan"><b>${titleOf(account.plan)}</b></a>`, count: perMinute })}</p>
<nav class="spans" aria-label="${words.days}"><ul class="chips">${SPANS.map((choice) => html`<li><a class="chip" href="/dashboard?days=${choice}"${choice === span && html` aria-current="true"`}>${locale.say(words.spanDays, { count: choice })}</a></li>`)}</ul></nav>
${totals.length === 0 ? renderNothing(locale) : renderUse(days, totals, rows, keys, locale)}`,
  });
  return answer(page);
}

function renderNothing({ words: { dashboard } }: Locale): Markup {
  const { usage: words, keys } = dashboard;
  return html`<div class="nothing"><p class="summary">${words.nothing}</p>
<p><a class="button" href="/dashboard/keys">${keys.create}</a> <a class="button quiet" href="/docs">${words.documentation}</a></p></div>`;
}

function renderUse(
  days: readonly string[],
  counted: readonly DayTotal[],
  rows: readonly UsageView[],
  keys: readonly KeyView[],
  locale: Locale,
): Markup {
  const { usage: words, key: keyWords } = locale.words.dashboard;
  const totals = withEveryDay(days, counted);
  const byKey = [...Map.groupBy(rows, (row) => row.key_id).values()];
  const keyRows = byKey.map((list) => {
    const { key_id, key_name } = list[0]!;
    const key = keys.find(({ id }) => id === key_id);
    const name = key === undefined ? key_name : nameOfKey(key, locale);
    return html`<tr><th scope="row">${name}</th>${figures(sum(list), locale)}</tr>`;
  });
  const used = totals.filter(({ requests, limited }) => requests + limited > 0).toReversed();
  const dayRows = used.map(
    (total) =>
      html`<tr><th scope="row"><time datetime="${total.day}">${total.day}</time></th>${figures(total, locale)}</tr>`,
  );
  return html`${renderUsageChart(totals, locale)}
<section aria-labelledby="by-key"><h2 id="by-key">${words.byKey}</h2>${rows.length === MAX_USAGE_ROWS && html`<p class="soft">${locale.say(words.since, { day: rows.at(-1)?.day ?? '' })}</p>`}<table class="plain counts"><caption class="unseen">${words.byKeyCaption}</caption>${headings(keyWords.key, locale)}<tbody>${keyRows}</tbody></table></section>
<section aria-labelledby="by-day"><h2 id="by-day">${words.byDay}</h2><table class="plain counts"><caption class="unseen">${words.byDayCaption}</caption>${headings(words.day, locale)}<tbody>${dayRows}</tbody></table></section>`;
}

/** A total for each day, including those without a request. */
export function withEveryDay(days: readonly string[], counted: readonly DayTotal[]): DayTotal[] {
  const byDay = new Map(counted.map((total) => [total.day, total]));
  return days.map((day) => byDay.get(day) ?? { day, requests: 0, limited: 0 });
}

function headings(first: string, { words: { dashboard } }: Locale): Markup {
  const { answered, over } = dashboard.usage;
  return html`<thead><tr><th scope="col">${first}</th><th scope="col">${answered}</th><th scope="col">${over}</th></tr></thead>`;
}

function figures({ requests, limited }: { requests: number; limited: number }, locale: Locale): Markup {
  return html`<td>${locale.count(requests)}</td><td>${locale.count(limited)}</td>`;
}

function sum(rows: readonly UsageView[]): { requests: number; limited: number } {
  return {
    requests: rows.reduce((total, row) => total + row.requests, 0),
    limited: rows.reduce((total, row) => total + row.limited, 0),
  };
}
