import type { Answer } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import { isLostReader } from '../../http/gate.ts';
import type { Insertable, Markup } from '../../http/markup.ts';
import { NO_SUCH_PATH, orWhenAccountsFail, RETRY_ACCOUNTS_SECONDS } from '../../http/problems.ts';
import { reportFor } from '../../http/security-log.ts';
import { languageOf } from '../language.ts';
import { localeOf } from '../locale.ts';
import { answerNoPage } from '../page-answers.ts';
import { answer, type Extras, redirect } from './answers.ts';
import { clearCookie, DEVICE_COOKIE, readCookie, SESSION_COOKIE } from './cookies.ts';
import type { AnyForm, AnyPage, Dashboard, OwnForm, OwnPage, OwnVisit, Reader, Visit } from './dashboard.ts';
import { isFromHere, readForm } from './form.ts';
import { renderOutside, renderWords } from './frame.ts';

/** Every request for the dashboard passes here: forms from other sites are refused, and people sign in first. */

type Answerer = (call: Call) => Promise<Answer>;

/** A page for everyone. */
export function anyPage(dashboard: Dashboard, page: AnyPage): Answerer {
  return (call) => answeringFailures(call, async () => page(await visitOf(call, dashboard)));
}

/** A form for everyone, sent from one of our pages. */
export function anyForm(dashboard: Dashboard, act: AnyForm): Answerer {
  return (call) =>
    answeringFailures(call, async () => {
      if (!isFromHere(call, dashboard.publicUrl)) return refuse(call, { status: 403 }, 'title', 'foreign');
      const form = await readForm(call);
      if (form === null) return refuse(call, { status: 422 }, 'invalidTitle', 'invalid');
      return act(await visitOf(call, dashboard), form);
    });
}

/** A page for people who are signed in; everyone else is sent to the sign-in page. */
export function ownPage(dashboard: Dashboard, page: OwnPage): Answerer {
  return anyPage(dashboard, async (visit) => {
    const own = await ownVisit(visit);
    if (own === null) return signInFirst(visit);
    return needsSecondFactor(own) ? setUpFirst() : page(own);
  });
}

export function ownForm(dashboard: Dashboard, act: OwnForm): Answerer {
  return anyForm(dashboard, async (visit, form) => {
    const own = await ownVisit(visit);
    if (own === null) return signInFirst(visit);
    return needsSecondFactor(own) ? setUpFirst() : act(own, form);
  });
}

/** A page for operators. For everyone else, and for those who are not signed in, it does not exist. */
export function adminPage(dashboard: Dashboard, page: OwnPage): Answerer {
  return anyPage(dashboard, async (visit) => {
    const own = await ownVisit(visit);
    if (own === null || !own.isAdmin) return unknownPage(visit.call, dashboard);
    return needsSecondFactor(own) ? setUpFirst() : page(own);
  });
}

export function adminForm(dashboard: Dashboard, act: OwnForm): Answerer {
  return (call) =>
    answeringFailures(call, async () => {
      const own = await ownVisit(await visitOf(call, dashboard));
      if (own === null || !own.isAdmin) return unknownPage(call, dashboard);
      return ownForm(dashboard, act)(call);
    });
}

/** The answer for a path that no route matches. */
function unknownPage(call: Call, { service }: Dashboard): Answer {
  call.route = null;
  return isLostReader(call) ? answerNoPage(call, service.catalog.facts) : NO_SUCH_PATH;
}

/**
 * What is left for someone who has yet to set up the second factor that the operator requires. A new password may replace
 * the account key, which is then shown.
 */
const SET_UP_PATHS = /^\/dashboard\/(security|second-factor(\/.*)?|confirm|password|keys\/shown|sign-out)$/;

export function needsSecondFactor({ call, dashboard, account }: OwnVisit): boolean {
  return dashboard.requireSecondFactor && !account.second_factor && !SET_UP_PATHS.test(call.target.path);
}

export function setUpFirst(): Answer {
  return redirect('/dashboard/security');
}

async function visitOf(call: Call, dashboard: Dashboard): Promise<Visit> {
  const client = {
    address: dashboard.clientOf(call),
    agent: call.header('user-agent') ?? '',
    deviceToken: readCookie(call, DEVICE_COOKIE),
    report: reportFor(call),
  };
  const token = readCookie(call, SESSION_COOKIE);
  const session = token === null ? null : await dashboard.signIn.sessions.find(token, client);
  return { call, dashboard, client, locale: localeOf(languageOf(call)), session };
}

/** Null when not signed in, or a code is still missing. */
export async function ownVisit(visit: Visit): Promise<OwnVisit | null> {
  const { session, dashboard } = visit;
  if (session === null || !session.isComplete) return null;
  const own = await dashboard.accounts.viewOwn(session.accountId);
  return own === null ? null : { ...visit, session, ...own };
}

/** Someone who has just signed in and has no session uses a browser that did not keep the cookie. */
export function signInFirst({ call, session }: Visit): Answer {
  if (session !== null && !session.isComplete) return redirect('/dashboard/sign-in/code');
  const isLost = new URLSearchParams(call.target.query).has('welcome');
  const cookies = readCookie(call, SESSION_COOKIE) === null ? [] : [clearCookie(SESSION_COOKIE)];
  return redirect(isLost ? '/dashboard/sign-in?lost=1' : '/dashboard/sign-in', cookies);
}

function refuse(
  call: Call,
  extras: Extras,
  title: 'title' | 'invalidTitle' | 'unavailableTitle',
  words: 'foreign' | 'invalid' | 'unavailable',
): Answer {
  const reader = { call, locale: localeOf(languageOf(call)) };
  const { refused } = reader.locale.words.dashboard;
  return answer(renderMessage(reader, refused[title], refused[words]), extras);
}

/** In a sentence without the path of the file. */
function accountsAwayPage(call: Call): Answer {
  const extras = { status: 503, retryAfterMs: RETRY_ACCOUNTS_SECONDS * 1000 };
  return refuse(call, extras, 'unavailableTitle', 'unavailable');
}

function answeringFailures(call: Call, act: () => Promise<Answer>): Promise<Answer> {
  return orWhenAccountsFail(call, act, accountsAwayPage);
}

export function renderMessage(reader: Reader, title: string, words: Insertable): Markup {
  const { toDashboard } = reader.locale.words.dashboard.frame;
  return renderOutside(reader, {
    title,
    isLasting: false,
    body: renderWords(title, words, '/dashboard', toDashboard),
  });
}
