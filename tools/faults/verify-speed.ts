import { existsSync } from 'node:fs';
import { LARDER } from '../../test/contract/server-process.ts';
import type { Figure } from './figure.ts';

/** Odd, so that there is a median. */
const TURNS = 5;
const MIN_SHARE = 0.7;

/** `larder verify` against `sha256sum` on the same file, in turns, so that a busy moment affects both. */
export async function verifySpeed(catalog: string): Promise<Figure[]> {
  if (!existsSync(catalog)) throw new Error(`${catalog} does not exist`);
  const shares: number[] = [];
  let [ownMs, otherMs] = [0, 0];
  // Once for warming up, so that both read from memory.
  await timeOf(['sha256sum', catalog]);
  for (let turn = 0; turn < TURNS; turn++) {
    otherMs = await timeOf(['sha256sum', catalog]);
    ownMs = await timeOf([...LARDER, 'verify', catalog]);
    shares.push(otherMs / ownMs);
  }
  const share = shares.toSorted((a, b) => a - b)[Math.floor(TURNS / 2)]!;
  const megabytes = Bun.file(catalog).size / 1e6;
  return [
    {
      item: 21,
      done: `larder verify against sha256sum on a catalogue of ${megabytes.toFixed(0)} MB`,
      figure: `${Math.round(share * 100)} % of its speed (last turn: ${ownMs.toFixed(0)} and ${otherMs.toFixed(0)} ms)`,
      toReach: `at least ${MIN_SHARE * 100} %`,
      isReached: share >= MIN_SHARE,
    },
  ];
}

async function timeOf(command: string[]): Promise<number> {
  const startedMs = performance.now();
  const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'inherit' });
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed`);
  return performance.now() - startedMs;
}
