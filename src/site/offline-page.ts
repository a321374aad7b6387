import type { Answer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { html } from '../http/markup.ts';
import { renderLayout } from './layout.ts';
import { answerPage } from './page-answers.ts';
import { renderSearchBox } from './search-box.ts';
import { type Site, siteHash } from './site.ts';

/**
 * `/offline`: the search page for when there is no network. Browsers keep it, and service-worker.client.js fills in the foods
 * that they have kept.
 */
export function offlinePage(call: Call, site: Site): Answer {
  return answerPage(call, 'off', siteHash(site), (locale) => {
    const { search, kept: words } = locale.words;
    return renderLayout({
      locale,
      facts: site.catalog.facts,
      title: `${words.offlineTitle} · larder`,
      description: words.none,
      place: 'search',
      hasOwnSearch: true,
      isKept: true,
      body: html`<div class="hero asked"><h1>${search.heading}</h1>
${renderSearchBox('', false, locale)}</div>
<p id="search-status" class="unseen" role="status"></p>
<div id="results"><section class="kept" aria-labelledby="kept-title"><h2 id="kept-title">${words.heading}</h2>
<ol class="foods"><!--kept--></ol><p class="none">${words.none}</p></section></div><!--results-->`,
    });
  });
}
