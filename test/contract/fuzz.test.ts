import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomOf } from '../random.ts';
import { fuzzedRequest, isFine } from './fuzzed-request.ts';
import { type OpenWay, WAYS } from './ways.ts';

/** `npm run faults -- fuzz` sends a million. */
const REQUESTS = 1500;

for (const way of WAYS) {
  describe(`A random request, ${way.name}`, () => {
    let open: OpenWay;
    beforeAll(async () => {
      open = await way.open();
    });
    afterAll(() => open.close());

    test('never causes a fault, and reveals nothing internal', async () => {
      const random = randomOf(7);
      for (let i = 0; i < REQUESTS; i++) {
        const request = fuzzedRequest(random);
        const answer = await open.send(request);
        const text = answer.body.toString();
        if (!isFine(request.target, answer.status, answer.headers.get('content-type'), text)) {
          expect({ ...request, status: answer.status, text }).toBe('answered as it should be' as never);
        }
      }
    });
  });
}
