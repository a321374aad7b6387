import { isPlanName, PLAN_NAMES, type Plan, type PlanName } from '../../admission/plans.ts';
import { html, type Markup } from '../../http/markup.ts';
import { formatCount } from '../figures.ts';
import { answer, redirect } from './answers.ts';
import type { OwnVisit } from './dashboard.ts';
import { type Faults, renderChoices, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { doneAt, renderInside } from './frame.ts';

/** `GET /dashboard/plan` */
export function planPage(visit: OwnVisit): Response {
  return answer(visit.call, renderPlan(visit, {}));
}

/** `POST /dashboard/plan` */
export async function choosePlan(visit: OwnVisit, form: Form): Promise<Response> {
  const { call, dashboard, session } = visit;
  if (!dashboard.selfService) return answer(call, renderPlan(visit, {}), { status: 403 });
  const plan = form.text('plan');
  if (!isPlanName(plan)) {
    return answer(call, renderPlan(visit, { plan: 'Choose one of the plans.' }), { status: 422 });
  }
  await dashboard.accounts.setPlan(session.accountId, plan);
  return redirect(call, doneAt('/dashboard/plan', 'plan'));
}

function renderPlan(visit: OwnVisit, faults: Faults): Markup {
  const { account, dashboard } = visit;
  const choices = PLAN_NAMES.map((name) => ({
    value: name,
    label: titleOf(name),
    words: describe(dashboard.plans[name]),
  }));
  const rows = choices.map(
    ({ value, label, words }) =>
      html`<li class="row${value === account.plan && ' current'}"><div class="row-main"><b>${label}</b>${value === account.plan && html` <span class="badge">Yours</span>`}</div><p class="soft">${words}</p></li>`,
  );
  return renderInside(visit, 'plan', {
    title: 'Plan',
    hasFaults: Object.keys(faults).length > 0,
    body: html`<h1>Plan</h1>
<p class="lead">You are on <b>${titleOf(account.plan)}</b>.</p>
${
  dashboard.selfService
    ? html`<section class="card">${renderForm('/dashboard/plan', html`${renderChoices('plan', 'Choose a plan', choices, account.plan, faults)}<button type="submit">Change the plan</button>`)}</section>`
    : html`<ul class="rows">${rows}</ul><p class="soft">Plans are set by the operator of this service.</p>`
}`,
  });
}

function titleOf(name: PlanName): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function describe({ per_minute, per_hour, delay_ms, counted_per }: Plan): string {
  const whose =
    counted_per === 'account' ? 'for all your keys together' : 'shared by everyone at your address';
  const hourly = per_hour === null ? '' : `, up to ${formatCount(per_hour)} an hour`;
  const delay =
    delay_ms === 0 ? 'No delay.' : `Each answer is delayed by ${formatCount(delay_ms)} ms, for fairness.`;
  return `${formatCount(per_minute)} requests a minute${hourly}, ${whose}. ${delay}`;
}
