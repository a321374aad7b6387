import { BANDS } from '../food/confidence.ts';
import { html, type Markup } from '../http/markup.ts';
import { bandOf } from './confidence-reasons.ts';
import type { Locale } from './locale.ts';

/** Plots drawn on the server, each with its numbers beside it for readers who cannot see it. */

export interface Bar {
  words: string;
  /** From 0 to 1. */
  share: number;
  figure: string;
}

/** Horizontal bars: a table whose middle column is drawn. */
export function barPlot(caption: string, bars: readonly Bar[]): Markup {
  const rows = bars.map(
    ({ words, share, figure }) =>
      html`<tr><th scope="row">${words}</th><td class="drawn-bar"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="meter-track" width="100" height="10"/><rect class="meter-fill" width="${(share * 100).toFixed(2)}" height="10"/></svg></td><td>${figure}</td></tr>`,
  );
  return html`<table class="bars"><caption>${caption}</caption><tbody>${rows}</tbody></table>`;
}

/** Columns of the histogram of confidence, each a twentieth of the range. */
const COLUMNS = 20;
const WIDTH = 600;
const HEIGHT = 180;
const FOOT = 34;

/** A histogram of the confidence of the sampled foods. */
export function confidencePlot(sample: readonly number[], foods: number, locale: Locale): Markup {
  const counts = new Array<number>(COLUMNS).fill(0);
  for (const value of sample) counts[Math.min(COLUMNS - 1, Math.floor(value * COLUMNS))]!++;
  const most = Math.max(1, ...counts);
  const width = WIDTH / COLUMNS;
  const range = (i: number) =>
    locale.say(locale.words.about.range, {
      from: locale.fixed(i / COLUMNS, 2),
      to: locale.fixed((i + 1) / COLUMNS, 2),
    });
  const columns = counts.map((count, i) => {
    const height = count === 0 ? 0 : Math.max(1.5, (count / most) * HEIGHT);
    return html`<rect class="band-${bandOf(i / COLUMNS)}" x="${i * width + 2}" y="${(HEIGHT - height).toFixed(1)}" width="${width - 4}" height="${height.toFixed(1)}"><title>${range(i)}: ${locale.share(count / Math.max(1, sample.length))}</title></rect>`;
  });
  const marks = [0, BANDS.sparse.from, BANDS.complete.from, 1].map(
    (value) =>
      html`<text x="${value * WIDTH}" y="${HEIGHT + 26}" text-anchor="${value === 0 ? 'start' : value === 1 ? 'end' : 'middle'}">${locale.number(value)}</text>`,
  );
  return html`<figure class="plot"><svg viewBox="0 0 ${WIDTH} ${HEIGHT + FOOT}" width="${WIDTH}" height="${HEIGHT + FOOT}" role="img" aria-label="${inWords(sample, foods, locale)}">${columns}<path class="axis" d="M0 ${HEIGHT + 0.5}h${WIDTH}"/>${marks}</svg>
<figcaption>${inWords(sample, foods, locale)}</figcaption></figure>`;
}

function inWords(sample: readonly number[], foods: number, locale: Locale): string {
  const share = (from: number, to: number) =>
    locale.share(sample.filter((value) => value >= from && value < to).length / Math.max(1, sample.length));
  const { plot, plotSample } = locale.words.about;
  return locale.say(sample.length < foods ? plotSample : plot, {
    complete: share(BANDS.complete.from, 2),
    sparse: share(BANDS.sparse.from, BANDS.complete.from),
    estimate: share(0, BANDS.sparse.from),
    foods: sample.length,
  });
}
