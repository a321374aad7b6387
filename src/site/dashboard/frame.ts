import { html, type Insertable, type Markup } from '../../http/markup.ts';
import { COPY_SCRIPT_PATH, DASHBOARD_STYLE_PATH } from '../assets.ts';
import { renderLayout } from '../layout.ts';
import type { OwnVisit } from './dashboard.ts';
import { renderButton } from './fields.ts';

/** The frame around the pages of the dashboard. */

const HEAD = html`<link rel="stylesheet" href="${DASHBOARD_STYLE_PATH}">
<script src="${COPY_SCRIPT_PATH}" defer></script>
`;

const PLACES = [
  ['usage', '/dashboard', 'Usage'],
  ['keys', '/dashboard/keys', 'Keys'],
  ['plan', '/dashboard/plan', 'Plan'],
  ['security', '/dashboard/security', 'Security'],
  ['sessions', '/dashboard/sessions', 'Sessions'],
  ['admin', '/dashboard/admin', 'Admin'],
] as const;
export type Place = (typeof PLACES)[number][0];

export interface FrameParts {
  title: string;
  /** Whether the input had faults: the title says so, because screen readers read it first. */
  hasFaults?: boolean;
  body: Insertable;
}

/** A page for people who are not signed in: one narrow column. */
export function renderOutside({ body, ...parts }: FrameParts): Markup {
  return frame({ ...parts, body: html`<div class="outside">${body}</div>` });
}

/** A page for people who are signed in. */
export function renderInside(
  { account, call, isAdmin }: OwnVisit,
  place: Place,
  { body, ...parts }: FrameParts,
): Markup {
  const items = PLACES.filter(([name]) => name !== 'admin' || isAdmin).map(
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
    at: null,
    facts: null,
    title: `${hasFaults ? 'Check the form: ' : ''}${title} · larder`,
    description: null,
    canonical: null,
    place: 'dashboard',
    head: HEAD,
    body,
  });
}

/** What a form did, shown on the page that follows. The query can only choose one of these sentences. */
const DONE = {
  revoked: 'The key was revoked and no longer works.',
  password: 'The password was changed. All other sessions were signed out. Your keys still work.',
  plan: 'The plan was changed.',
  ended: 'The session was signed out.',
  removed: 'The second factor was removed. Signing in no longer asks for a code.',
  linked: 'Linked. You can now sign in that way.',
  unlinked: 'No longer linked.',
  'plan-set': 'The plan of the account was changed.',
  'key-revoked': 'The key was revoked and no longer works.',
  'signed-out': 'The account was signed out there.',
} as const;
export type Done = keyof typeof DONE;

export function doneAt(path: string, done: Done): string {
  return `${path}?done=${done}`;
}

function renderDone(query: string): Markup | null {
  const done = new URLSearchParams(query).get('done') ?? '';
  return Object.hasOwn(DONE, done) ? html`<p class="done" role="status">${DONE[done as Done]}</p>` : null;
}
