import { type OpenedCatalog, openCatalog } from '../../src/catalog/open.ts';
import { renderTable } from '../../src/cli/table.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { FACETS, type FindRequest, type FoodFilters, NO_FILTERS } from '../../src/food/food-filters.ts';
import { NUTRISCORES } from '../../src/food/food-record.ts';
import { NUTRIENTS } from '../../src/food/nutrients.ts';
import { findCatalog } from './catalog.ts';
import { readCount, readFlags } from './flags.ts';
import { Random } from './random.ts';

/**
 * `npm run bench -- find [--rows N] [--catalog FILE]`: how long filters, orders, facets and suggestions take, over a catalogue
 * built from a generated dump. The first request, which unpacks columns, is shown apart, and so are texts that were asked for
 * before, whose foods are remembered. On a busy machine the time of the processor says more than that of the clock.
 */
const ROWS = 1_000_000;
const TARGET_MS = 8;
const SUGGESTION_TARGET_MS = 5;
const REQUESTS = 2000;
const SEED = 3;
/** People pick a suggestion before they have typed more. */
const MAX_TYPED_LENGTH = 25;

export async function benchFind(args: readonly string[]): Promise<void> {
  const flags = readFlags(args, ['catalog', 'rows']);
  const catalog = openCatalog(await findCatalog(flags.catalog, readCount(flags.rows, ROWS)));
  const random = new Random(SEED);
  const words = commonWords(catalog);
  const rows = [['', 'median', 'p95', 'p99', 'processor', 'p95', 'target for p95']];
  const measure = (name: string, request: () => () => unknown, targetMs = TARGET_MS, requests = REQUESTS) => {
    const first = time(request());
    const times = Array.from({ length: requests - 1 }, () => time(request()));
    const at = (by: 'wallMs' | 'cpuMs', share: number) => {
      const ordered = times.map((one) => one[by]).sort((a, b) => a - b);
      return `${ordered[Math.floor(ordered.length * share)]!.toFixed(2)} ms`;
    };
    const wall = [0.5, 0.95, 0.99].map((share) => at('wallMs', share));
    rows.push([name, ...wall, at('cpuMs', 0.5), at('cpuMs', 0.95), `at most ${targetMs} ms`]);
    console.error(`${name}: the first took ${first.wallMs.toFixed(1)} ms`);
  };
  const find = (filters: FoodFilters, sort: FindRequest['sort']) => () =>
    catalog.find({ ...filters, sort, limit: 20, offset: random.chance(0.8) ? 0 : random.below(2000) });
  measure('filters and orders', () => find(randomFilters(random), randomOrder(random)));
  measure('filters, by popularity', () =>
    find(randomFilters(random), { by: 'popularity', isDescending: true }),
  );
  const texts = words.flatMap((word) => [word, `${word} ${random.pick(words)}`]);
  const findText = (q: string) => {
    const sort = random.chance(0.5) ? { by: 'relevance' as const, isDescending: false } : randomOrder(random);
    return find({ ...(random.chance(0.5) ? randomFilters(random) : NO_FILTERS), q }, sort);
  };
  let next = 0;
  measure('a new text and filters', () => findText(texts[next++]!), TARGET_MS, texts.length);
  measure('a text again, other filters', () => findText(random.pick(texts)));
  measure('facets', () => {
    const filters = random.chance(0.2) ? NO_FILTERS : randomFilters(random);
    return () => catalog.countFacets({ ...filters, by: FACETS });
  });
  const suggest = (text: string) => () => catalog.suggest({ q: text, limit: 8 });
  const typed = typedTexts(catalog, random);
  measure('suggestions, at every letter', () => suggest(typed()), SUGGESTION_TARGET_MS);
  measure('suggestions, with a typo', () => suggest(misspelled(typed(), random)), SUGGESTION_TARGET_MS);
  console.log(`${catalog.size.toLocaleString('en-US')} foods`);
  console.log(renderTable(rows, ['left', 'right', 'right', 'right', 'right', 'right', 'left'], 110));
  catalog.close();
}

function time(run: () => unknown): { wallMs: number; cpuMs: number } {
  const before = process.cpuUsage();
  const startedMs = performance.now();
  run();
  const wallMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(before);
  return { wallMs, cpuMs: (user + system) / 1000 };
}

/** Words of the best foods, as people would type them. */
function commonWords(catalog: Catalog): string[] {
  const words = catalog.listBest(2000).flatMap(({ name }) => name.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  return [...new Set(words)];
}

/** The beginnings of names from all over the catalogue, of any length, as someone types them. */
function typedTexts(catalog: OpenedCatalog, random: Random): () => string {
  return () => {
    const { name } = catalog.foodAt(1 + random.below(catalog.size));
    return name.slice(0, 1 + random.below(Math.min(name.length, MAX_TYPED_LENGTH)));
  };
}

function misspelled(text: string, random: Random): string {
  const at = random.below(text.length);
  const kind = random.below(3);
  if (kind === 0) return text.slice(0, at) + text.slice(at + 1) || text;
  if (kind === 1) return text.slice(0, at) + random.pick([...'aeiourstln']) + text.slice(at + 1);
  return (
    text.slice(0, at) +
    text
      .slice(at, at + 2)
      .split('')
      .reverse()
      .join('') +
    text.slice(at + 2)
  );
}

function randomFilters(random: Random): FoodFilters {
  const maybe = <Value>(share: number, value: () => Value) => (random.chance(share) ? value() : null);
  const nutrients = NUTRIENTS.filter(() => random.chance(0.15));
  return {
    ...NO_FILTERS,
    bounds: nutrients.map((nutrient) => ({
      nutrient,
      min: maybe(0.6, () => random.below(30)),
      max: maybe(0.6, () => 10 + random.below(400)),
    })),
    brand: maybe(0.1, () => 'Example'),
    category: maybe(0.2, () => random.pick(['Snacks', 'Beverages', 'Breads', 'Cheeses'])),
    country: maybe(0.2, () => random.pick(['fr', 'de', 'us', 'it'])),
    hasImage: random.chance(0.2),
    minConfidence: maybe(0.2, () => random.next()),
    nutriscores: random.chance(0.2) ? NUTRISCORES.filter(() => random.chance(0.5)) : [],
  };
}

function randomOrder(random: Random): FindRequest['sort'] {
  return {
    by: random.pick([...NUTRIENTS, 'confidence', 'popularity'] as const),
    isDescending: random.chance(0.5),
  };
}
