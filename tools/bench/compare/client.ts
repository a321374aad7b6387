import type { NamedFood } from './engine.ts';
import type { Load } from './results.ts';

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

/** Connections take turns at the origins; each goes on with the next target until the time is over. */
export async function load(
  origins: readonly string[],
  nextTarget: () => string,
  connections: number,
  seconds: number,
): Promise<Load> {
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  const tookMs: number[] = [];
  const connect = async (origin: string) => {
    for (let sentMs = performance.now(); sentMs < endMs; sentMs = performance.now()) {
      const answer = await fetch(origin + nextTarget());
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${answer.url} was answered with ${answer.status}`);
      tookMs.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, i) => connect(origins[i % origins.length]!)));
  // A slow engine may end its last answers long after the time is over.
  const lastedSeconds = (performance.now() - startedMs) / 1000;
  tookMs.sort((left, right) => left - right);
  const at = (share: number) => tookMs[Math.floor(tookMs.length * share)] ?? Number.NaN;
  return { perSecond: tookMs.length / lastedSeconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}
