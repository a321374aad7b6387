import { lastDays, USUAL_DAYS } from '../../../accounts/usage-days.ts';
import { formatCount } from '../../../counts.ts';
import { newestRecordOf } from '../../../food/catalog.ts';
import { sourceOf } from '../../../food/food.ts';
import type { Answer } from '../../../http/answer.ts';
import { html, type Insertable, type Markup } from '../../../http/markup.ts';
import { VERSION } from '../../../version.ts';
import { ENGLISH } from '../../locale.ts';
import { sourceWords } from '../../sources.ts';
import { answer } from '../answers.ts';
import type { LastPullView, OwnVisit, ServiceState } from '../dashboard.ts';
import { renderMoment } from '../times.ts';
import { renderUsageChart } from '../usage-chart.ts';
import { withEveryDay } from '../usage-page.ts';
import { renderAdmin, renderFacts } from './admin-frame.ts';

/** The nutrients that people look for first; `larder info` shows every field. */
const FILL = ['calories_kcal', 'protein_g', 'fat_g', 'carbs_g', 'image_url'] as const;

/** `GET /dashboard/admin`: use, catalogue and the last pull. */
export async function servicePage(visit: OwnVisit): Promise<Answer> {
  const { dashboard } = visit;
  const nowMs = dashboard.nowMs();
  const { from, to, days } = lastDays(nowMs, USUAL_DAYS);
  const used = await dashboard.accounts.usageOfAll(from, to);
  const accounts = await dashboard.accounts.list();
  const page = renderAdmin(visit, 'service', {
    title: 'Service',
    body: html`<h1>Service</h1>
<section aria-labelledby="use-title"><h2 id="use-title">Use</h2>
<p>${formatCount(accounts.length)} <a href="/dashboard/admin/accounts">${accounts.length === 1 ? 'account' : 'accounts'}</a>. Requests with their keys in ${USUAL_DAYS} days:</p>
${used.length === 0 ? html`<p class="nothing-yet">None.</p>` : renderUsageChart(withEveryDay(days, used), ENGLISH)}</section>
<section aria-labelledby="catalogue-title"><h2 id="catalogue-title">Catalogue</h2>${renderCatalog(dashboard.service)}</section>
<section aria-labelledby="pull-title"><h2 id="pull-title">Last pull</h2>${renderPull(dashboard.service, nowMs)}</section>
<p class="soft">larder ${VERSION}</p>`,
  });
  return answer(page);
}

function renderCatalog({ catalog, catalogName }: ServiceState): Markup {
  const name = catalogName();
  const { facts, contentHash, size } = catalog;
  const sources = Object.entries(facts.foods_by_source).map(
    ([source, count]) => `${sourceWords(sourceOf(source), ENGLISH).short} ${formatCount(count)}`,
  );
  const files = facts.sources.map(
    ({ name, rows, newest }) =>
      html`<li>${name}: ${formatCount(rows)} rows${newest !== null && `, newest ${ENGLISH.date(newest)}`}</li>`,
  );
  const fill = FILL.map(
    (field) => `${nameOf(field)} ${ENGLISH.share((facts.fill[field] ?? 0) / Math.max(1, facts.foods))}`,
  );
  const newest = newestRecordOf(facts);
  return renderFacts([
    ['Served', name === 'starter' ? 'the starter catalogue inside larder' : html`<code>${name}</code>`],
    ['Foods', `${formatCount(size)}: ${sources.join(', ')}`],
    ['Newest record', newest === null ? 'unknown' : ENGLISH.date(newest)],
    ['Known values', fill.join(', ')],
    ['Built from', html`<ul>${files}</ul>`],
    ['Checksum', html`<code>${contentHash}</code>`],
    ['Licence', html`<a href="${facts.licence_url}">${facts.licence}</a>`],
  ]);
}

function nameOf(field: (typeof FILL)[number]): string {
  const { nutrients, about } = ENGLISH.words;
  return field === 'image_url' ? about.picture : nutrients[field];
}

function renderPull({ catalog, lastPull }: ServiceState, nowMs: number): Markup {
  const pull = lastPull();
  if (pull === null) return html`<p class="nothing-yet">Nothing was pulled into the data directory.</p>`;
  const facts: (readonly [string, Insertable])[] = [
    ['When', renderMoment(Date.parse(pull.time), nowMs, ENGLISH)],
    ['From', pull.from === null ? 'unknown' : html`<code>${pull.from}</code>`],
    ['In use', pull.content_sha256 === catalog.contentHash ? 'yes' : 'no: another catalogue is served'],
    ...(pull.pack === undefined ? renderReport(pull.report) : renderPack(pull.pack)),
  ];
  return renderFacts(facts);
}

function renderPack({
  name,
  serial,
  created,
  signer,
}: NonNullable<LastPullView['pack']>): (readonly [string, Insertable])[] {
  return [
    ['Pack', `${name}, serial ${serial}`],
    ['Published', ENGLISH.date(created)],
    ['Signed by', html`<code>${signer}</code>`],
  ];
}

function renderReport(report: LastPullView['report']): (readonly [string, Insertable])[] {
  if (report === null) return [['Built', 'elsewhere']];
  const refused = Object.entries(report.refused).map(
    ([reason, count]) => html`<li>${reason}: ${formatCount(count)}</li>`,
  );
  return [
    ['Built', `in ${formatCount(Math.round(report.seconds))} s, from ${formatCount(report.rows_read)} rows`],
    [
      'Foods',
      `${formatCount(report.foods)}, and ${formatCount(report.merged)} further records of the same foods`,
    ],
    ['Refused rows', refused.length === 0 ? 'none' : html`<ul>${refused}</ul>`],
  ];
}
