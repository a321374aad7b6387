import type { NamedFood } from './engine.ts';

/** The client that asks every engine: `fetch` over loopback, one request after the other on each connection. */

/** The body is read before the clock stops, and understood after. */
export async function ask(origin: string, q: string): Promise<{ names: string[]; tookMs: number }> {
  const startedMs = performance.now();
  const answer = await fetch(origin + searchTarget(q));
  const body = await answer.text();
  const tookMs = performance.now() - startedMs;
  // A text that is too short or too long finds nothing.
  if (answer.status === 422) return { names: [], tookMs };
  if (answer.status !== 200) throw new Error(`${answer.url} was answered with ${answer.status}`);
  return { names: (JSON.parse(body) as NamedFood[]).map(({ name }) => name), tookMs };
}

export function searchTarget(q: string): string {
  return `/search?limit=10&q=${encodeURIComponent(q)}`;
}
