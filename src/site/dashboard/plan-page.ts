import { isPlanName, PLAN_NAMES, type Plan, type PlanName } from '../../admission/plans.ts';
import type { Answer } from '../../http/answer.ts';
import { html, type Markup } from '../../http/markup.ts';
import type { Locale } from '../locale.ts';
import { act } from './act.ts';
import { answer, redirect } from './answers.ts';
import type { OwnVisit } from './dashboard.ts';
import { type Faults, renderChoices, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { doneAt, renderInside } from './frame.ts';

/** `GET /dashboard/plan` */
export function planPage(visit: OwnVisit): Answer {
  return answer(renderPlan(visit, {}));
}

/** `POST /dashboard/plan` */
export async function choosePlan(visit: OwnVisit, form: Form): Promise<Answer> {
  const { dashboard } = visit;
  if (!dashboard.actions.selfService) return answer(renderPlan(visit, {}), { status: 403 });
  const plan = form.text('plan');
  if (!isPlanName(plan)) {
    return answer(renderPlan(visit, { plan: visit.locale.words.dashboard.plan.chooseOne }), {
      status: 422,
    });
  }
  await act(visit, 'change_plan', { plan });
  return redirect(doneAt('/dashboard/plan', 'plan'));
}

function renderPlan(visit: OwnVisit, faults: Faults): Markup {
  const { account, dashboard, locale } = visit;
  const { plan: said } = locale.words.dashboard;
  const choices = PLAN_NAMES.map((name) => ({
    value: name,
    label: titleOf(name),
    words: describe(dashboard.plans[name], locale),
  }));
  const rows = choices.map(
    ({ value, label, words }) =>
      html`<li class="row${value === account.plan && ' current'}"><div class="row-main"><b>${label}</b>${value === account.plan && html` <span class="badge">${said.yours}</span>`}</div><p class="soft">${words}</p></li>`,
  );
  return renderInside(visit, 'plan', {
    title: said.title,
    faults,
    body: html`<h1>${said.title}</h1>
<p class="lead">${locale.put(said.lead, { plan: html`<b>${titleOf(account.plan)}</b>` })}</p>
${!dashboard.hasLimits && html`<p class="notice">${said.noLimits}</p>`}
${
  dashboard.actions.selfService
    ? html`<section class="card">${renderForm('/dashboard/plan', html`${renderChoices('plan', said.choose, choices, account.plan, faults)}<button type="submit">${said.button}</button>`)}</section>`
    : html`<ul class="rows">${rows}</ul><p class="soft">${said.byOperator}</p>`
}`,
  });
}

/** The name of a plan, as a title. */
export function titleOf(name: PlanName): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function describe({ per_minute, per_hour, delay_ms, counted_per }: Plan, locale: Locale): string {
  const { plan: words } = locale.words.dashboard;
  const isOwn = counted_per === 'account';
  const limit =
    per_hour === null
      ? locale.say(isOwn ? words.together : words.shared, { count: per_minute })
      : locale.say(isOwn ? words.togetherHourly : words.sharedHourly, {
          count: per_minute,
          hourly: per_hour,
        });
  return `${limit} ${delay_ms === 0 ? words.noDelay : locale.say(words.delay, { ms: delay_ms })}`;
}
