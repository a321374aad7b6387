import type { ProvenIdentity, ProviderFailure } from '../../accounts/openid.ts';
import { html, type Insertable } from '../../http/markup.ts';
import { originOf } from '../site.ts';
import { answer, type Extras, redirect } from './answers.ts';
import { confirmFirst } from './confirm-page.ts';
import { clearCookie, readCookie, setCookie, TICKET_COOKIE, TICKET_SECONDS } from './cookies.ts';
import type { Dashboard, OwnVisit, Visit } from './dashboard.ts';
import { ownVisit, renderMessage } from './enter.ts';
import { isFromHereOrTyped } from './form.ts';
import { doneAt } from './frame.ts';
import { logSecurity } from './security-log.ts';
import { isEntry, laterInWords, retryLater, welcome } from './sign-in-page.ts';

/** Signing in through the configured provider, and linking an account to it. */

/** Where the provider sends people back to; it must be registered there. */
export const RETURN_PATH = '/dashboard/openid/callback';

/**
 * `GET /dashboard/openid/start`: people who are signed in come back linked, everyone else signed in. With `?again` the
 * provider asks who they are once more, for accounts that have no password to confirm with.
 */
export async function openIdStart(visit: Visit): Promise<Response> {
  const { call, dashboard } = visit;
  const { provider } = dashboard;
  if (provider === null || !isFromHereOrTyped(call)) return redirect(call, '/dashboard/sign-in');
  const own = await ownVisit(visit);
  const isFresh = new URLSearchParams(call.target.query).has('again');
  if (own !== null && !isFresh && !own.session.isFresh) return confirmFirst(own, '/dashboard/security');
  const linkTo = isFresh ? null : (own?.session.accountId ?? null);
  const origin = originOf(call, dashboard);
  if (origin === '') return answerMessage(visit, { status: 503 }, 'Not set up', NO_PUBLIC_URL);
  const begun = await provider.begin(origin + RETURN_PATH, { linkTo, isFresh });
  if (begun === 'unreachable') return fail(visit, begun);
  return redirect(call, begun.url, [setCookie(TICKET_COOKIE, begun.ticket, TICKET_SECONDS)]);
}

/** A provider sends people only to addresses it knows, and the host that someone asked for proves nothing. */
const NO_PUBLIC_URL =
  'The operator of this service has to name its public address with --public-url before anyone can sign in this way.';

/** `GET /dashboard/openid/callback` */
export async function openIdReturn(visit: Visit): Promise<Response> {
  const { call, dashboard, client, session } = visit;
  const ticket = readCookie(call, TICKET_COOKIE);
  if (dashboard.provider === null || ticket === null) return fail(visit, 'stale');
  const outcome = await dashboard.provider.finish(ticket, call.target.query);
  if (typeof outcome === 'string') return fail(visit, outcome);
  if (outcome.linkTo !== null) return link(visit, outcome.linkTo, outcome.identity);
  const entry = await dashboard.signIn.withIdentity(outcome.identity, dashboard.signUp === 'open', client);
  if (entry === 'unknown') return answerMessage(visit, { status: 403 }, 'No account', unknown(dashboard));
  if (!isEntry(entry)) return answerMessage(visit, retryLater(entry), 'Try again later', laterInWords(entry));
  logSecurity(visit, 'signed in', entry.name, 'provider');
  if (session !== null) await dashboard.signIn.sessions.end(session.accountId, session.id);
  const response = welcome({ call }, entry);
  response.headers.append('set-cookie', clearCookie(TICKET_COOKIE));
  return response;
}

/** The account that asked to be linked must still be the one that is signed in. */
async function link(visit: Visit, linkTo: number, identity: ProvenIdentity): Promise<Response> {
  const { call, dashboard } = visit;
  const own = await ownVisit(visit);
  if (own?.session.accountId !== linkTo) return fail(visit, 'stale');
  if (!(await dashboard.signIn.link(linkTo, identity))) {
    const name = dashboard.provider?.name;
    const words = `Your account is linked to someone else at ${name}, or ${identity.label} is linked to another account. Unlink that first.`;
    return answerMessage(visit, { status: 409 }, 'Not linked', words);
  }
  logSecurity(visit, 'identity linked', own.account.name);
  return redirect(call, doneAt('/dashboard/security', 'linked'), [clearCookie(TICKET_COOKIE)]);
}

/** `POST /dashboard/openid/unlink` */
export async function openIdUnlink(visit: OwnVisit): Promise<Response> {
  const { call, dashboard, session } = visit;
  const isDone =
    dashboard.provider !== null &&
    (await dashboard.signIn.unlink(session.accountId, dashboard.provider.issuer));
  if (isDone) logSecurity(visit, 'identity unlinked', visit.account.name);
  if (isDone) return redirect(call, doneAt('/dashboard/security', 'unlinked'));
  return answerMessage(
    visit,
    { status: 409 },
    'Still linked',
    'Set a password first: without one you could no longer sign in.',
  );
}

function unknown({ provider }: Dashboard): Insertable {
  return html`${provider?.name ?? null} recognised you, but no account here is linked to you. If you have one, sign in with your password and link it under Security. If not, ask the operator of this service.`;
}

function fail(visit: Visit, failure: ProviderFailure): Response {
  const name = visit.dashboard.provider?.name ?? 'the provider';
  const words: Record<ProviderFailure, string> = {
    unreachable: `${name} cannot be reached right now. Try again later, or sign in with your password.`,
    stale: 'This sign-in was started too long ago, or in another browser. Try again.',
    refused: `${name} did not let you sign in. Try again, or sign in with your password.`,
    unproven: `The answer of ${name} does not prove who you are, so you were not signed in. Try again.`,
  };
  const status = failure === 'unreachable' ? 503 : 403;
  return answerMessage(visit, { status }, 'Not signed in', words[failure]);
}

function answerMessage({ call }: Visit, extras: Extras, title: string, words: Insertable): Response {
  return answer(call, renderMessage(title, words), { ...extras, cookies: [clearCookie(TICKET_COOKIE)] });
}
