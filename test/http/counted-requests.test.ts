import { expect, test } from 'bun:test';
import { anonymousReads, type CallFacts } from '../../src/admission/admission.ts';
import { createApp } from '../../src/http/app.ts';
import { emptyCatalog } from './empty-catalog.ts';

/** What admission learns of a request. */
async function factsOf(target: string): Promise<CallFacts> {
  const seen: CallFacts[] = [];
  const admission = {
    ...anonymousReads,
    admit(_: unknown, facts: CallFacts) {
      seen.push(facts);
      return anonymousReads.admit(null, {} as CallFacts);
    },
  };
  const app = createApp({ catalog: emptyCatalog(), admission });
  await app.handle(new Request(`http://localhost${target}`));
  expect(seen).toHaveLength(1);
  return seen[0]!;
}

const list = (count: number) => new Array(count).fill('1').join(',');

test.each([
  ['/foods/bulk?ids=1', 1],
  [`/foods/bulk?ids=${list(10)}`, 1],
  [`/foods/bulk?ids=${list(11)}`, 2],
  [`/foods/bulk?barcodes=${list(100)}`, 10],
  [`/foods/bulk?ids=${list(5)}&ids=${list(21)}`, 3],
  ['/foods/bulk', 1],
  ['/recipe', 1],
  [`/recipe?${'line=a&'.repeat(10)}servings=2`, 1],
  [`/recipe?${'line=a&'.repeat(11)}`, 2],
  [`/recipe?${'line=a&'.repeat(50)}`, 5],
  ['/search?q=ab', 1],
  [`/meal?text=${'a,'.repeat(250)}`, 1],
  ['/food/1', 1],
])('%p counts for %d', async (target, cost) => expect((await factsOf(target)).cost).toBe(cost));

test.each([
  ['/suggest?q=a', 'suggestions'],
  ['/suggest', 'suggestions'],
  ['/search?q=ab', 'plan'],
  ['/foods/find', 'plan'],
  ['/food/1', 'plan'],
])('%p counts against the budget of %s', async (target, allowance) =>
  expect((await factsOf(target)).allowance).toBe(allowance as CallFacts['allowance'] & {}),
);
