import { html, type Insertable, type Markup } from '../../http/markup.ts';
import { memberOf } from '../../member-of.ts';
import { COPY_SCRIPT_PATH, DASHBOARD_STYLE_PATH } from '../assets.ts';
import { renderLayout } from '../layout.ts';
import type { Locale } from '../locale.ts';
import type { DashboardWords } from '../words/dashboard-en.ts';
import type { OwnVisit, Reader } from './dashboard.ts';
import { type Faults, renderButton } from './fields.ts';

/** The frame around the pages of the dashboard. */

const HEAD = html`<link rel="stylesheet" href="${DASHBOARD_STYLE_PATH}">
<script src="${COPY_SCRIPT_PATH}" defer></script>
`;

const PLACES = [
  ['usage', '/dashboard'],
  ['keys', '/dashboard/keys'],
  ['plan', '/dashboard/plan'],
  ['security', '/dashboard/security'],
  ['sessions', '/dashboard/sessions'],
  ['admin', '/dashboard/admin'],
] as const;
export type Place = (typeof PLACES)[number][0];

export interface FrameParts {
  title: string;
  /** What is wrong with the input: the title says that something is, because screen readers read it first. */
  faults?: Faults;
  /** Whether it can be opened again: it then offers other languages. */
  isLasting?: boolean;
  body: Insertable;
}

/** A page for people who are not signed in: one narrow column. */
export function renderOutside(reader: Reader, { body, ...parts }: FrameParts): Markup {
  return frame(reader, { ...parts, body: html`<div class="outside">${body}</div>` });
}

/** What there is to say, and where to go next. */
export function renderWords(title: string, words: Insertable, path: string, next: string): Markup {
  return html`<h1>${title}</h1><p class="lead">${words}</p>
<p><a class="button quiet" href="${path}">${next}</a></p>`;
}

/** A page for people who are signed in. */
export function renderInside(visit: OwnVisit, place: Place, { body, ...parts }: FrameParts): Markup {
  const { account, call, isAdmin, locale } = visit;
  const { dashboard } = locale.words;
  const { frame: words } = dashboard;
  const items = PLACES.filter(([name]) => name !== 'admin' || isAdmin).map(
    ([name, path]) =>
      html`<li><a href="${path}"${name === place && html` aria-current="page"`}>${name === 'admin' ? words.admin : dashboard[name].title}</a></li>`,
  );
  const who = locale.put(words.signedInAs, { name: html`<b>${account.name}</b>` });
  return frame(visit, {
    ...parts,
    body: html`<div class="inside"><div class="who"><p>${who}</p>${renderButton('/dashboard/sign-out', words.signOut)}</div>
<nav class="tabs" aria-label="${words.label}"><ul>${items}</ul></nav>
${renderDone(call.target.query, locale)}${body}</div>`,
  });
}

function frame({ call, locale }: Reader, { title, faults = {}, isLasting = true, body }: FrameParts): Markup {
  const { check } = locale.words.dashboard.frame;
  return renderLayout({
    locale,
    // The answer to a form can be opened in another language where the form itself can.
    at: isLasting && call.route?.methods.has('GET') === true ? call.target : null,
    title: `${Object.keys(faults).length > 0 ? locale.say(check, { title }) : title} · larder`,
    place: 'dashboard',
    head: HEAD,
    body,
  });
}

/** One tap selects all of it; with scripts, a button copies it. */
export function renderSecret(label: string, secret: string, { words }: Locale, look = ''): Markup {
  const { copy, copied, copyYourself } = words.dashboard.frame;
  return html`<div class="secret${look}"><code id="secret" tabindex="0" aria-label="${label}">${secret}</code><button type="button" class="quiet" data-copy="secret" data-copied="${copied}" data-otherwise="${copyYourself}" hidden>${copy}</button><span class="copied" role="status"></span></div>`;
}

/** What a form did, shown on the page that follows. The query can only choose one of these sentences. */
export type Done = keyof DashboardWords['done'];

export function doneAt(path: string, done: Done): string {
  return `${path}?done=${done}`;
}

function renderDone(query: string, { words }: Locale): Markup | null {
  const sentences = words.dashboard.done;
  const done = new URLSearchParams(query).get('done') ?? '';
  const sentence = memberOf<string>(sentences, done);
  return sentence === undefined ? null : html`<p class="done" role="status">${sentence}</p>`;
}
