const DAY_MS = 86_400_000;

/** How many days of usage are shown unless others are asked for. */
export const USUAL_DAYS = 30;

/** Days in UTC, as usage is counted, such as `2026-11-15`. */
export interface DaySpan {
  from: string;
  to: string;
  /** All of them, oldest first. */
  days: string[];
}

/** The last `count` days up to today. */
export function lastDays(nowMs: number, count: number): DaySpan {
  const days = Array.from({ length: count }, (_, at) => dayOf(nowMs - (count - 1 - at) * DAY_MS));
  return { from: days[0] ?? dayOf(nowMs), to: dayOf(nowMs), days };
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
