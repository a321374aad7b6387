import { html, type Insertable, type Markup } from '../../http/markup.ts';
import { COPY_SCRIPT_PATH, DASHBOARD_STYLE_PATH } from '../assets.ts';
import { renderLayout } from '../layout.ts';
import type { OwnVisit } from './dashboard.ts';
import { renderButton } from './fields.ts';

/** What stands around the pages of the dashboard. */

const HEAD = html`<link rel="stylesheet" href="${DASHBOARD_STYLE_PATH}">
<script src="${COPY_SCRIPT_PATH}" defer></script>
`;

const PLACES = [
  ['usage', '/dashboard', 'Usage'],
  ['keys', '/dashboard/keys', 'Keys'],
  ['plan', '/dashboard/plan', 'Plan'],
  ['security', '/dashboard/security', 'Security'],
  ['sessions', '/dashboard/sessions', 'Sessions'],
] as const;
export type Place = (typeof PLACES)[number][0];

export interface FrameParts {
  title: string;
  /** Whether something typed was wrong: the title says so, as it is what is read out first. */
  hasFaults?: boolean;
  body: Insertable;
}

/** A page for one who is not signed in: one narrow column. */
export function renderOutside({ body, ...parts }: FrameParts): Markup {
  return frame({ ...parts, body: html`<div class="outside">${body}</div>` });
}

/** A page of one who is signed in. */
export function renderInside(
  { account, call }: OwnVisit,
  place: Place,
  { body, ...parts }: FrameParts,
): Markup {
  const items = PLACES.map(
    ([name, path, words]) =>
      html`<li><a href="${path}"${name === place && html` aria-current="page"`}>${words}</a></li>`,
  );
  return frame({
    ...parts,
    body: html`<div class="inside"><div class="who"><p>Signed in as <b>${account.name}</b></p>${renderButton('/dashboard/sign-out', 'Sign out')}</div>
<nav class="tabs" aria-label="Dashboard"><ul>${items}</ul></nav>
${renderDone(call.target.query)}${body}</div>`,
  });
}

function frame({ title, hasFaults = false, body }: FrameParts): Markup {
  return renderLayout({
    title: `${hasFaults ? 'Check the form: ' : ''}${title} · larder`,
    description: null,
    canonical: null,
    place: 'dashboard',
    head: HEAD,
    body,
  });
}

/** What a form has done, told on the page that follows. Only these sentences can be asked for. */
const DONE = {
  revoked: 'The key was revoked. It is refused from now on.',
  password: 'The password was changed. Every other session was signed out.',
  plan: 'The plan was changed.',
  ended: 'The session was signed out.',
  removed: 'The second factor was removed. Signing in asks for no code any more.',
  linked: 'Linked. You can sign in that way from now on.',
  unlinked: 'No longer linked.',
} as const;
export type Done = keyof typeof DONE;

export function doneAt(path: string, done: Done): string {
  return `${path}?done=${done}`;
}

function renderDone(query: string): Markup | null {
  const done = new URLSearchParams(query).get('done') ?? '';
  return Object.hasOwn(DONE, done) ? html`<p class="done" role="status">${DONE[done as Done]}</p>` : null;
}
