import { isLater, isRefusal, type Refusal } from '../../accounts/refusals.ts';
import type { Enrolment } from '../../accounts/second-factor.ts';
import type { Answer } from '../../http/answer.ts';
import { html, type Markup } from '../../http/markup.ts';
import { act, codeRefusalInWords, retryLater } from './act.ts';
import { answer, redirect } from './answers.ts';
import { renderCodeField } from './code-page.ts';
import { confirmFirst } from './confirm-page.ts';
import type { OwnVisit } from './dashboard.ts';
import { type Faults, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { doneAt, renderInside, renderSecret } from './frame.ts';
import { drawQrCode } from './qr-drawing.ts';
import { cookiesOf } from './sign-in-page.ts';

const PATH = '/dashboard/second-factor';

/** `GET /dashboard/second-factor`: sets it up, or removes it. */
export async function secondFactorPage(visit: OwnVisit): Promise<Answer> {
  // A pending enrolment shows its seed.
  if (!visit.account.second_factor && !visit.session.isFresh) return confirmFirst(PATH);
  const page = await renderPage(visit, {});
  return page === null ? redirect('/dashboard/security') : answer(page);
}

/** `POST /dashboard/second-factor`: starts, or starts over. */
export async function enrolSecondFactor(visit: OwnVisit): Promise<Answer> {
  await act(visit, 'begin_second_factor', {});
  return redirect(PATH);
}

/** `POST /dashboard/second-factor/confirm` */
export async function confirmSecondFactor(visit: OwnVisit, form: Form): Promise<Answer> {
  const codes = await act(visit, 'confirm_second_factor', { code: form.text('code').trim() });
  if (isRefusal(codes)) return refuse(visit, codes);
  const { cookies, sessionId } = await renewed(visit);
  await visit.dashboard.secrets.put(sessionId, { kind: 'codes', codes });
  return redirect(`${PATH}/codes`, cookies);
}

/** `POST /dashboard/second-factor/remove` */
export async function removeSecondFactor(visit: OwnVisit, form: Form): Promise<Answer> {
  const outcome = await act(visit, 'remove_second_factor', { code: form.text('code').trim() });
  if (isRefusal(outcome)) return refuse(visit, outcome);
  return redirect(doneAt('/dashboard/security', 'removed'), (await renewed(visit)).cookies);
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
export async function recoveryCodesPage(visit: OwnVisit): Promise<Answer> {
  const { call, dashboard, session, locale } = visit;
  const { factor: words } = locale.words.dashboard;
  const secret = call.method === 'HEAD' ? null : await dashboard.secrets.take(session.id, 'codes');
  if (secret === null) return redirect('/dashboard/security');
  const page = renderInside(visit, 'security', {
    title: words.codesTitle,
    isLasting: false,
    body: html`<h1>${words.codesTitle}</h1>
<p class="lead">${words.codesLead}</p>
${renderSecret(words.codes, secret.codes.join('\n'), locale, ' tall')}
<p><a class="button quiet" href="/dashboard/security">${words.haveSaved}</a></p>`,
  });
  return answer(page);
}

async function refuse(visit: OwnVisit, refusal: Refusal): Promise<Answer> {
  const { locale } = visit;
  const later = isLater(refusal) ? refusal : null;
  const { tooManyCodes } = locale.words.dashboard.refused;
  const page = await renderPage(visit, { code: codeRefusalInWords(later ?? 'wrong', tooManyCodes, locale) });
  // It was removed or confirmed in another window in the meantime.
  if (page === null || refusal === 'nothing_to_confirm' || refusal === 'no_second_factor')
    return redirect('/dashboard/security');
  return answer(page, later === null ? { status: 422 } : retryLater(later));
}

/** Null when there is nothing to confirm or remove. */
async function renderPage(visit: OwnVisit, faults: Faults): Promise<Markup | null> {
  const { account, dashboard, session } = visit;
  if (account.second_factor) return renderRemoval(visit, faults);
  const pending = await dashboard.accounts.secondFactor.findPending(session.accountId, account.name);
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
