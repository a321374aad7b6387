import type { CodeRefusal, Enrolment } from '../../accounts/second-factor.ts';
import { html, type Markup } from '../../http/markup.ts';
import { logSecurity, reasonOfCode } from '../../http/security-log.ts';
import { answer, redirect } from './answers.ts';
import { renderCodeField } from './code-page.ts';
import { confirmFirst } from './confirm-page.ts';
import type { OwnVisit } from './dashboard.ts';
import { type Faults, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { doneAt, renderInside, renderSecret } from './frame.ts';
import { drawQrCode } from './qr-drawing.ts';
import { cookiesOf, laterInWords, retryLater } from './sign-in-page.ts';
import { waitInWords } from './times.ts';

const PATH = '/dashboard/second-factor';

/** `GET /dashboard/second-factor`: sets it up, or removes it. */
export async function secondFactorPage(visit: OwnVisit): Promise<Response> {
  // A pending enrolment shows its seed.
  if (!visit.account.second_factor && !visit.session.isFresh) return confirmFirst(visit, PATH);
  const page = await renderPage(visit, {});
  return page === null ? redirect(visit.call, '/dashboard/security') : answer(visit.call, page);
}

/** `POST /dashboard/second-factor`: starts, or starts over. */
export async function enrolSecondFactor(visit: OwnVisit): Promise<Response> {
  const { call, dashboard, session, account } = visit;
  const begun = await dashboard.accounts.enrolSecondFactor(session.accountId);
  if (begun !== null) logSecurity(visit, 'second factor begun', account.name);
  return redirect(call, PATH);
}

/** `POST /dashboard/second-factor/confirm` */
export async function confirmSecondFactor(visit: OwnVisit, form: Form): Promise<Response> {
  const { call, dashboard, session, account } = visit;
  const outcome = await dashboard.accounts.confirmSecondFactor(session.accountId, form.text('code').trim());
  if (typeof outcome === 'object' && 'recoveryCodes' in outcome) {
    logSecurity(visit, 'second factor set up', account.name);
    const { cookies, sessionId } = await renewed(visit);
    await dashboard.secrets.put(sessionId, { kind: 'codes', codes: outcome.recoveryCodes });
    return redirect(call, `${PATH}/codes`, cookies);
  }
  return answerOutcome(visit, outcome);
}

/** `POST /dashboard/second-factor/remove` */
export async function removeSecondFactor(visit: OwnVisit, form: Form): Promise<Response> {
  const { call, dashboard, session, account } = visit;
  const outcome = await dashboard.accounts.removeSecondFactor(session.accountId, form.text('code').trim());
  if (outcome !== 'right') return answerOutcome(visit, outcome);
  logSecurity(visit, 'second factor removed', account.name);
  return redirect(call, doneAt('/dashboard/security', 'removed'), (await renewed(visit)).cookies);
}

/** In place of this session: all began with a password or a factor that has just changed. */
export async function renewed({
  dashboard,
  session,
  client,
}: OwnVisit): Promise<{ cookies: string[]; sessionId: number }> {
  const entry = await dashboard.signIn.renew(session, client);
  const { id } = (await dashboard.signIn.sessions.find(entry.token, client)) ?? session;
  return { cookies: cookiesOf(entry), sessionId: id };
}

/** `GET /dashboard/second-factor/codes`: the recovery codes, shown only once. */
export async function recoveryCodesPage(visit: OwnVisit): Promise<Response> {
  const { call, dashboard, session, locale } = visit;
  const { factor: words } = locale.words.dashboard;
  const secret = call.method === 'HEAD' ? null : await dashboard.secrets.take(session.id, 'codes');
  if (secret === null) return redirect(call, '/dashboard/security');
  const page = renderInside(visit, 'security', {
    title: words.codesTitle,
    isLasting: false,
    body: html`<h1>${words.codesTitle}</h1>
<p class="lead">${words.codesLead}</p>
${renderSecret(words.codes, secret.codes.join('\n'), locale, ' tall')}
<p><a class="button quiet" href="/dashboard/security">${words.haveSaved}</a></p>`,
  });
  return answer(call, page);
}

async function answerOutcome(visit: OwnVisit, outcome: CodeRefusal): Promise<Response> {
  const { call, account, locale } = visit;
  logSecurity(visit, 'confirmation failed', account.name, { reason: reasonOfCode(outcome) });
  const { refused } = locale.words.dashboard;
  if (outcome === 'busy') {
    const later = await renderPage(visit, { code: laterInWords(outcome, locale) });
    return later === null ? redirect(call, '/dashboard/security') : answer(call, later, retryLater(outcome));
  }
  const isLocked = typeof outcome === 'object';
  const words = isLocked
    ? locale.say(refused.tooManyCodes, { wait: waitInWords(outcome.lockedMs, locale) })
    : refused.wrongCode;
  const page = await renderPage(visit, { code: words });
  // It was removed or confirmed in another window in the meantime.
  if (page === null || outcome === 'none') return redirect(call, '/dashboard/security');
  return answer(call, page, isLocked ? { status: 429, retryAfterMs: outcome.lockedMs } : { status: 422 });
}

/** Null when there is nothing to confirm or remove. */
async function renderPage(visit: OwnVisit, faults: Faults): Promise<Markup | null> {
  const { account, dashboard, session } = visit;
  if (account.second_factor) return renderRemoval(visit, faults);
  const pending = await dashboard.accounts.pendingSecondFactor(session.accountId);
  return pending === null ? null : renderEnrolment(visit, pending, faults);
}

function renderEnrolment(visit: OwnVisit, { seed, url }: Enrolment, faults: Faults): Markup {
  const { locale } = visit;
  const { factor: words, code } = locale.words.dashboard;
  const inFours = seed.match(/.{1,4}/g)?.join(' ') ?? seed;
  return renderInside(visit, 'security', {
    title: words.setUpTitle,
    faults,
    body: html`<h1>${words.setUpTitle}</h1>
<ol class="steps"><li><h2>${words.scan}</h2><p>${words.anyApp}</p>
${drawQrCode(url, words.qrCode)}
<p>${locale.put(words.typeIt, { seed: html`<code class="seed" tabindex="0" aria-label="${words.seed}">${inFours}</code>` })}</p></li>
<li><h2>${words.enterCode}</h2>
${renderForm(`${PATH}/confirm`, html`${renderCodeField(faults, code.sixHint, locale)}<button type="submit">${words.turnOn}</button>`)}</li></ol>`,
  });
}

function renderRemoval(visit: OwnVisit, faults: Faults): Markup {
  const { locale } = visit;
  const { factor: words, code, security } = locale.words.dashboard;
  return renderInside(visit, 'security', {
    title: words.removeTitle,
    faults,
    body: html`<h1>${words.removeTitle}</h1>
<p class="lead">${words.removeLead}</p>
<section class="card">${renderForm(`${PATH}/remove`, html`${renderCodeField(faults, code.eitherHint, locale)}<button type="submit" class="danger">${security.remove}</button>`)}</section>`,
  });
}
