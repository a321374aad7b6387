/** Bytes from the first up to, but not with, the second number. */
export type Span = readonly [from: number, to: number];

/** Sorted spans with one more; those that touch become one. */
export function addSpan(spans: readonly Span[], added: Span): Span[] {
  // Downloads go forward: nearly always the last span grows.
  const last = spans.at(-1);
  if (last !== undefined && last[1] === added[0]) return [...spans.slice(0, -1), [last[0], added[1]]];
  return joinSpans([...spans, added], 0);
}

/** Spans in order, with those joined that lie no further apart than the gap. */
export function joinSpans(spans: readonly Span[], gap: number): Span[] {
  const joined: [number, number][] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + gap) last[1] = Math.max(last[1], to);
    else if (to > from) joined.push([from, to]);
  }
  return joined;
}

/** What is wanted and not there; both are sorted and do not overlap in themselves. */
export function subtractSpans(wanted: readonly Span[], present: readonly Span[]): Span[] {
  const missing: Span[] = [];
  for (const [from, to] of wanted) {
    let at = from;
    for (const [start, end] of present) {
      if (end <= at || start >= to) continue;
      if (start > at) missing.push([at, start]);
      at = end;
    }
    if (at < to) missing.push([at, to]);
  }
  return missing;
}

export function spanBytes(spans: readonly Span[]): number {
  return spans.reduce((sum, [from, to]) => sum + to - from, 0);
}
