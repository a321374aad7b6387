import { expect, test } from 'bun:test';
import { PROMISED_RECOVERY_MS, runFileFaults, runSwaps } from '../../tools/faults/changed-files.ts';

const FAULTS = [
  'overwritten by another catalogue',
  'overwritten by the same catalogue',
  'emptied',
  'noise in its middle',
  'replaced by a directory',
];
const SWAPS = 6;

test('whatever is done to the served file, the server lives, mixes nothing, and takes the next good file', async () => {
  for (const outcome of await runFileFaults(FAULTS)) {
    const { fault, bad, mixed, hasDied, recoveredMs } = outcome;
    expect({ fault, bad, mixed, hasDied }).toEqual({ fault, bad: [], mixed: 0, hasDied: false });
    expect(recoveredMs).toBeLessThan(PROMISED_RECOVERY_MS);
  }
}, 120_000);

test('swaps of the catalogue under load fail no request, mix no answer and leave no file open', async () => {
  const { bad, unavailable, missing, mixed, descriptorsBefore, descriptorsAfter } = await runSwaps(SWAPS);
  expect({ bad, unavailable, missing, mixed }).toEqual({ bad: [], unavailable: 0, missing: 0, mixed: 0 });
  expect(descriptorsAfter).toBe(descriptorsBefore);
});
