import { html, type Markup } from '../../http/markup.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Relative while that is useful (`5 minutes ago`), then the date, in UTC like the expiry of keys. */
export function renderMoment(timeMs: number, nowMs: number): Markup {
  const iso = new Date(timeMs).toISOString();
  return html`<time datetime="${iso}" title="${iso.slice(0, 16).replace('T', ' ')} UTC">${inWords(timeMs, nowMs, iso)}</time>`;
}

function inWords(timeMs: number, nowMs: number, iso: string): string {
  const agoMs = nowMs - timeMs;
  if (agoMs < 0 || agoMs >= 30 * DAY_MS) return iso.slice(0, 10);
  if (agoMs < 2 * MINUTE_MS) return 'just now';
  if (agoMs < 2 * HOUR_MS) return `${Math.floor(agoMs / MINUTE_MS)} minutes ago`;
  if (agoMs < 2 * DAY_MS) return `${Math.floor(agoMs / HOUR_MS)} hours ago`;
  return `${Math.floor(agoMs / DAY_MS)} days ago`;
}

/** Rounded up, so that the wait really is over by then. */
export function waitInWords(waitMs: number): string {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  if (seconds === 1) return '1 second';
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
