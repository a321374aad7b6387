import { mayContain } from '../../food/allergens.ts';
import { listCountries } from '../../food/countries.ts';
import type { FoodFilters } from '../../food/food-filters.ts';
import { fold } from '../../text/fold.ts';
import { type ColumnName, type Columns, codesOf } from './columns.ts';
import { type FacetNames, sizeFor } from './count-facets.ts';
import { FLAG_COUNT, gradeIn, hasImageIn, sourceIn } from './flags.ts';
import { type Condition, conditionOn, rangeMask } from './select.ts';

/** The foods that a request is about. */
export interface Matching {
  filters: FoodFilters;
  /** The ranks that match the text of the request, best first; null without a text. */
  found: Uint32Array | null;
  /** Ranks that are hidden by another catalogue on top. */
  hidden?: ReadonlySet<number>;
}

/** Makes what turns filters into conditions on columns. It gives null when no food can match. */
export function createConditions(
  columns: Columns,
  names: FacetNames,
): (matching: Matching) => Condition[] | null {
  /** Kept from the last request, since all of them hide the same ranks. */
  let hiding: { hidden: ReadonlySet<number>; condition: Condition } | null = null;
  function hidingCondition(hidden: ReadonlySet<number>): Condition {
    if (hiding?.hidden !== hidden) {
      const codes = new Uint16Array(columns.foods);
      const places = columns.places();
      for (const rank of hidden) codes[places[rank]!] = 1;
      hiding = { hidden, condition: { codes, mask: Uint8Array.of(1, 0) } };
    }
    return hiding.condition;
  }

  /** Null when there is no such brand. */
  function brandMask(folded: string): Uint8Array | null {
    const id = columns.dictionaries.findBrand(folded);
    if (id === null) return null;
    const sets = columns.dictionaries.brandSets();
    const { brands, ends, members } = sets;
    const mask = maskOf(codesOf(sets), [id]);
    for (let set = 0, at = 0; set < ends.length; set++) {
      for (; at < ends[set]!; at++) if (members[at] === id) mask[brands + 1 + set] = 1;
    }
    return mask;
  }

  function allergenMask(unwanted: readonly string[]): Uint8Array {
    const sets = columns.dictionaries.allergenSets();
    const free = sets.flatMap((tags, at) => (mayContain(tags, unwanted) ? [] : [at + 1]));
    return maskOf(sets.length + 1, free);
  }

  return ({ filters, hidden }: Matching) => {
    const masks: [ColumnName, Uint8Array | null][] = filters.bounds.map(({ nutrient, min, max }) => [
      nutrient,
      rangeMask(columns.read(nutrient).amounts, min, max),
    ]);
    if (filters.minConfidence !== null) {
      masks.push(['confidence', rangeMask(columns.read('confidence').amounts, filters.minConfidence, null)]);
    }
    const flags = flagMask(filters);
    if (flags !== null) masks.push(['flags', flags]);
    if (filters.category !== null) {
      const folded = fold(filters.category);
      const numbers = numbersOf(names.categories, (name) => fold(name) === folded);
      masks.push(['category', maskOf(sizeFor(names.categories), numbers)]);
    }
    if (filters.country !== null) {
      const country = filters.country.toLowerCase();
      const numbers = numbersOf(names.countrySets, (set) => listCountries(set).includes(country));
      masks.push(['country_set', maskOf(sizeFor(names.countrySets), numbers)]);
    }
    if (filters.brand !== null) masks.push(['brand', brandMask(fold(filters.brand))]);
    if (filters.allergenFree.length > 0) masks.push(['allergens', allergenMask(filters.allergenFree)]);
    const conditions: Condition[] = [];
    for (const [name, mask] of masks) {
      if (mask === null) return null;
      conditions.push(conditionOn(columns.read(name).codes, mask));
    }
    if (hidden !== undefined && hidden.size > 0) conditions.push(hidingCondition(hidden));
    return conditions;
  };
}

function maskOf(size: number, numbers: Iterable<number>): Uint8Array {
  const mask = new Uint8Array(size);
  for (const number of numbers) mask[number] = 1;
  return mask;
}

function numbersOf(texts: ReadonlyMap<number, string>, matches: (text: string) => boolean): number[] {
  return [...texts].filter(([, text]) => matches(text)).map(([number]) => number);
}

/** Which flags fit; null when all do. */
function flagMask({ source, hasImage, nutriscores }: FoodFilters): Uint8Array | null {
  if (source === null && !hasImage && nutriscores.length === 0) return null;
  const mask = new Uint8Array(FLAG_COUNT);
  for (let flags = 0; flags < FLAG_COUNT; flags++) {
    const grade = gradeIn(flags);
    const fits =
      (source === null || sourceIn(flags) === source) &&
      (!hasImage || hasImageIn(flags)) &&
      (nutriscores.length === 0 || (grade !== null && nutriscores.includes(grade)));
    mask[flags] = fits ? 1 : 0;
  }
  return mask;
}
