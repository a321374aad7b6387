import { expect, test } from 'bun:test';
import { runSwaps } from '../../tools/faults/swaps.ts';

const SWAPS = 6;

test('swaps of the catalogue under load fail no request, mix no answer and leave no file open', async () => {
  const { requests, failed, mixed, descriptorsBefore, descriptorsAfter } = await runSwaps({ swaps: SWAPS });
  expect(requests).toBeGreaterThan(SWAPS);
  expect({ failed, mixed }).toEqual({ failed: 0, mixed: 0 });
  expect(descriptorsAfter).toBe(descriptorsBefore);
});
