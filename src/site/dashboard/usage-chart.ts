import { html, type Markup } from '../../http/markup.ts';
import type { Locale } from '../locale.ts';

export interface DayTotal {
  day: string;
  requests: number;
  /** Refused because of a limit. */
  limited: number;
}

const WIDTH = 640;
const HEIGHT = 200;
/** Room for the days below the chart, and for the scale above it. */
const FOOT = 40;
const HEAD = 32;
const GAP_SHARE = 0.22;
/** A day with a single request is still visible. */
const MIN_HEIGHT = 2;

/** One column for each day: answered requests, and those over the limit on top. Tables with the figures follow it. */
export function renderUsageChart(days: readonly DayTotal[], locale: Locale): Markup {
  const { usage: said } = locale.words.dashboard;
  const most = niceCeiling(Math.max(...days.map(({ requests, limited }) => requests + limited)));
  const step = WIDTH / days.length;
  const columns = days.map((day, i) =>
    column(day, i * step + (step * GAP_SHARE) / 2, step * (1 - GAP_SHARE), most, locale),
  );
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  const words = inWords(days, locale);
  return html`<figure class="plot usage"><svg viewBox="0 0 ${WIDTH} ${HEAD + HEIGHT + FOOT}" width="${WIDTH}" height="${HEAD + HEIGHT + FOOT}" role="img" aria-label="${words}">
<path class="grid" d="M0 ${HEAD + 0.5}h${WIDTH}M0 ${HEAD + HEIGHT / 2 + 0.5}h${WIDTH}"/><text x="0" y="${HEAD - 7}">${locale.say(said.scale, { count: most })}</text>
${columns}<path class="axis" d="M0 ${HEAD + HEIGHT + 0.5}h${WIDTH}"/>
<text x="0" y="${HEAD + HEIGHT + 28}">${first}</text><text x="${WIDTH}" y="${HEAD + HEIGHT + 28}" text-anchor="end">${last}</text></svg>
<figcaption><span class="swatch answered"></span>${said.answered} <span class="swatch over"></span>${said.over}. ${words}</figcaption></figure>`;
}

function column(
  { day, requests, limited }: DayTotal,
  x: number,
  width: number,
  most: number,
  locale: Locale,
): Markup | null {
  if (requests + limited === 0) return null;
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(MIN_HEIGHT, (count / most) * HEIGHT));
  const bar = (look: string, height: number, top: number) =>
    html`<rect class="${look}" x="${x.toFixed(2)}" y="${top.toFixed(2)}" width="${width.toFixed(2)}" height="${height.toFixed(2)}"/>`;
  const [answered, over] = [heightOf(requests), heightOf(limited)];
  const base = HEAD + HEIGHT;
  return html`<g><title>${locale.say(locale.words.dashboard.usage.column, { day, requests, limited })}</title>${bar('answered', answered, base - answered)}${limited > 0 && bar('over', over, base - answered - over)}</g>`;
}

function inWords(days: readonly DayTotal[], locale: Locale): string {
  const requests = days.reduce((sum, day) => sum + day.requests, 0);
  const limited = days.reduce((sum, day) => sum + day.limited, 0);
  const busiest = days.reduce((a, b) => (b.requests > a.requests ? b : a));
  return locale.say(locale.words.dashboard.usage.chart, {
    requests,
    limited,
    days: days.length,
    day: busiest.day,
    most: busiest.requests,
  });
}

/** The next of 1, 2, 5, 10, 20, 50 …, for a scale that is easy to read. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return ([1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10) * power;
}
