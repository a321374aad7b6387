import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomOf } from '../random.ts';
import { fuzzedRequest, isFine } from './fuzzed-request.ts';
import { type OpenWay, WAYS } from './ways.ts';

/** The long form, a million of them, is `npm run faults -- fuzz`. */
const REQUESTS = 1500;

for (const way of WAYS) {
  describe(`Whatever is sent, ${way.name}`, () => {
    let open: OpenWay;
    beforeAll(async () => {
      open = await way.open();
    });
    afterAll(() => open.close());

    test('is answered without a fault, and shows nothing of the inside', async () => {
      const random = randomOf(7);
      for (let i = 0; i < REQUESTS; i++) {
        const request = fuzzedRequest(random);
        const answer = await open.send(request);
        const text = answer.body.toString();
        if (!isFine(request.target, answer.status, answer.headers.get('content-type'), text)) {
          expect({ ...request, status: answer.status, text }).toBe('answered as it should be' as never);
        }
      }
    }, 60_000);
  });
}
