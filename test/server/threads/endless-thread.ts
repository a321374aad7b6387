import type { ThreadMessage, ThreadRequest } from '../../../src/server/threads/serving-thread.ts';
import { openWritable } from '../../../src/sqlite/driver.ts';

/** A serving thread that answers every task with an empty list, and gets stuck at some. */

declare const self: Worker;

/** Long enough for a test to see it running, and short enough not to outlive the tests. */
const ROWS_OF_A_SECOND = 3_000_000;

function getStuck(input: string): void {
  if (input.includes('endless')) for (;;) Math.random();
  if (!input.includes('native')) return;
  openWritable(':memory:')
    .prepare('WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT ?) SELECT count(*) FROM c')
    .get(ROWS_OF_A_SECOND);
}

const send = (message: ThreadMessage) => self.postMessage(message);
self.onmessage = ({ data }: MessageEvent<ThreadRequest>) => {
  if ('setup' in data) return send({ ready: true });
  getStuck(data.input);
  send({ kind: 'data', status: 200, text: '[]', version: '', compressed: null, searches: [], cpuMs: 0 });
};
