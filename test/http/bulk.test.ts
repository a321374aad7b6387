import { expect, test } from 'bun:test';
import { anonymousReads, type CallFacts } from '../../src/admission/admission.ts';
import { createApp } from '../../src/http/app.ts';
import { emptyCatalog } from './empty-catalog.ts';

/** What admission is told that a request counts for. */
async function costOf(target: string): Promise<number | undefined> {
  const costs: (number | undefined)[] = [];
  const admission = {
    ...anonymousReads,
    admit(_: unknown, { cost }: CallFacts) {
      costs.push(cost);
      return anonymousReads.admit(null, {} as CallFacts);
    },
  };
  const app = createApp({ catalog: emptyCatalog(), admission });
  await app.handle(new Request(`http://localhost${target}`));
  expect(costs).toHaveLength(1);
  return costs[0];
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
])('%p counts for %d', async (target, cost) => expect(await costOf(target)).toBe(cost));
