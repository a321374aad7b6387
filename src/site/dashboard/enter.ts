import type { Call } from '../../http/call.ts';
import { html } from '../../http/markup.ts';
import { PlainError } from '../../plain-error.ts';
import { answer, redirect } from './answers.ts';
import { clearCookie, MARK_COOKIE, readCookie, SESSION_COOKIE } from './cookies.ts';
import type { AnyForm, AnyPage, Dashboard, OwnForm, OwnPage, OwnVisit, Visit } from './dashboard.ts';
import { readForm } from './form.ts';
import { renderOutside } from './frame.ts';
import { isFromHere } from './same-origin.ts';

/** Every request for the dashboard passes here: a form from elsewhere ends here, and so does whoever is not signed in. */

type Answerer = (call: Call) => Promise<Response>;

/** A page that anyone may see. */
export function anyPage(dashboard: Dashboard, page: AnyPage): Answerer {
  return (call) => tellingFailures(call, async () => page(visitOf(call, dashboard)));
}

/** A form that anyone may send, from a page of ours. */
export function anyForm(dashboard: Dashboard, act: AnyForm): Answerer {
  return (call) =>
    tellingFailures(call, async () => {
      if (!isFromHere(call, dashboard.publicUrl)) return refuseForeign(call);
      const form = await readForm(call);
      return form === null ? refuseUnreadable(call) : act(visitOf(call, dashboard), form);
    });
}

/** A page of one who is signed in; anyone else is led to where that is done. */
export function ownPage(dashboard: Dashboard, page: OwnPage): Answerer {
  return anyPage(dashboard, (visit) => {
    const own = ownVisit(visit);
    return own === null ? signInFirst(visit) : page(own);
  });
}

export function ownForm(dashboard: Dashboard, act: OwnForm): Answerer {
  return anyForm(dashboard, (visit, form) => {
    const own = ownVisit(visit);
    return own === null ? signInFirst(visit) : act(own, form);
  });
}

function visitOf(call: Call, dashboard: Dashboard): Visit {
  const knock = {
    client: dashboard.clientOf(call),
    agent: call.header('user-agent') ?? '',
    mark: readCookie(call, MARK_COOKIE),
  };
  const token = readCookie(call, SESSION_COOKIE);
  const session = token === null ? null : dashboard.door.findSession(token, knock);
  return { call, dashboard, knock, session };
}

/** Null for one who is not signed in, or owes a code. */
export function ownVisit(visit: Visit): OwnVisit | null {
  const { session, dashboard } = visit;
  if (session === null || !session.isComplete) return null;
  const account = dashboard.book.account(session.accountId);
  return account === null ? null : { ...visit, session, account };
}

/** One who was let in a moment ago and holds no session has a browser that did not keep it. */
export function signInFirst({ call, session }: Visit): Response {
  if (session !== null && !session.isComplete) return redirect(call, '/dashboard/sign-in/code');
  const isLost = new URLSearchParams(call.target.query).has('welcome');
  const cookies = readCookie(call, SESSION_COOKIE) === null ? [] : [clearCookie(SESSION_COOKIE)];
  return redirect(call, isLost ? '/dashboard/sign-in?lost=1' : '/dashboard/sign-in', cookies);
}

function refuseForeign(call: Call): Response {
  const words = 'This was sent by a page of another site, so nothing was done.';
  return answer(call, tell('Refused', words), { status: 403 });
}

function refuseUnreadable(call: Call): Response {
  return answer(call, tell('Not understood', 'What was sent is not one of these forms.'), { status: 422 });
}

/** A file of accounts that cannot be read or written is told in a sentence, without its place on the disk. */
async function tellingFailures(call: Call, act: () => Promise<Response>): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    call.surroundings.log.event('accounts failed', { request_id: call.requestId, error: error.message });
    const words =
      'The accounts cannot be read or changed at the moment, so nothing was done. Please try again later.';
    return answer(call, tell('Not now', words), { status: 503, retryAfterMs: RETRY_MS });
  }
}

/** By then a lock is over; a full disk takes its operator longer. */
const RETRY_MS = 10_000;

function tell(title: string, words: string) {
  return renderOutside({
    title,
    body: html`<h1>${title}</h1><p class="lead">${words}</p><p><a class="button quiet" href="/dashboard">To the dashboard</a></p>`,
  });
}
