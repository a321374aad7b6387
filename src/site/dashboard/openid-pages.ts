import type { ProvenIdentity, ProviderFailure } from '../../accounts/openid.ts';
import { isRefusal } from '../../accounts/refusals.ts';
import { FRESH_MS } from '../../accounts/sessions.ts';
import type { Answer } from '../../http/answer.ts';
import { originOf } from '../site.ts';
import { act, laterInWords, retryLater } from './act.ts';
import { answer, type Extras, redirect } from './answers.ts';
import { confirmFirst, UNCONFIRMED } from './confirm-page.ts';
import { clearCookie, readCookie, setCookie, TICKET_COOKIE, TICKET_SECONDS } from './cookies.ts';
import type { OwnVisit, Visit } from './dashboard.ts';
import { needsSecondFactor, ownVisit, renderMessage, setUpFirst } from './enter.ts';
import { isFromHereOrTyped } from './form.ts';
import { doneAt } from './frame.ts';
import { isEntry, welcome } from './sign-in-page.ts';

/** Signing in through the configured provider, and linking an account to it. */

/** Where the provider sends people back to; it must be registered there. */
export const RETURN_PATH = '/dashboard/openid/callback';

/**
 * `GET /dashboard/openid/start`: people who are signed in come back linked, everyone else signed in. With `?again` the
 * provider asks who they are once more, for accounts that have no password to confirm with.
 */
export async function openIdStart(visit: Visit): Promise<Answer> {
  const { call, dashboard, locale } = visit;
  const { provider } = dashboard;
  const { provider: words } = locale.words.dashboard;
  if (provider === null || !isFromHereOrTyped(call)) return redirect('/dashboard/sign-in');
  const own = await ownVisit(visit);
  const isFresh = new URLSearchParams(call.target.query).has('again');
  if (own !== null && !isFresh && needsSecondFactor(own)) return setUpFirst();
  if (own !== null && !isFresh && !own.session.isFresh) return confirmFirst('/dashboard/security');
  const linkTo = isFresh ? null : (own?.session.accountId ?? null);
  const origin = originOf(call, dashboard);
  // A provider redirects only to addresses it knows, and the requested host proves nothing.
  if (origin === '') return answerMessage(visit, { status: 503 }, words.notSetUpTitle, words.notSetUp);
  const begun = await provider.begin(origin + RETURN_PATH, { linkTo, isFresh });
  if (begun === 'unreachable') return fail(visit, begun);
  return redirect(begun.url, [setCookie(TICKET_COOKIE, begun.ticket, TICKET_SECONDS)]);
}

/** `GET /dashboard/openid/callback` */
export async function openIdReturn(visit: Visit): Promise<Answer> {
  const { call, dashboard, client, session, locale } = visit;
  const { provider: words } = locale.words.dashboard;
  const ticket = readCookie(call, TICKET_COOKIE);
  if (dashboard.provider === null || ticket === null) return fail(visit, 'stale');
  const outcome = await dashboard.provider.finish(ticket, call.target.query);
  if (typeof outcome === 'string') return fail(visit, outcome);
  if (outcome.linkTo !== null) return link(visit, outcome.linkTo, outcome.identity);
  const maySignUp = dashboard.signUp === 'open';
  const entry = await dashboard.signIn.withIdentity(outcome.identity, maySignUp, client, session);
  if (entry === 'unknown') {
    const noAccount = locale.say(words.noAccount, { provider: dashboard.provider.name });
    return answerMessage(visit, { status: 403 }, words.noAccountTitle, noAccount);
  }
  if (!isEntry(entry))
    return answerMessage(visit, retryLater(entry), words.laterTitle, laterInWords(entry, locale));
  const isConfirmed = outcome.identity.ageMs !== null && outcome.identity.ageMs <= FRESH_MS;
  const to = outcome.isFresh && !isConfirmed ? UNCONFIRMED : undefined;
  return welcome(entry, to, [clearCookie(TICKET_COOKIE)]);
}

/** The account that asked to be linked must still be the one that is signed in. */
async function link(visit: Visit, linkTo: number, identity: ProvenIdentity): Promise<Answer> {
  const { locale } = visit;
  const own = await ownVisit(visit);
  if (own?.session.accountId !== linkTo) return fail(visit, 'stale');
  if (needsSecondFactor(own)) return setUpFirst();
  if (isRefusal(await act(own, 'link_identity', { identity }))) {
    const { notLinkedTitle, notLinked } = locale.words.dashboard.provider;
    const words = locale.say(notLinked, { provider: providerName(visit), label: identity.label });
    return answerMessage(visit, { status: 409 }, notLinkedTitle, words);
  }
  return redirect(doneAt('/dashboard/security', 'linked'), [clearCookie(TICKET_COOKIE)]);
}

/** `POST /dashboard/openid/unlink` */
export async function openIdUnlink(visit: OwnVisit): Promise<Answer> {
  const { dashboard } = visit;
  const { issuer } = dashboard.provider ?? {};
  const isDone = issuer !== undefined && !isRefusal(await act(visit, 'unlink_identity', { issuer }));
  if (isDone) return redirect(doneAt('/dashboard/security', 'unlinked'));
  const { stillLinkedTitle, stillLinked } = visit.locale.words.dashboard.provider;
  return answerMessage(visit, { status: 409 }, stillLinkedTitle, stillLinked);
}

function providerName({ dashboard, locale }: Visit): string {
  return dashboard.provider?.name ?? locale.words.dashboard.provider.theProvider;
}

function fail(visit: Visit, failure: ProviderFailure): Answer {
  const { dashboard, client, locale } = visit;
  dashboard.signIn.failedAtProvider(failure, client);
  const { failedTitle, failures } = locale.words.dashboard.provider;
  const words = locale.say(failures[failure], { provider: providerName(visit) });
  return answerMessage(visit, { status: failure === 'unreachable' ? 503 : 403 }, failedTitle, words);
}

function answerMessage(visit: Visit, extras: Extras, title: string, words: string): Answer {
  const page = renderMessage(visit, title, words);
  return answer(page, { ...extras, cookies: [clearCookie(TICKET_COOKIE)] });
}
