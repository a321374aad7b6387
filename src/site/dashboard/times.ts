import { html, type Markup } from '../../http/markup.ts';
import type { Locale } from '../locale.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Relative while that is useful (`5 minutes ago`), then the date, in UTC like the expiry of keys. */
export function renderMoment(timeMs: number, nowMs: number, locale: Locale): Markup {
  const iso = new Date(timeMs).toISOString();
  return html`<time datetime="${iso}" title="${iso.slice(0, 16).replace('T', ' ')} UTC">${inWords(timeMs, nowMs, iso, locale)}</time>`;
}

function inWords(timeMs: number, nowMs: number, iso: string, locale: Locale): string {
  const { times } = locale.words.dashboard;
  const agoMs = nowMs - timeMs;
  if (agoMs < 0 || agoMs >= 30 * DAY_MS) return locale.date(iso);
  if (agoMs < 2 * MINUTE_MS) return times.justNow;
  if (agoMs < 2 * HOUR_MS) return locale.say(times.minutesAgo, { count: Math.floor(agoMs / MINUTE_MS) });
  if (agoMs < 2 * DAY_MS) return locale.say(times.hoursAgo, { count: Math.floor(agoMs / HOUR_MS) });
  return locale.say(times.daysAgo, { count: Math.floor(agoMs / DAY_MS) });
}

/** Rounded up, so that the wait really is over by then. */
export function waitInWords(waitMs: number, locale: Locale): string {
  const { times } = locale.words.dashboard;
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return seconds < 120
    ? locale.say(times.seconds, { count: seconds })
    : locale.say(times.minutes, { count: Math.ceil(seconds / 60) });
}
