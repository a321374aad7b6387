import { isRefusal } from '../../accounts/refusals.ts';
import { MAX_IDLE_DAYS, MAX_SESSION_DAYS, MAX_SESSIONS, type SessionView } from '../../accounts/sessions.ts';
import type { Answer } from '../../http/answer.ts';
import { html, type Markup } from '../../http/markup.ts';
import type { Locale } from '../locale.ts';
import { act } from './act.ts';
import { answer, redirect } from './answers.ts';
import { confirmFirst } from './confirm-page.ts';
import { clearCookie, SESSION_COOKIE } from './cookies.ts';
import type { OwnVisit } from './dashboard.ts';
import { renderButton } from './fields.ts';
import { doneAt, renderInside } from './frame.ts';
import { renderMoment } from './times.ts';

/** `GET /dashboard/sessions`: where the account is signed in. */
export async function sessionsPage(visit: OwnVisit): Promise<Answer> {
  const { dashboard, session, locale } = visit;
  const { sessions: words } = locale.words.dashboard;
  const nowMs = dashboard.nowMs();
  const views = await dashboard.signIn.sessions.list(session.accountId);
  const rows = views.map((view) => sessionRow(view, view.id === session.id, nowMs, locale));
  const page = renderInside(visit, 'sessions', {
    title: words.title,
    body: html`<h1>${words.title}</h1>
<p class="lead">${locale.say(words.lead, { idle: MAX_IDLE_DAYS, longest: MAX_SESSION_DAYS, most: MAX_SESSIONS })}</p>
<ul class="rows">${rows}</ul>
<section class="card" aria-labelledby="all-title"><h2 id="all-title">${words.everywhere}</h2>
<p>${locale.put(words.everywhereLead, { change: html`<a href="/dashboard/security">${words.change}</a>` })}</p>
${renderButton('/dashboard/sessions/end-all', words.everywhere, 'danger')}</section>`,
  });
  return answer(page);
}

/** `POST /dashboard/sessions/{id}/end` */
export async function endSession(visit: OwnVisit): Promise<Answer> {
  const { call, session } = visit;
  const id = Number(call.params.session_id);
  if (id === session.id) {
    await act(visit, 'sign_out', {});
    return redirect('/dashboard/sign-in', [clearCookie(SESSION_COOKIE)]);
  }
  const outcome = await act(visit, 'end_session', { session_id: id });
  if (outcome === 'not_fresh') return confirmFirst('/dashboard/sessions');
  return redirect(isRefusal(outcome) ? '/dashboard/sessions' : doneAt('/dashboard/sessions', 'ended'));
}

/** `POST /dashboard/sessions/end-all` */
export async function endAllSessions(visit: OwnVisit): Promise<Answer> {
  await act(visit, 'end_all_sessions', {});
  return redirect('/dashboard/sign-in', [clearCookie(SESSION_COOKIE)]);
}

function sessionRow(
  { id, agent, client, createdMs, seenMs }: SessionView,
  isThis: boolean,
  nowMs: number,
  locale: Locale,
): Markup {
  const { sessions: words, frame } = locale.words.dashboard;
  const name = describeAgent(agent, locale);
  const label = locale.say(isThis ? words.signOutThis : words.signOutNamed, { name });
  const moments = {
    seen: renderMoment(seenMs, nowMs, locale),
    created: renderMoment(createdMs, nowMs, locale),
  };
  return html`<li class="row"><div class="row-main"><b class="row-name">${name}</b>${isThis && html` <span class="badge">${words.thisOne}</span>`}<span class="soft">${placeOf(client)}</span></div>
<p class="soft">${locale.put(words.seen, moments)}</p>
<form class="lone" method="post" action="/dashboard/sessions/${id}/end"><button type="submit" class="quiet" aria-label="${label}">${frame.signOut}</button></form></li>`;
}

/** An IPv6 client is a whole /64 network. */
function placeOf(client: string): string {
  return client.includes(':') ? `${client}::/64` : client;
}

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Browser and system are enough to tell sessions apart. */
export function describeAgent(agent: string, locale: Locale): string {
  const { unknown, browserOn } = locale.words.dashboard.sessions;
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1];
  if (browser === undefined) return agent === '' ? unknown : agent.slice(0, 60);
  return system === undefined ? browser : locale.say(browserOn, { browser, system });
}
