import { until } from '../../test/until.ts';
import { type Cluster, targetOf } from './cluster.ts';

/** What became of the requests that were sent to the proxy while something happened. */
export interface LoadOutcome {
  requests: number;
  failed: number;
  /** A few of the failures. */
  examples: string[];
  longestMs: number;
  /** The longest time for which this process was left without a turn, and the others on the machine most likely too. */
  stalledMs: number;
}

export interface RunningLoad {
  /** Waits until more requests have been answered, so that there was load on both sides of every event. */
  more(): Promise<void>;
}

const CONNECTIONS = 16;
const MAX_EXAMPLES = 5;
/** How often it is noted whether this process gets its turns. */
const TURN_MS = 50;

/** Sends data requests with keys through the proxy, from before the scene begins until after it has ended. */
export async function underLoad(
  { proxy, keys, requestsBetween, restMs }: Cluster,
  scene: (load: RunningLoad) => Promise<void>,
): Promise<LoadOutcome> {
  const outcome: LoadOutcome = { requests: 0, failed: 0, examples: [], longestMs: 0, stalledMs: 0 };
  let isOver = false;
  let next = 0;
  const note = (failure: string) => {
    outcome.failed++;
    if (outcome.examples.length < MAX_EXAMPLES) outcome.examples.push(failure);
  };
  const read = async () => {
    while (!isOver) {
      const i = next++;
      const startMs = performance.now();
      try {
        const headers = { Authorization: `Bearer ${keys[i % keys.length]}` };
        const answer = await fetch(proxy.origin + targetOf(i), { headers });
        await answer.arrayBuffer();
        if (answer.status !== 200) note(`${targetOf(i)}: ${answer.status}`);
      } catch (error) {
        note(`${targetOf(i)}: ${(error as Error).message}`);
      }
      outcome.longestMs = Math.max(outcome.longestMs, performance.now() - startMs);
      outcome.requests++;
      if (restMs > 0) await Bun.sleep(restMs);
    }
  };
  let turnMs = performance.now();
  const turns = setInterval(() => {
    const nowMs = performance.now();
    outcome.stalledMs = Math.max(outcome.stalledMs, nowMs - turnMs - TURN_MS);
    turnMs = nowMs;
  }, TURN_MS);
  const more = () => {
    const enough = outcome.requests + requestsBetween;
    return until(() => outcome.requests >= enough, `${requestsBetween} more requests`);
  };
  const readers = Array.from({ length: CONNECTIONS }, read);
  try {
    await more();
    await scene({ more });
    await more();
  } finally {
    isOver = true;
    await Promise.all(readers);
    clearInterval(turns);
  }
  return outcome;
}
