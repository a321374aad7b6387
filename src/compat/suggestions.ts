import type { Catalog } from '../food/catalog.ts';
import { NO_FILTERS } from '../food/food-filters.ts';
import { tagName } from '../food/tags.ts';
import { fromJson, type TaskFunctions } from '../http/task.ts';
import { memberOf } from '../member-of.ts';
import { brandTag } from './product.ts';
import { TOOK_MS } from './search-service.ts';

/** Categories and brands for someone who has begun to type, as the two services of Open Food Facts list them. */

export const SUGGEST_TAGS = 'suggest tags';

export interface TagSuggestRequest {
  q: string;
  /** As the caller names them, in singular or plural; the others have no suggestions. */
  taxonomies: readonly string[];
  languages: readonly string[];
  limit: number;
  speaker: keyof typeof SPEAKERS;
}

export const SUGGESTION_TASKS: TaskFunctions<{ catalog: Catalog }> = {
  [SUGGEST_TAGS]: fromJson(({ catalog }, request: TagSuggestRequest) => {
    const options = suggestTags(catalog, request);
    return { status: 200, text: JSON.stringify(SPEAKERS[request.speaker](options, request)) };
  }),
};

interface Option {
  id: string;
  text: string;
  count: number;
  taxonomy: string;
}

const SPEAKERS = {
  searchService: (options: readonly Option[], { q }: TagSuggestRequest): object => ({
    took: TOOK_MS,
    timed_out: false,
    options: options.map(({ id, text, count, taxonomy }) => ({
      id,
      text,
      name: text,
      score: count,
      input: q,
      taxonomy_name: taxonomy,
    })),
  }),
  taxonomy: (options: readonly Option[]): object => ({
    suggestions: options.map(({ text }) => text),
    status: 'success',
    errors: [],
    warnings: [],
  }),
};

const KINDS = {
  category: 'categories',
  categories: 'categories',
  brand: 'brands',
  brands: 'brands',
} as const;

/** The most common ones that begin like the text, each once. */
function suggestTags(catalog: Catalog, { q, taxonomies, languages, limit }: TagSuggestRequest): Option[] {
  const options = new Map<string, Option>();
  for (const taxonomy of taxonomies) {
    const kind = memberOf(KINDS, taxonomy);
    if (kind === undefined) continue;
    // Brands are the same in all languages.
    const prefixes = kind === 'brands' ? [q] : ['en', ...languages].map((language) => `${language}:${q}`);
    for (const prefix of new Set(prefixes)) {
      const [counted] = catalog.countTags({ ...NO_FILTERS, by: [kind], most: limit, prefix }) ?? [];
      for (const { value, count } of counted?.counts ?? []) {
        const id = kind === 'brands' ? `xx:${brandTag(value)}` : value;
        const text = kind === 'brands' ? value : nameOf(value);
        if (!options.has(id)) options.set(id, { id, text, count, taxonomy });
      }
    }
  }
  const best = (one: Option, other: Option) => other.count - one.count || (one.id < other.id ? -1 : 1);
  return [...options.values()].sort(best).slice(0, limit);
}

/** In whatever language. */
function nameOf(tag: string): string {
  return tagName(`en:${tag.slice(tag.indexOf(':') + 1)}`);
}
