import { expect, test } from 'bun:test';
import { runFlips } from '../../tools/faults/flipped-bytes.ts';
import { runFullDisk } from '../../tools/faults/full-disk.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { needingNamespaces } from '../outside-programs.ts';

needingNamespaces('mount').test(
  'A disk that fills up loses no key that was shown, keeps no read from its answer, and is named',
  async () => {
    const outcome = await runFullDisk(await fixtureCatalog());
    expect(outcome).toMatchObject({
      leaks: 0,
      failedReads: 0,
      lostWhenFull: 0,
      lostWithRoom: 0,
      lostAfterRestart: 0,
      stuck: 0,
      isNamed: true,
    });
    expect(outcome.refusals).toBe(outcome.rooms);
    expect(outcome.shown).toBeGreaterThan(outcome.rooms);
  },
);

test('No flipped bit and no cut of a catalogue is missed', async () => {
  expect(runFlips(await fixtureCatalog(), 100)).toEqual({ flipsMissed: [], cutsMissed: [] });
});
