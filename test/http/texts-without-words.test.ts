import { afterAll, describe, expect, test } from 'bun:test';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { find } from '../../src/cli/commands/find.ts';
import { search } from '../../src/cli/commands/search.ts';
import { suggest } from '../../src/cli/commands/suggest.ts';
import { createCompatRoutes } from '../../src/compat/routes.ts';
import { MIN_QUERY_LENGTH } from '../../src/food/catalog.ts';
import { createApp } from '../../src/http/app.ts';
import { createTools } from '../../src/mcp/tools.ts';
import { parseOptions } from '../../src/options.ts';
import { EMOJI } from '../../src/recipe/recipe-words.ts';
import { createPageRoutes } from '../../src/site/routes.ts';
import { words } from '../../src/text/fold.ts';
import { PATTERNS } from '../../tools/faults/hostile-texts.ts';
import { runCaptured } from '../cli/captured-run.ts';
import { randomOf } from '../random.ts';
import { wordsOf } from '../words-of.ts';

/** Texts that no reader finds a word in, those that one reader does and another does not, and words without a food. */
const FIXED = [
  ...['..', '--', '🍎🍎', '%%', '\ud800\ud800', '\udc00\ud800', '\u200b\u200b', '\u0301\u0301'],
  ...['\u3099\u3099', '\u093e\u093e', '\u0e31\u0e31', '\u0640\u0640', '™®', '½ ½', '²²', '\u0000\u0000'],
  ...['　　', 'the the', 'de la', 'without', 'sugar free', '1 cup', '200 g', '1 (14 oz) can', '0 0'],
];
/** Kinds of characters that may be between words, and where they are in Unicode. */
const RANGES = wordsOf(`
  00-2f 3a-40 5b-60 7b-bf 02b0-036f 0483-0489 0591-05bd 0610-061a 0900-0903 0e31-0e3a 1ab0-1aff
  2000-2bff 3000-303f 3099-309c d800-dfff e000-e010 fe00-fe0f fff0-ffff 1f300-1faff e0000-e007f
`).map((range) => range.split('-').map((end) => Number.parseInt(end, 16)) as [number, number]);
const RANDOM_TEXTS = 150;
const MAX_LENGTH = 100;

function* hostileTexts(): Generator<string> {
  yield* FIXED;
  for (const pattern of PATTERNS) yield pattern.repeat(2).slice(0, MAX_LENGTH);
  const random = randomOf(42);
  const below = (end: number) => Math.floor(random() * end);
  for (let i = 0; i < RANDOM_TEXTS; i++) {
    const length = 2 + below(random() < 0.2 ? MAX_LENGTH - 2 : 8);
    let text = '';
    while (text.length < length) {
      const [from, to] = RANGES[below(RANGES.length)]!;
      text += String.fromCodePoint(from + below(to - from + 1));
    }
    yield text;
  }
}

const TEXTS = [...hostileTexts()];
/** A blank or a single character asks for nothing yet, so pages show where to start; apps escape spaces as pluses. */
const WORDLESS = TEXTS.filter(
  (text) =>
    words(text.toWellFormed()).length === 0 &&
    [...text.replaceAll('+', ' ').trim()].length >= MIN_QUERY_LENGTH,
);

await makeStarter();
const catalog = openCatalog(STARTER);
const app = createApp({
  catalog,
  pages: [
    ...createPageRoutes({ catalog, images: 'on', publicUrl: null }),
    ...createCompatRoutes({ catalog, publicUrl: null, pictures: null }),
  ],
});
afterAll(() => catalog.close());

/** Each route and page that takes a text, and whether its answer has found nothing. */
const ROUTES: readonly (readonly [target: string, hasNothing: (body: string) => boolean])[] = [
  ['/search?q=', isEmptyList],
  ['/search?explain=true&q=', isEmptyList],
  ['/foods/find?q=', isEmptyList],
  ['/foods/find?explain=true&sort=-protein_g&q=', isEmptyList],
  ['/foods/find?source=usda&q=', isEmptyList],
  ['/foods/find?brand=', isEmptyList],
  ['/foods/find?category=', isEmptyList],
  ['/foods/facets?by=category,brand,country,source,nutriscore&q=', hasNoCounts],
  ['/suggest?q=', isEmptyList],
  ['/recipe?line=', hasNoFood],
  ['/meal?text=', hasNoItem],
  ['/?q=', hasNoFoodPage],
  ['/results?q=', hasNoFoodPage],
  ['/?sort=-protein_g&q=', hasNoFoodPage],
  ['/recipes?lines=', hasNoFoodPage],
  ['/eaten?meal=', hasNoFoodPage],
  ['/compare?q=', hasNoFoodPage],
  ['/cgi/search.pl?json=1&search_terms=', hasNoProducts],
  ['/cgi/search.pl?json=1&sort_by=product_name&search_terms=', hasNoProducts],
  [
    '/cgi/search.pl?json=1&tagtype_0=countries&tag_contains_0=contains&tag_0=france&search_terms=',
    hasNoProducts,
  ],
];

function isEmptyList(body: string): boolean {
  return body === '[]';
}

function hasNoCounts(body: string): boolean {
  return Object.values(JSON.parse(body) as object).every((values: unknown[]) => values.length === 0);
}

function hasNoFood(body: string): boolean {
  return (JSON.parse(body) as { lines: { food: unknown }[] }).lines.every(({ food }) => food === null);
}

function hasNoItem(body: string): boolean {
  return (JSON.parse(body) as { items: unknown[] }).items.length === 0;
}

function hasNoFoodPage(body: string): boolean {
  return !/href="\/food\/\d/.test(body);
}

function hasNoProducts(body: string): boolean {
  return (JSON.parse(body) as { products: unknown[] }).products.length === 0;
}

describe.each(ROUTES)('%s', (target, hasNothing) => {
  const get = async (text: string) => {
    const answer = await app.handle(new Request(`http://localhost${target}${encodeURIComponent(text)}`));
    return { status: answer.status, body: await answer.text() };
  };

  test('is no fault with any text', async () => {
    const faults: string[] = [];
    for (const text of TEXTS.map((one) => one.toWellFormed())) {
      const { status } = await get(text);
      if (status >= 500) faults.push(text);
    }
    expect(faults).toEqual([]);
  });

  test('finds nothing by a text without words', async () => {
    const found: string[] = [];
    // In a meal, the picture of a food is a word.
    const isWord = (text: string) => /meal/.test(target) && [...text].some((sign) => EMOJI.has(sign));
    for (const text of WORDLESS.map((one) => one.toWellFormed()).filter((one) => !isWord(one))) {
      const { status, body } = await get(text);
      if (status === 200 && !hasNothing(body)) found.push(text);
    }
    expect(found).toEqual([]);
    expect(WORDLESS.length).toBeGreaterThan(RANDOM_TEXTS / 4);
  });
});

describe('A tool for agents', () => {
  test.each(['search_foods', 'find_foods', 'analyze_recipe'])('%s is no fault with any text', (name) => {
    const tool = createTools(catalog, null).find((one) => one.name === name)!;
    const outcomes = TEXTS.map((text) =>
      tool.call(name === 'analyze_recipe' ? { lines: [text] } : { query: text }),
    );
    expect(outcomes).toHaveLength(TEXTS.length);
  });
});

describe('A command', () => {
  const inCatalog = ['--catalog', STARTER, '--json'];
  test.each([
    ['search', search],
    ['find', find],
    ['suggest', suggest],
  ] as const)('larder %s is no fault with a text without words', async (name, command) => {
    for (const text of ['..', '🍎🍎', '%%', '\u200b\u200b', '\ud800\ud800']) {
      const parsed = parseOptions(command.options as never, [text, ...inCatalog], {});
      const { status, stdout, failure } = await runCaptured((console) =>
        command.run(parsed as never, console),
      );
      expect({ name, text, status, stdout, failure }).toEqual({
        name,
        text,
        status: 0,
        stdout: '[]\n',
        failure: '',
      });
    }
  });
});
