import { expect, test } from 'bun:test';
import { anonymousReads, type CallFacts } from '../../src/admission/admission.ts';
import { createApp } from '../../src/http/app.ts';
import { emptyCatalog } from './empty-catalog.ts';

test('Only suggestions count against the budget of suggestions', async () => {
  const allowances: unknown[] = [];
  const admission = {
    ...anonymousReads,
    admit(_: unknown, { allowance }: CallFacts) {
      allowances.push(allowance);
      return anonymousReads.admit(null, {} as CallFacts);
    },
  };
  const app = createApp({ catalog: emptyCatalog(), admission });
  for (const target of ['/suggest?q=a', '/suggest', '/search?q=ab', '/foods/find', '/food/1']) {
    await app.handle(new Request(`http://localhost${target}`));
  }
  expect(allowances).toEqual(['suggestions', 'suggestions', 'plan', 'plan', 'plan']);
});
