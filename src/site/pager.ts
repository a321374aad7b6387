import { html, type Markup } from '../http/markup.ts';
import type { Locale } from './locale.ts';

/** Lists that are shown page by page. */

const PAGE_NUMBER = /^[1-9]\d{0,6}$/;

/** The page that a query requests; the first one for anything else. */
export function readPageNumber(query: string): number {
  const sent = new URLSearchParams(query).get('page') ?? '1';
  return PAGE_NUMBER.test(sent) ? Number(sent) : 1;
}

/** Links to the pages before and after; null where there is only one. */
export function renderPager(
  page: number,
  pages: number,
  addressOf: (page: number) => string,
  locale: Locale,
): Markup | null {
  if (pages === 1) return null;
  const words = locale.words.pages;
  return html`<nav class="pager" aria-label="${words.label}">
${page > 1 && html`<a class="button quiet" rel="prev" href="${locale.link(addressOf(page - 1))}">${words.previous}</a>`}
<span>${locale.say(words.position, { page, pages })}</span>
${page < pages && html`<a class="button quiet" rel="next" href="${locale.link(addressOf(page + 1))}">${words.next}</a>`}
</nav>`;
}
