import type { HasAllergenTag } from '../food/allergens.ts';
import { findCountry } from '../food/countries.ts';
import type { TagKind, Where } from '../food/food-filters.ts';
import {
  comparedWith,
  countConditions,
  kindOf,
  MAX_CONDITIONS,
  NOTHING,
  tagged,
  withAmount,
} from './conditions.ts';

/**
 * The filters of `/api/v2/search` and `/cgi/search.pl`. One that cannot be answered finds nothing: whoever filters by a
 * diet must not be shown what it excludes.
 */
export function readFilters(sent: URLSearchParams, hasTag: HasAllergenTag): Where[] {
  const filters = [...sent].flatMap(([name, value]) => (value === '' ? [] : readFilter(name, value, hasTag)));
  const all = [...filters, ...readNumbered(sent, hasTag)];
  return countConditions({ all }) > MAX_CONDITIONS ? [NOTHING] : all;
}

const TAG_FILTER = /^(\w+)_tags(?:_[a-z]{2})?$/;
/** `sugars_100g<=5` arrives as the name `sugars_100g<` with the value 5. */
const AMOUNT_FILTER = /^([a-z0-9-]+)_(100g|serving)([<>]?)$/;
/** Tells how far a page of Open Food Facts has been filled in. */
const STATES = 'states';
/** What apps only rate products by begins like this, such as ingredients that somebody does not want. */
const ATTRIBUTE = 'attribute_';

function readFilter(name: string, value: string, hasTag: HasAllergenTag): Where[] {
  const amount = AMOUNT_FILTER.exec(name);
  if (amount !== null) return [readAmount(amount, value)];
  const type = TAG_FILTER.exec(name)?.[1];
  if (type === STATES || type?.startsWith(ATTRIBUTE)) return [];
  if (type !== undefined) return readTags(kindOf(type), value, hasTag);
  if (name === 'additives') return readAdditives(value, hasTag);
  // A country that does not exist was always taken for none.
  if (name === 'countries' && findCountry(value.split(',', 1)[0]!) === null) return [];
  const kind = kindOf(name);
  return kind === undefined || name === 'lang' ? [] : readTags(kind, value, hasTag);
}

/** `a,b` is both, `a|b` either, `-a|b` none of them. */
function readTags(kind: TagKind | undefined, value: string, hasTag: HasAllergenTag): Where[] {
  if (kind === undefined) return [NOTHING];
  return value.split(',').map((text) => {
    const isWithout = text.startsWith('-');
    const parts = (isWithout ? text.slice(1) : text)
      .split('|')
      .map((part) => tagged(kind, part, isWithout, hasTag));
    return isWithout ? { all: parts } : { any: parts };
  });
}

/** Also by words, where `indifferent` is no filter. */
function readAdditives(value: string, hasTag: HasAllergenTag): Where[] {
  const kind = 'additives';
  if (value === 'indifferent') return [];
  if (value === 'with') return [{ kind, tags: 'any' }];
  if (value === 'without')
    return [
      { kind, tags: 'known' },
      { kind, tags: 'any', isWithout: true },
    ];
  return readTags(kind, value, hasTag);
}

/** `sugars_100g<=5`, `sugars_100g=<5` and `sugars_100g=5`. */
function readAmount([, name = '', per, comparison = '']: RegExpExecArray, value: string): Where {
  const [, within = '', number = ''] = /^([<>]=?)?(\d+(?:\.\d+)?)$/.exec(value) ?? [];
  if (number === '' || per !== '100g') return NOTHING;
  const operator = comparison === '' ? within : `${comparison}=`;
  return withAmount(name, comparedWith(operator, Number(number)), false) ?? NOTHING;
}

const CONTAINS = 'contains';

/** `tagtype_0=labels&tag_contains_0=contains&tag_0=organic`, from 0 until one is missing. */
function readNumbered(sent: URLSearchParams, hasTag: HasAllergenTag): Where[] {
  const filters: Where[] = [];
  for (let at = 0; at <= MAX_CONDITIONS; at++) {
    const type = sent.get(`tagtype_${at}`);
    const text = sent.get(`tag_${at}`) ?? '';
    if (type === null) break;
    if (type === '' || text === '' || type === STATES) continue;
    const isWithout = (sent.get(`tag_contains_${at}`) ?? CONTAINS) !== CONTAINS;
    const kind = kindOf(type);
    filters.push(kind === undefined ? NOTHING : tagged(kind, text, isWithout, hasTag));
  }
  return filters;
}
