const DATE = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
const DAY_MS = 86_400_000;

export type ExpiryFault = 'not_a_date' | 'past';

/**
 * The last moment at which a key is valid, in milliseconds since 1970: `2027-01-31` is the end of that day in UTC,
 * `2027-01-31T12:00:00Z` that moment.
 */
export function readExpiry(text: string, nowMs: number): number | ExpiryFault {
  const date = DATE.exec(text)?.[1];
  const startMs = date === undefined ? Number.NaN : Date.parse(date);
  // A day that no month has is either refused or read as another; neither is what was meant.
  if (Number.isNaN(startMs) || new Date(startMs).toISOString().slice(0, 10) !== date) return 'not_a_date';
  const lastMs = text === date ? startMs + DAY_MS - 1 : Date.parse(text);
  if (Number.isNaN(lastMs)) return 'not_a_date';
  return lastMs <= nowMs ? 'past' : lastMs;
}
