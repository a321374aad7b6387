import { html, type Markup } from '../http/markup.ts';
import { renderLayout } from './layout.ts';

/** Says that something is not there, and what can be done about it. */
export function missingPage(title: string, words: string): Markup {
  return renderLayout({
    title,
    description: null,
    canonical: null,
    place: 'elsewhere',
    body: html`<div class="missing"><p class="status">404</p><h1>${title}</h1><p>${words}</p>
<p><a class="button" href="/">Search foods</a> <a class="button quiet" href="/categories">Browse categories</a></p></div>`,
  });
}
