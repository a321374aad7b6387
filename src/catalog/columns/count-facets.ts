import { listCountries } from '../../food/countries.ts';
import type { Facet, FacetCount, TagKind } from '../../food/food-filters.ts';
import { DIETS } from '../../food/tag-filters.ts';
import { onDemand } from '../../on-demand.ts';
import type { Columns } from './columns.ts';
import { countShared, groupFoods, isGrouped } from './facet-groups.ts';
import { type FacetNames, sizeFor } from './facet-names.ts';
import { sourceIn } from './flags.ts';
import type { PositionRuns } from './select.ts';
import { CodeCounter, listTags } from './tag-counts.ts';
import { type Tags, tagsOfFlags, tagsOfTexts } from './tags.ts';

/**
 * How many of the positions found have each value of each facet: the `most` highest counts, then by value. Values named in
 * `asked` are added at the end if they are not among those.
 */
export type CountFacets = (
  found: PositionRuns,
  facets: readonly Facet[],
  most: number,
  asked?: AskedValues,
) => FacetCount[][];

export type AskedValues = ReadonlyMap<Facet, readonly string[]>;

export function createFacetCounter(
  columns: Columns,
  { categories, countrySets }: FacetNames,
  tagsOf: (kind: TagKind) => Tags,
): CountFacets {
  const foodGroups = onDemand(() => groupFoods(columns));
  const valuesOf: Readonly<Record<Facet, () => Tags>> = {
    category: onDemand(() => valuesIn('category', categories, (name) => [name])),
    country: onDemand(() => valuesIn('country_set', countrySets, listCountries)),
    source: onDemand(() => tagsOfFlags(sourceIn)),
    nutriscore: () => tagsOf('nutriscore'),
    brand: () => tagsOf('brands'),
    label: () => tagsOf('labels'),
    nova: () => tagsOf('nova'),
    environment: () => tagsOf('environment'),
    diet: () => tagsOf('analysis'),
  };
  return (found, facets, most, asked) => {
    const tags = facets.map((by) => valuesOf[by]());
    const groups = tags.some(({ column }) => isGrouped(column)) ? foodGroups() : null;
    const byGroup = groups && new CodeCounter(groups.codes, groups.count);
    const byCode = tags.map(({ column, codes }) =>
      isGrouped(column) ? null : new CodeCounter(columns.read(column).codes, codes),
    );
    const counters = [byGroup, ...byCode].filter((counter) => counter !== null);
    while (found.next()) for (const counter of counters) counter.count(found);
    return facets.map((by, at) => {
      const { column, codes } = tags[at]!;
      const perCode = isGrouped(column)
        ? countShared(byGroup!.counts, groups!.shared[column], codes)
        : byCode[at]!.counts;
      return by === 'diet'
        ? countDiets(tags[at]!, perCode)
        : listTags(tags[at]!, perCode, most, asked?.get(by) ?? []);
    });
  };
}

function valuesIn(
  column: 'category' | 'country_set',
  texts: ReadonlyMap<number, string>,
  list: (text: string) => readonly string[],
): Tags {
  return tagsOfTexts(
    column,
    sizeFor(texts),
    [...texts].map(([code, text]) => [code, list(text)]),
  );
}

/** Diets are three of the tags that an analysis of ingredients gives. */
function countDiets(tags: Tags, perCode: Int32Array): FacetCount[] {
  return listTags(tags, perCode, Number.POSITIVE_INFINITY, []).flatMap(({ value, count }) => {
    const diet = DIETS.find((name) => value === `en:${name}`);
    return diet === undefined ? [] : { value: diet, count };
  });
}
