import type { Catalog } from '../food/catalog.ts';
import { NO_FILTERS } from '../food/food-filters.ts';
import { tagName } from '../food/tags.ts';
import { data, fromJson, type TaskFunctions } from '../http/task.ts';
import { memberOf } from '../member-of.ts';
import { brandTag } from './product.ts';
import { TOOK_MS } from './search-service.ts';

/** Categories and brands for someone who has begun to type, as the two services of Open Food Facts list them. */

export const SUGGEST_TAGS = 'suggest tags';

export interface TagSuggestRequest {
  q: string;
  /** As the caller names them, in singular or plural; those that have no suggestions are passed over. */
  taxonomies: readonly string[];
  languages: readonly string[];
  limit: number;
  speaker: keyof typeof SPEAKERS;
}

export const SUGGESTION_TASKS: TaskFunctions<{ catalog: Catalog }> = {
  [SUGGEST_TAGS]: fromJson(({ catalog }, request: TagSuggestRequest) => {
    const options = suggestTags(catalog, request);
    return data(SPEAKERS[request.speaker](options, request));
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

/** The taxonomies of Open Food Facts besides those, whose entries larder does not suggest. */
const OTHERS: ReadonlySet<string> = new Set(
  'additive allergen amino_acid country data_quality food_group improvement ingredient ingredients_analysis ingredients_processing label language mineral misc nova_group nucleotide nutrient nutrient_level origin other_nutritional_substance packaging packaging_material packaging_recycling packaging_shape period_after_opening preservation state trace unit vitamin'
    .split(' ')
    .flatMap((name) => [name, name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`]),
);

/** Whether Open Food Facts has a taxonomy of this name, in singular or plural. */
export function isTaxonomy(name: string): boolean {
  return memberOf(KINDS, name) !== undefined || OTHERS.has(name);
}

/** The most common ones that begin like the text, each once. */
function suggestTags(catalog: Catalog, { q, taxonomies, languages, limit }: TagSuggestRequest): Option[] {
  const options = new Map<string, Option>();
  // The first name of each kind: every other one would have the same counted again.
  const named = new Map(
    taxonomies.toReversed().flatMap((taxonomy) => {
      const kind = memberOf(KINDS, taxonomy);
      return kind === undefined ? [] : [[kind, taxonomy] as const];
    }),
  );
  for (const [kind, taxonomy] of named) {
    // Brands are the same in all languages.
    const prefixes = kind === 'brands' ? [q] : ['en', ...languages].map((language) => `${language}:${q}`);
    for (const prefix of new Set(prefixes)) {
      const [counted] = catalog.countTags({ ...NO_FILTERS, by: [kind], most: limit, prefix });
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
