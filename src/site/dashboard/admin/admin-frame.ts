import { html, type Insertable, type Markup } from '../../../http/markup.ts';
import { ENGLISH } from '../../locale.ts';
import type { OwnVisit } from '../dashboard.ts';
import { type FrameParts, renderInside } from '../frame.ts';

/** The frame around the pages for operators, which are in English like the command line. */
const PLACES = [
  ['service', '/dashboard/admin', 'Service'],
  ['accounts', '/dashboard/admin/accounts', 'Accounts'],
  ['audit', '/dashboard/admin/audit', 'Audit log'],
] as const;
export type AdminPlace = (typeof PLACES)[number][0];

export function renderAdmin(
  visit: OwnVisit,
  place: AdminPlace,
  { title, body, ...parts }: FrameParts,
): Markup {
  const items = PLACES.map(
    ([name, path, words]) =>
      html`<li><a class="chip" href="${path}"${name === place && html` aria-current="page"`}>${words}</a></li>`,
  );
  return renderInside({ ...visit, locale: ENGLISH }, 'admin', {
    ...parts,
    title: `${title} · Admin`,
    isLasting: false,
    body: html`<nav class="spans" aria-label="Admin"><ul class="chips">${items}</ul></nav>
${body}`,
  });
}

/** A definition list with one line for each fact. */
export function renderFacts(facts: readonly (readonly [term: string, value: Insertable])[]): Markup {
  return html`<dl class="service-facts">${facts.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}
