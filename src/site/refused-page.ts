import type { Refused } from '../admission/admission.ts';
import type { Call } from '../http/call.ts';
import { html } from '../http/markup.ts';
import { renderLayout } from './layout.ts';
import { answerRefused } from './page-answers.ts';

/** Tells a reader of pages that there were too many, and for how long. */
export function refusedPage(call: Call, { status, headers }: Refused): Response {
  const seconds = headers?.['retry-after'] ?? '60';
  const page = renderLayout({
    title: 'Too many requests · larder',
    description: null,
    canonical: null,
    place: 'elsewhere',
    body: html`<div class="missing"><p class="status">${status}</p><h1>A little slower, please</h1><p>There were too many requests from your address within a minute. Load this page again in ${seconds} ${seconds === '1' ? 'second' : 'seconds'}.</p></div>`,
  });
  return answerRefused(call, status, page, headers ?? {});
}
