import { mayContain } from '../../food/allergens.ts';
import { countryTags } from '../../food/countries.ts';
import type { FoodFilters, TagKind, Where } from '../../food/food-filters.ts';
import { isAdditive } from '../../food/tag-filters.ts';
import { tagOf } from '../../food/tags.ts';
import { fold } from '../../text/fold.ts';
import type { ColumnName, Columns } from './columns.ts';
import { type FacetNames, sizeFor } from './facet-names.ts';
import { FLAG_COUNT, gradeIn, hasImageIn, sourceIn } from './flags.ts';
import { type Condition, conditionOn, maskOf, PositionRuns, rangeMask } from './select.ts';
import { type Tags, tagCountOf } from './tags.ts';

/** The foods that a request is about. */
export interface Matching {
  filters: FoodFilters;
  /** The ranks that match the text of the request, best first; null without a text. */
  found: Uint32Array | null;
  /** Ranks that are hidden by another catalogue on top. */
  hidden?: ReadonlySet<number>;
}

/** Finds what columns do not have. */
export interface FindsRanks {
  ranksOf(ids: readonly number[]): readonly number[];
  ranksWith(words: Extract<Where, { words: unknown }>): Iterable<number>;
}

/** Makes what turns filters into conditions on columns. */
export function createConditions(
  columns: Columns,
  names: FacetNames,
  tagsOf: (kind: TagKind) => Tags,
  finds: FindsRanks,
): (matching: Matching) => Condition[] {
  /** Kept from the last request, since all of them hide the same ranks. */
  let hiding: { hidden: ReadonlySet<number>; condition: Condition } | null = null;
  function hidingCondition(hidden: ReadonlySet<number>): Condition {
    if (hiding?.hidden !== hidden) {
      hiding = { hidden, condition: marked(hidden, true) };
    }
    return hiding.condition;
  }

  /** Only where the first kind of tags is known: where traces are not, nobody names any. */
  function freeOf(kinds: readonly Tags[], mayBe: (tag: string) => boolean): Condition[] {
    return kinds.map((tags, at) => {
      const { column, codes, members, memberCodes, tagAt, known } = tags;
      const isUnwanted = Array.from({ length: tagCountOf(tags) }, (_, number) => mayBe(tagAt(number)));
      const mask = at === 0 ? known() : new Uint8Array(codes).fill(1);
      for (let at = 0; at < members.length; at++) if (isUnwanted[members[at]!]) mask[memberCodes[at]!] = 0;
      return conditionOn(columns.read(column).codes, mask);
    });
  }

  function tagged({ kind, tags, isWithout }: Extract<Where, { kind: unknown }>): Condition {
    const { column, codes, members, memberCodes, find, known } = tagsOf(kind);
    const mask = tags === 'known' ? known() : maskOf(codes, tags === 'any' ? memberCodes : []);
    for (const number of typeof tags === 'string' ? [] : tags.flatMap(find)) {
      for (let at = 0; at < members.length; at++) if (members[at] === number) mask[memberCodes[at]!] = 1;
    }
    return conditionOn(columns.read(column).codes, isWithout ? inverted(mask) : mask);
  }

  function marked(ranks: Iterable<number>, isWithout = false): Condition {
    const codes = new Uint16Array(columns.foods);
    const positions = columns.positions();
    for (const rank of ranks) codes[positions[rank]!] = 1;
    return { codes, mask: isWithout ? Uint8Array.of(1, 0) : Uint8Array.of(0, 1) };
  }

  function anyOf(parts: readonly Where[]): Condition {
    const codes = new Uint16Array(columns.foods);
    for (const part of parts) {
      const runs = new PositionRuns(conditionsOn(part), columns.foods);
      while (runs.next()) for (let at = 0; at < runs.found; at++) codes[runs.positions[at]!] = 1;
    }
    return { codes, mask: Uint8Array.of(0, 1) };
  }

  /** What all must hold. */
  function conditionsOn(where: Where): Condition[] {
    if ('all' in where) return where.all.flatMap(conditionsOn);
    if ('any' in where) return [anyOf(where.any)];
    if ('allergenFree' in where)
      return freeOf([tagsOf('allergens'), tagsOf('traces')], (tag) => mayContain([tag], where.allergenFree));
    if ('additiveFree' in where) {
      const mayBe = (tag: string) => where.additiveFree.some((one) => isAdditive(tagOf(tag), one));
      return freeOf([tagsOf('additives')], mayBe);
    }
    if ('kind' in where) return [tagged(where)];
    if ('nutrient' in where) {
      const { codes, amounts } = columns.read(where.nutrient);
      const mask = rangeMask(amounts, where.range);
      return [conditionOn(codes, where.isWithout ? inverted(mask) : mask)];
    }
    return [marked('ids' in where ? finds.ranksOf(where.ids) : finds.ranksWith(where), where.isWithout)];
  }

  return ({ filters, hidden }: Matching) => {
    const masks: [ColumnName, Uint8Array][] = filters.bounds.map(({ nutrient, ...range }) => [
      nutrient,
      rangeMask(columns.read(nutrient).amounts, range),
    ]);
    if (filters.minConfidence !== null) {
      const range = { min: filters.minConfidence, max: null };
      masks.push(['confidence', rangeMask(columns.read('confidence').amounts, range)]);
    }
    const flags = flagMask(filters);
    if (flags !== null) masks.push(['flags', flags]);
    if (filters.category !== null) {
      const folded = fold(filters.category);
      const numbers = numbersOf(names.categories, (name) => fold(name) === folded);
      masks.push(['category', maskOf(sizeFor(names.categories), numbers)]);
    }
    const where = [...filters.where];
    if (filters.country !== null)
      where.push({ kind: 'countries', tags: countryTags(filters.country.toLowerCase()) });
    if (filters.brand !== null) where.push({ kind: 'brands', tags: [filters.brand] });
    if (filters.allergenFree.length > 0) where.push({ allergenFree: filters.allergenFree });
    const conditions = where.flatMap(conditionsOn);
    for (const [name, mask] of masks) conditions.push(conditionOn(columns.read(name).codes, mask));
    if (hidden !== undefined && hidden.size > 0) conditions.push(hidingCondition(hidden));
    return conditions;
  };
}

/** Marks the other codes. */
export function inverted(mask: Uint8Array): Uint8Array {
  return mask.map((bit) => 1 - bit);
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
