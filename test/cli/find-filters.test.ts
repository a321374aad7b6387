import { expect, test } from 'bun:test';
import { find } from '../../src/cli/commands/find.ts';
import { parseOptions } from '../../src/options.ts';
import { has, isKnown, lacks, TAGGED, type TaggedProduct, taggedCatalog } from '../compat/tagged-products.ts';
import { runCaptured } from './captured-run.ts';

const catalog = await taggedCatalog();

const run = (args: readonly string[]) =>
  runCaptured((console) => {
    const given = ['--catalog', catalog, '--json', '--limit', '100', ...args];
    return find.run(parseOptions(find.options, given, {}), console);
  });
const count = async (args: readonly string[]) => JSON.parse((await run(args)).stdout).length;
const expected = (test: (product: TaggedProduct) => boolean) => Math.min(100, TAGGED.filter(test).length);

test('larder find has a flag for every filter', async () => {
  const vegan = has('ingredients_analysis_tags', 'en:vegan');
  expect(await count(['--diet', 'vegan,palm-oil-free', '--nutriscore', 'a,b'])).toBe(
    expected(
      (one) =>
        vegan(one) &&
        has('ingredients_analysis_tags', 'en:palm-oil-free')(one) &&
        ['a', 'b'].includes(one.nutriscore_grade ?? ''),
    ),
  );
  expect(await count(['--label', 'organic', '--nova', '1', '--nova', '2'])).toBe(
    expected((one) => has('labels_tags', 'en:organic')(one) && [1, 2].includes(one.nova_group ?? 0)),
  );
  expect(await count(['--additive-free', 'e330', '--min', 'vitamin_c_mg=80'])).toBe(
    expected(
      (one) =>
        isKnown('additives_tags')(one) &&
        lacks('additives_tags', 'en:e330')(one) &&
        (one.nutriments['vitamin-c_100g'] ?? 0) >= 0.08,
    ),
  );
  expect(await count(['--source', 'ai_estimate'])).toBe(1);
  expect(await count(['--environment', 'a'])).toBe(expected((one) => one.environmental_score_grade === 'a'));
});

test('What a flag cannot mean is refused with what it can', async () => {
  const refused = async (...args: string[]) => (await run(args)).failure;
  expect(await refused('--label', 'organik')).toContain('known are');
  expect(await refused('--diet', 'keto')).toContain('palm-oil-free');
  expect(await refused('--nova', '5')).toContain("not '5'");
  expect(await refused('--min-confidence', '2')).toContain('0 to 1');
  expect(await refused('--min', 'vitamin_c=1')).toContain('vitamin_c_mg');
});
