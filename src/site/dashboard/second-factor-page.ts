import { html, type Markup } from '../../http/markup.ts';
import { answer, redirect } from './answers.ts';
import { renderCodeField, WRONG_CODE } from './code-page.ts';
import type { OwnVisit } from './dashboard.ts';
import { type Faults, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { doneAt, renderInside } from './frame.ts';
import { drawQrCode } from './qr-drawing.ts';
import { tellWait } from './times.ts';

const PATH = '/dashboard/second-factor';

/** `GET /dashboard/second-factor`: to set it up, or to remove it. */
export function secondFactorPage(visit: OwnVisit): Response {
  const page = renderPage(visit, {});
  return page === null ? redirect(visit.call, '/dashboard/security') : answer(visit.call, page);
}

/** `POST /dashboard/second-factor`: begins, or begins anew. */
export function enrolSecondFactor({ call, dashboard, session }: OwnVisit): Response {
  dashboard.book.enrolSecondFactor(session.accountId);
  return redirect(call, PATH);
}

/** `POST /dashboard/second-factor/confirm` */
export function confirmSecondFactor(visit: OwnVisit, form: Form): Response {
  const { call, dashboard, session } = visit;
  const outcome = dashboard.book.confirmSecondFactor(session.accountId, form.text('code').trim());
  if (typeof outcome === 'object' && 'recoveryCodes' in outcome) {
    dashboard.secrets.put(session.id, { kind: 'codes', codes: outcome.recoveryCodes });
    return redirect(call, `${PATH}/codes`);
  }
  return tellOutcome(visit, outcome);
}

/** `POST /dashboard/second-factor/remove` */
export function removeSecondFactor(visit: OwnVisit, form: Form): Response {
  const { call, dashboard, session } = visit;
  const outcome = dashboard.book.removeSecondFactor(session.accountId, form.text('code').trim());
  if (outcome === 'right') return redirect(call, doneAt('/dashboard/security', 'removed'));
  return tellOutcome(visit, outcome);
}

/** `GET /dashboard/second-factor/codes`: the recovery codes, this once. */
export function recoveryCodesPage(visit: OwnVisit): Response {
  const { call, dashboard, session } = visit;
  const secret = call.method === 'HEAD' ? null : dashboard.secrets.take(session.id, 'codes');
  if (secret === null) return redirect(call, '/dashboard/security');
  const page = renderInside(visit, 'security', {
    title: 'Your recovery codes',
    body: html`<h1>Your recovery codes</h1>
<p class="lead">The second factor is on. If you lose your device, each of these lets you in once. Print them, or keep them with your passwords: they cannot be shown again.</p>
<div class="secret tall"><code id="secret" tabindex="0" aria-label="Recovery codes">${secret.codes.join('\n')}</code><button type="button" class="quiet" data-copy="secret" hidden>Copy</button><span class="copied" role="status"></span></div>
<p><a class="button quiet" href="/dashboard/security">I have kept them</a></p>`,
  });
  return answer(call, page);
}

type Outcome = ReturnType<OwnVisit['dashboard']['book']['removeSecondFactor']>;

function tellOutcome(visit: OwnVisit, outcome: Outcome): Response {
  const { call } = visit;
  const isLocked = typeof outcome === 'object';
  const words = isLocked
    ? `There were too many wrong codes. Try again in ${tellWait(outcome.lockedMs)}.`
    : WRONG_CODE;
  const page = renderPage(visit, { code: words });
  // It was removed, or confirmed, in another window meanwhile.
  if (page === null || outcome === 'none') return redirect(call, '/dashboard/security');
  return answer(call, page, isLocked ? { status: 429, retryAfterMs: outcome.lockedMs } : { status: 422 });
}

/** Null when there is nothing to confirm and nothing to remove. */
function renderPage(visit: OwnVisit, faults: Faults): Markup | null {
  const { account, dashboard, session } = visit;
  if (account.second_factor) return renderRemoval(visit, faults);
  const pending = dashboard.book.pendingSecondFactor(session.accountId);
  return pending === null ? null : renderEnrolment(visit, pending, faults);
}

function renderEnrolment(
  visit: OwnVisit,
  { seed, url }: { seed: string; url: string },
  faults: Faults,
): Markup {
  const inFours = seed.match(/.{1,4}/g)?.join(' ') ?? seed;
  return renderInside(visit, 'security', {
    title: 'Set up the second factor',
    hasFaults: Object.keys(faults).length > 0,
    body: html`<h1>Set up the second factor</h1>
<ol class="steps"><li><h2>Scan this with an authenticator</h2><p>Any application for one-time codes will do.</p>
${drawQrCode(url, 'QR code for the authenticator; the same as text follows')}
<p>If you cannot scan it, type this in: <code class="seed" tabindex="0" aria-label="Seed">${inFours}</code></p></li>
<li><h2>Type the code that it shows</h2>
${renderForm(`${PATH}/confirm`, html`${renderCodeField(faults, 'Six digits. It changes every 30 seconds.')}<button type="submit">Turn it on</button>`)}</li></ol>`,
  });
}

function renderRemoval(visit: OwnVisit, faults: Faults): Markup {
  return renderInside(visit, 'security', {
    title: 'Remove the second factor',
    hasFaults: Object.keys(faults).length > 0,
    body: html`<h1>Remove the second factor</h1>
<p class="lead">Signing in will ask for your password alone. Your recovery codes end, too.</p>
<section class="card">${renderForm(`${PATH}/remove`, html`${renderCodeField(faults, 'Six digits from your authenticator, or a recovery code.')}<button type="submit" class="danger">Remove it</button>`)}</section>`,
  });
}
