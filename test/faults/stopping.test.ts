import { expect, test } from 'bun:test';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { runStopping } from './stopping.ts';

test('SIGTERM lets requests in flight finish, refuses new ones, and ends with status 0', async () => {
  const outcome = await runStopping(await fixtureCatalog(), 50);
  expect(outcome).toMatchObject({ inFlight: 50, finished: 50, refused: outcome.tried, status: 0 });
});
