import { MAX_QUERY_LENGTH } from '../food/catalog.ts';
import { html, type Markup, markup } from '../http/markup.ts';
import { READER_PATH } from './assets.ts';
import type { Locale } from './locale.ts';

const LENS = markup(
  '<svg class="lens" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle cx="8.5" cy="8.5" r="5.75"/><path d="m13 13 5 5"/></svg>',
);
const SCAN = markup(
  '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M3 8V5a2 2 0 0 1 2-2h3M16 3h3a2 2 0 0 1 2 2v3M21 16v3a2 2 0 0 1-2 2h-3M8 21H5a2 2 0 0 1-2-2v-3M7 8v8M10.500 8v8M14 8v8M17 8v8"/></svg>',
);

/** The search box with the camera. The messages of the script are in the form, in the language of the page. */
export function renderSearchBox(q: string, isStart: boolean, locale: Locale): Markup {
  const { search: words } = locale.words;
  const hint = locale.put(words.hint, {
    down: html`<kbd>↓</kbd>`,
    enter: html`<kbd>Enter</kbd>`,
    escape: html`<kbd>Esc</kbd>`,
  });
  const said = {
    title: words.title,
    notResponding: words.notResponding,
    tooManyOne: words.tooMany.one,
    tooManyOther: words.tooMany.other,
    cameraMissing: words.cameraMissing,
    readerMissing: words.readerMissing,
  };
  return html`<form class="search" id="search" action="/" method="get" role="search" data-words="${JSON.stringify(said)}">${locale.field()}
<label class="unseen" for="q">${words.box}</label>
<div class="box">${LENS}<input id="q" name="q" type="search" value="${q}" maxlength="${MAX_QUERY_LENGTH}" placeholder="${words.box}" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search" data-search-key${isStart ? ' autofocus' : ''}>
<button type="button" class="scan" id="scan" data-reader="${READER_PATH}" hidden aria-label="${words.scan}">${SCAN}</button>
<button type="submit">${words.button}</button></div>
<p class="hint">${hint}</p>
</form>
<dialog id="camera" aria-labelledby="camera-title"><h2 id="camera-title">${words.cameraTitle}</h2><video id="camera-view" muted playsinline></video><p class="needs-https">${locale.put(words.cameraNeedsHttps, { how: html`<a href="${locale.link('/phone')}">${words.cameraHow}</a>` })}</p><p id="camera-words" role="status"></p><button type="button" id="camera-close">${words.cameraClose}</button></dialog>`;
}
