import type { EvalQuery } from './queries.ts';

/** What is measured: the foods for a query, best first, each by a name or by several. */
export type NameSearch = (q: string, limit: number) => (string | readonly string[])[];

export interface Outcome {
  query: EvalQuery;
  /** The place of the first right name, from 1; null when there is none among the ten. */
  place: number | null;
  tookMs: number;
}

export interface ClassResult {
  class: string;
  queries: number;
  /** Shares of queries with a right name among the first 1, 3 and 10. */
  at1: number;
  at3: number;
  at10: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

const LOOKED_AT = 10;

export function evaluate(queries: readonly EvalQuery[], search: NameSearch): Outcome[] {
  return queries.map((query) => {
    const startedMs = performance.now();
    const names = search(query.q, LOOKED_AT);
    const tookMs = performance.now() - startedMs;
    return { query, place: findPlace(query, names), tookMs };
  });
}

export function findPlace({ expectation }: EvalQuery, foods: ReturnType<NameSearch>): number | null {
  if (expectation.kind === 'nothing') return foods.length === 0 ? 1 : null;
  const index = foods.findIndex((names) => [names].flat().some(expectation.matches));
  return index < 0 ? null : index + 1;
}

/** One result per class in the order of the file, and one for all queries. */
export function summarize(outcomes: readonly Outcome[]): ClassResult[] {
  const classes = [...new Set(outcomes.map(({ query }) => query.class))];
  const results = classes.map((name) =>
    summarizeClass(
      name,
      outcomes.filter(({ query }) => query.class === name),
    ),
  );
  return [...results, summarizeClass('all', outcomes)];
}

function summarizeClass(name: string, outcomes: readonly Outcome[]): ClassResult {
  const share = (most: number) =>
    outcomes.filter(({ place }) => place !== null && place <= most).length / outcomes.length;
  const times = outcomes.map(({ tookMs }) => tookMs).sort((left, right) => left - right);
  return {
    class: name,
    queries: outcomes.length,
    at1: share(1),
    at3: share(3),
    at10: share(10),
    p50Ms: percentile(times, 50),
    p95Ms: percentile(times, 95),
    p99Ms: percentile(times, 99),
  };
}

export function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}

export function renderResults(results: readonly ClassResult[]): string {
  const lines = ['class          queries     at 1     at 3    at 10   p50 ms   p95 ms   p99 ms'];
  for (const result of results) {
    const shares = [result.at1, result.at3, result.at10].map((share) => (100 * share).toFixed(1).padStart(9));
    const times = [result.p50Ms, result.p95Ms, result.p99Ms].map((ms) => ms.toFixed(2).padStart(9));
    lines.push(
      result.class.padEnd(14) + String(result.queries).padStart(8) + shares.join('') + times.join(''),
    );
  }
  return lines.join('\n');
}
