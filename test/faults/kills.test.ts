import { expect, test } from 'bun:test';
import { killDuringBuildAndPull, killDuringPublishAndPull } from '../../tools/faults/kills.ts';

/** `npm run faults -- kills` kills more often, and larger catalogues. */
test.each([
  ['build and pull', killDuringBuildAndPull, 4, 300],
  ['publish and pull of a pack', killDuringPublishAndPull, 3, 300],
] as const)(
  'kill -9 during %s leaves the whole old or new catalogue, and no litter',
  async (_, killDuring, kills, rows) => {
    const { old, new: renewed, broken, litter } = await killDuring(kills, rows);
    expect({ broken, litter, judged: old + renewed }).toEqual({ broken: [], litter: [], judged: kills });
  },
);
