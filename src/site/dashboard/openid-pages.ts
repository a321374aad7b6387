import type { ProviderFailure } from '../../accounts/sign-in.ts';
import { html, type Insertable } from '../../http/markup.ts';
import { originOf } from '../site.ts';
import { answer, type Extras, redirect } from './answers.ts';
import { clearCookie, readCookie, setCookie, TICKET_COOKIE, TICKET_SECONDS } from './cookies.ts';
import type { Dashboard, OwnVisit, Visit } from './dashboard.ts';
import { ownVisit } from './enter.ts';
import { doneAt, renderOutside } from './frame.ts';
import { isFromHereOrTyped } from './same-origin.ts';
import { comeBack, isEntry, tellLater, welcome } from './sign-in-page.ts';

/** Signing in through the provider that the operator named, and linking an account to it. */

/** Where a provider sends people back to; it must be registered there. */
export const RETURN_PATH = '/dashboard/openid/callback';

/** `GET /dashboard/openid/start`: one who is signed in comes back linked, anyone else signed in. */
export async function openIdStart(visit: Visit): Promise<Response> {
  const { call, dashboard } = visit;
  const { provider } = dashboard;
  if (provider === null || !isFromHereOrTyped(call)) return redirect(call, '/dashboard/sign-in');
  const linkTo = ownVisit(visit)?.session.accountId ?? null;
  const begun = await provider.begin(originOf(call, dashboard) + RETURN_PATH, linkTo);
  if (begun === 'unreachable') return fail(visit, begun);
  return redirect(call, begun.url, [setCookie(TICKET_COOKIE, begun.ticket, TICKET_SECONDS)]);
}

/** `GET /dashboard/openid/callback` */
export async function openIdReturn(visit: Visit): Promise<Response> {
  const { call, dashboard, knock, session } = visit;
  const ticket = readCookie(call, TICKET_COOKIE);
  if (dashboard.provider === null || ticket === null) return fail(visit, 'stale');
  const outcome = await dashboard.provider.finish(ticket, call.target.query);
  if (typeof outcome === 'string') return fail(visit, outcome);
  if (outcome.linkTo !== null) return link(visit, outcome.linkTo, outcome.identity);
  const entry = dashboard.door.enter(outcome.identity, dashboard.signUp === 'open', knock);
  if (entry === 'unknown') return tell(visit, { status: 403 }, 'No account', unknown(dashboard));
  if (!isEntry(entry)) return tell(visit, comeBack(entry), 'Not now', tellLater(entry));
  if (session !== null) dashboard.door.endSession(session.accountId, session.id);
  const response = welcome({ call }, entry);
  response.headers.append('set-cookie', clearCookie(TICKET_COOKIE));
  return response;
}

/** The account that asked for it must still be the one that is signed in here. */
function link(visit: Visit, linkTo: number, identity: Parameters<Dashboard['door']['link']>[1]): Response {
  const { call, dashboard } = visit;
  if (ownVisit(visit)?.session.accountId !== linkTo) return fail(visit, 'stale');
  if (!dashboard.door.link(linkTo, identity)) {
    const words = `Another account here is linked to that person at ${dashboard.provider?.name}.`;
    return tell(visit, { status: 409 }, 'Not linked', words);
  }
  return redirect(call, doneAt('/dashboard/security', 'linked'), [clearCookie(TICKET_COOKIE)]);
}

/** `POST /dashboard/openid/unlink` */
export function openIdUnlink(visit: OwnVisit): Response {
  const { call, dashboard, session } = visit;
  const isDone =
    dashboard.provider !== null && dashboard.door.unlink(session.accountId, dashboard.provider.issuer);
  if (isDone) return redirect(call, doneAt('/dashboard/security', 'unlinked'));
  return tell(
    visit,
    { status: 409 },
    'Still linked',
    'Set a password first: without one you could not sign in any more.',
  );
}

function unknown({ provider }: Dashboard): Insertable {
  return html`You are known to ${provider?.name ?? null}, but no account here is linked to you. If you have one, sign in with your password and link it under Security. If not, ask whoever runs this service.`;
}

function fail(visit: Visit, failure: ProviderFailure): Response {
  const name = visit.dashboard.provider?.name ?? 'the provider';
  const words: Record<ProviderFailure, string> = {
    unreachable: `${name} cannot be reached at the moment. Try again later, or sign in with your password.`,
    stale: 'This sign-in was begun too long ago, or in another browser. Try again.',
    refused: `${name} did not let you sign in. Try again, or sign in with your password.`,
    unproven: `What ${name} answered does not prove who you are, so you were not signed in. Try again.`,
  };
  const status = failure === 'unreachable' ? 503 : 403;
  return tell(visit, { status }, 'Not signed in', words[failure]);
}

function tell({ call }: Visit, extras: Extras, title: string, words: Insertable): Response {
  const page = renderOutside({
    title,
    body: html`<h1>${title}</h1><p class="lead">${words}</p><p><a class="button quiet" href="/dashboard">To the dashboard</a></p>`,
  });
  return answer(call, page, { ...extras, cookies: [clearCookie(TICKET_COOKIE)] });
}
