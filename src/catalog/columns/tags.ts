import { countryTags } from '../../food/countries.ts';
import type { TagKind } from '../../food/food-filters.ts';
import { NUTRISCORES } from '../../food/food-record.ts';
import { RECORD_TAGS, type RecordTags } from '../../food/record-facets.ts';
import { NOVA_GROUPS } from '../../food/tag-filters.ts';
import { isPlainTag, tagOf } from '../../food/tags.ts';
import { fold } from '../../text/fold.ts';
import type { TagSets } from './codes.ts';
import type { ColumnName, Columns } from './columns.ts';
import { codesOf } from './columns.ts';
import { type FacetNames, sizeFor } from './facet-names.ts';
import { FLAG_COUNT, gradeIn } from './flags.ts';
import { maskOf } from './select.ts';

/** The tags of one kind: which codes of a column stand for which tags. */
export interface Tags {
  column: ColumnName;
  /** One more than the largest code. */
  codes: number;
  /** Pairs: a tag, by its number, and a code that stands for a set with it. */
  members: Int32Array;
  memberCodes: Int32Array;
  /** The codes of foods whose tags are known, even if they have none. */
  known(): Uint8Array;
  /** The numbers of the tags that are written like this one. */
  find(tag: string): readonly number[];
  /** The numbers of the tags whose names begin like this. */
  findByPrefix(prefix: string): readonly number[];
  tagAt(number: number): string;
  /** Whether tags are numbered in the order of their names. */
  isInOrder?: boolean;
}

/** One more than the largest number of a tag. */
export function tagCountOf({ members }: Tags): number {
  let largest = -1;
  for (let at = 0; at < members.length; at++) if (members[at]! > largest) largest = members[at]!;
  return largest + 1;
}

export function openTags(columns: Columns, names: FacetNames): (kind: TagKind) => Tags {
  const { dictionaries } = columns;
  const opened = new Map<TagKind, Tags>();
  const open = (kind: TagKind): Tags => {
    if (isRecordTags(kind)) return tagsOfSets(kind, dictionaries.tagSets(kind));
    if (kind === 'brands') return tagsOfBrands(columns);
    if (kind === 'countries')
      return tagsOfTexts(
        'country_set',
        sizeFor(names.countrySets),
        [...names.countrySets].map(([code, set]) => [code, countryTags(set)]),
      );
    if (kind === 'nova') return tagsOfScale('nova', NOVA_GROUPS);
    if (kind === 'environment') return tagsOfScale('environment', NUTRISCORES);
    if (kind === 'language') {
      const languages = dictionaries.languages();
      return tagsOfTexts(
        'language',
        sizeFor(languages),
        [...languages].map(([code, name]) => [code, [name]]),
      );
    }
    return tagsOfFlags(gradeIn);
  };
  return (kind) => {
    const known = opened.get(kind) ?? open(kind);
    opened.set(kind, known);
    return known;
  };
}

function isRecordTags(kind: TagKind): kind is RecordTags {
  return (RECORD_TAGS as readonly string[]).includes(kind);
}

/** The first set has code 1. */
function tagsOfSets(column: RecordTags, { tags: texts, sets: numbers }: TagSets): Tags {
  const members: number[] = [];
  const memberCodes: number[] = [];
  let code = 1;
  for (let at = 0; at < numbers.length; code++) {
    const end = at + 1 + numbers[at]!;
    for (at++; at < end; at++) {
      // An altered catalogue may have numbers that are none of a tag.
      if (!(numbers[at]! < texts.length)) continue;
      members.push(numbers[at]!);
      memberCodes.push(code);
    }
  }
  return {
    column,
    codes: code,
    members: Int32Array.from(members),
    memberCodes: Int32Array.from(memberCodes),
    known: () => new Uint8Array(code).fill(1, 1),
    ...lookupIn(texts),
  };
}

/** The first value has code 1. */
function tagsOfScale(column: ColumnName, values: readonly string[]): Tags {
  return tagsOfTexts(
    column,
    values.length + 1,
    values.map((value, at) => [at + 1, [value]]),
  );
}

/** What the flags of foods say, such as their sources. */
export function tagsOfFlags(valueIn: (flags: number) => string | null): Tags {
  const values = Array.from({ length: FLAG_COUNT }, (_, flags) => valueIn(flags));
  return tagsOfTexts(
    'flags',
    FLAG_COUNT,
    values.map((value, flags) => [flags, value === null ? [] : [value]]),
  );
}

/** Few codes, each with its tags. */
export function tagsOfTexts(
  column: ColumnName,
  codes: number,
  sets: readonly (readonly [code: number, tags: readonly string[]])[],
): Tags {
  const texts = [...new Set(sets.flatMap(([, tags]) => tags))];
  const pairs = sets.flatMap(([code, tags]) => tags.map((tag) => [texts.indexOf(tag), code] as const));
  return {
    column,
    codes,
    members: Int32Array.from(pairs, ([tag]) => tag),
    memberCodes: Int32Array.from(pairs, ([, code]) => code),
    known: () =>
      maskOf(
        codes,
        pairs.map(([, code]) => code),
      ),
    ...lookupIn(texts),
  };
}

/** Brands are in a table of their own, which is larger than any list of tags. */
function tagsOfBrands({ dictionaries }: Columns): Tags {
  const sets = dictionaries.brandSets();
  const alone = Int32Array.from({ length: sets.brands }, (_, at) => at + 1);
  const codes = codesOf(sets);
  return {
    column: 'brand',
    codes,
    members: Int32Array.from([...alone, ...sets.members]),
    memberCodes: Int32Array.from([...alone, ...sets.memberCodes]),
    known: () => new Uint8Array(codes).fill(1, 1),
    find(tag) {
      const id = dictionaries.findBrand(fold(tag.replace(/^xx:/, '')));
      return id === null ? [] : [id];
    },
    findByPrefix: (prefix) => dictionaries.findBrands(fold(prefix)),
    tagAt: (id) => dictionaries.brandName(id),
    isInOrder: true,
  };
}

function lookupIn(texts: readonly string[]): Pick<Tags, 'find' | 'findByPrefix' | 'tagAt'> {
  /** Some tags are not written as people would look for them: with accents, or without a language. */
  const others = new Map<string, number[]>();
  for (const [number, text] of texts.entries()) {
    if (isPlainTag(text)) continue;
    const tag = tagOf(text);
    others.set(tag, [...(others.get(tag) ?? []), number]);
  }
  return {
    find(tag) {
      const number = texts.indexOf(tag);
      return [...(number === -1 ? [] : [number]), ...(others.get(tag) ?? [])];
    },
    findByPrefix(prefix) {
      const begins = tagOf(prefix);
      const folded = [...others].flatMap(([tag, numbers]) => (tag.startsWith(begins) ? numbers : []));
      const plain = [...texts.keys()].filter((number) => texts[number]!.startsWith(begins));
      return [...new Set([...plain, ...folded])];
    },
    tagAt: (number) => texts[number]!,
  };
}
