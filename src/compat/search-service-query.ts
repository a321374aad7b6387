import type { HasAllergenTag } from '../food/allergens.ts';
import { MIN_QUERY_LENGTH } from '../food/catalog.ts';
import type { Range, TagKind, Where } from '../food/food-filters.ts';
import { memberOf } from '../member-of.ts';
import {
  countConditions,
  EVERYTHING,
  kindOf,
  MAX_CONDITIONS,
  NOTHING,
  scaleOf,
  tagged,
  withAmount,
} from './conditions.ts';
import { parseQuery, type Query, type Value } from './lucene.ts';
import { readTerms } from './search-request.ts';

/** What a text in Lucene's language asks for. */
export interface LuceneQuery {
  /** Words that everything found must have, and that decide how well it matches. */
  terms: string;
  where: Where[];
  /** The tags that it asks for, by kind. */
  selected: readonly { kind: TagKind; tags: readonly string[] }[];
}

/** A text that asks for what cannot be answered; the message says what. */
export class QueryCheckError extends Error {}

/** Throws a QueryCheckError for a field that does not exist: a filter is never passed over. */
export function readLucene(
  q: string,
  idOf: (code: string) => number | null,
  hasTag: HasAllergenTag,
): LuceneQuery {
  const query = parseQuery(q);
  const parts = 'all' in query ? query.all.flatMap(partsOf) : [query];
  const words = parts.filter(isWords);
  const conditions = new Conditions(idOf, hasTag);
  const where = parts
    .filter((part) => !isWords(part) || part.value.isPhrase)
    .map((part) => conditions.of(part, false));
  if (countConditions({ all: where }) > MAX_CONDITIONS)
    throw new QueryCheckError(`Too many conditions: at most ${MAX_CONDITIONS} can be answered`);
  const terms = words.map(({ value }) => value.text).join(' ');
  return { terms: /[\p{L}\p{N}]/u.test(terms) ? terms : '', where, selected: conditions.selected };
}

type Words = { field: null; value: { text: string; isPhrase: boolean } };

function isWords(query: Query): query is Words {
  return 'field' in query && query.field === null;
}

/** The parts that must all hold. */
function partsOf(query: Query): readonly Query[] {
  return 'all' in query ? query.all.flatMap(partsOf) : [query];
}

const NUTRIMENT = /^nutriments\.([a-z0-9-]+)_100g$/;
const TEXTS = { product_name: 'name', generic_name: 'generic_name' } as const;
/** Each of them is a search of its own. */
const MAX_SEARCHES = 10;

/** Turns queries into conditions. What is not asked for is passed down to the fields, which have rules for the unknown. */
class Conditions {
  readonly selected: { kind: TagKind; tags: readonly string[] }[] = [];
  readonly #idOf: (code: string) => number | null;
  readonly #hasTag: HasAllergenTag;
  #searches = 0;

  constructor(idOf: (code: string) => number | null, hasTag: HasAllergenTag) {
    this.#idOf = idOf;
    this.#hasTag = hasTag;
  }

  of(query: Query, isWithout: boolean): Where {
    if ('not' in query) return this.of(query.not, !isWithout);
    if ('field' in query) return this.#ofField(query.field, query.value, isWithout);
    const isAll = 'all' in query !== isWithout;
    const parts = ('all' in query ? query.all : query.any).map((part) => this.of(part, isWithout));
    return isAll ? { all: parts } : { any: parts };
  }

  #ofField(field: string | null, value: Value, isWithout: boolean): Where {
    if (field === null) return this.#ofWords(value, 'anything', isWithout);
    const kind = kindOf(field);
    if (kind !== undefined) return this.#ofTags(kind, field, value, isWithout);
    const nutriment = NUTRIMENT.exec(field)?.[1];
    if (nutriment !== undefined) {
      const where = withAmount(nutriment, amountsOf(field, value), isWithout);
      if (where !== null) return where;
    } else if (field === 'code') return this.#ofCode(value, isWithout);
    const within = memberOf(TEXTS, field);
    if (within !== undefined) {
      if (value === 'known' && within === 'name') return isWithout ? NOTHING : EVERYTHING;
      if (typeof value === 'object' && 'text' in value) return this.#ofWords(value, within, isWithout);
      throw new QueryCheckError(`Field ${field} can only be searched for words`);
    }
    throw new QueryCheckError(`Unknown field ${field}`);
  }

  /** Words without a field have no other values. */
  #ofWords(value: Value, within: 'anything' | 'name' | 'generic_name', isWithout: boolean): Where {
    if (value === 'known' || !('text' in value)) return NOTHING;
    if (++this.#searches > MAX_SEARCHES)
      throw new QueryCheckError(`Too many words with conditions of their own: at most ${MAX_SEARCHES}`);
    const words = readTerms(value.text);
    if ([...words].length < MIN_QUERY_LENGTH) return { ids: [], isWithout };
    return { words, isPhrase: value.isPhrase, within, isWithout };
  }

  #ofTags(kind: TagKind, field: string, value: Value, isWithout: boolean): Where {
    if (value === 'known') return { kind, tags: 'known', isWithout };
    if ('text' in value) {
      const where = tagged(kind, value.text, isWithout, this.#hasTag);
      if ('kind' in where && !where.isWithout && typeof where.tags !== 'string')
        this.selected.push({ kind, tags: where.tags });
      return where;
    }
    const scale = scaleOf(kind);
    if (scale === undefined) throw new QueryCheckError(`Field ${field} has no ranges`);
    const { from, to, isMinExcluded = false, isMaxExcluded = false } = value;
    const isAbove = (one: string) => from === null || one > from || (one === from && !isMinExcluded);
    const isBelow = (one: string) => to === null || one < to || (one === to && !isMaxExcluded);
    return { kind, tags: scale.filter((one) => isAbove(one) && isBelow(one)), isWithout };
  }

  #ofCode(value: Value, isWithout: boolean): Where {
    if (value === 'known') return isWithout ? NOTHING : EVERYTHING;
    if (!('text' in value)) throw new QueryCheckError('Field code has no ranges');
    const id = this.#idOf(value.text);
    return { ids: id === null ? [] : [id], isWithout };
  }
}

function amountsOf(field: string, value: Value): Range {
  if (value === 'known') return { min: null, max: null };
  const read = (text: string | null) => {
    if (text !== null && !/^-?\d+(?:\.\d+)?$/.test(text))
      throw new QueryCheckError(`Field ${field} is compared with numbers, not with ${text}`);
    return text === null ? null : Number(text);
  };
  if ('text' in value) return { min: read(value.text), max: read(value.text) };
  const { from, to, isMinExcluded = false, isMaxExcluded = false } = value;
  return { min: read(from), max: read(to), isMinExcluded, isMaxExcluded };
}
