import type { X509Certificate } from 'node:crypto';
import type { Answer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { html, type Insertable, type Markup } from '../http/markup.ts';
import { renderLayout } from './layout.ts';
import type { Locale } from './locale.ts';
import { answerPage } from './page-answers.ts';
import { type Site, siteHash } from './site.ts';

/** Where the authority of a self-signed certificate is, for devices that are to trust it. */
export const CERTIFICATE_PATH = '/larder.crt';

const COMMAND = 'larder serve --host 0.0.0.0 --port 8443 --tls self-signed';

/** `/phone`: how to get https at home, the home screen, and what works without a network. */
export function phonePage(call: Call, site: Site, authority: X509Certificate | null): Answer {
  const { isHttps } = call.surroundings;
  const state = `${siteHash(site)}-${isHttps ? 'https' : 'http'}-${authority?.serialNumber ?? ''}`;
  return answerPage(call, 'off', state, (locale) => {
    const { phone: words } = locale.words;
    return renderLayout({
      locale,
      at: call.target,
      facts: site.catalog.facts,
      title: `${words.title} · larder`,
      description: words.lead,
      body: html`<article class="prose"><h1>${words.title}</h1><p class="lead">${words.lead}</p>
${authority === null ? connection(isHttps, locale) : trust(authority, locale)}
<section><h2>${words.home}</h2>
<ul class="ways"><li>${locale.put(words.homeIphone, { b: IPHONE })}</li><li>${locale.put(words.homeAndroid, { b: ANDROID })}</li></ul></section>
<section><h2>${words.offline}</h2>
<p>${words.offlineWords}</p></section></article>`,
    });
  });
}

const IPHONE = html`<b>iPhone, iPad</b>`;
const ANDROID = html`<b>Android</b>`;

function connection(isHttps: boolean, locale: Locale): Markup {
  const { phone: words } = locale.words;
  return html`<section><h2>${words.https}</h2>
${isHttps ? html`<p>${words.httpsHere}</p>` : html`<p>${words.httpsMissing}</p><pre class="command"><code>${COMMAND}</code></pre>`}</section>`;
}

function trust(authority: X509Certificate, locale: Locale): Markup {
  const { phone: words } = locale.words;
  const on = (message: string, b: Insertable) => html`<li>${locale.put(message, { b })}</li>`;
  return html`<section><h2>${words.trust}</h2>
<p>${words.trustWords}</p>
<p><a class="button" href="${CERTIFICATE_PATH}">${words.download}</a></p>
<ul class="ways">${on(words.iphone, IPHONE)}${on(words.android, ANDROID)}${on(words.computer, html`<b>${words.computerName}</b>`)}</ul>
<p>${words.fingerprint} <code class="fingerprint">${authority.fingerprint256}</code></p></section>`;
}
