import table from '../../data/countries.tsv' with { type: 'text' };
import { remember } from '../remember.ts';
import { readTable } from '../text/data-table.ts';

const ROWS = readTable(table);
/** Code and names alike lead to the code. */
const CODE_OF: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap(([code = '', ...names]) => [code, ...names.join(' ').split(' ')].map((name) => [name, code])),
);
/** The usual name of each country, by code. */
const USUAL_NAME: ReadonlyMap<string, string> = new Map(ROWS.map(([code = '', name = '']) => [code, name]));
const TAG_LANGUAGE = /^[a-z]{2,3}:/;
const MARKS = /\p{M}+/gu;
const BETWEEN_WORDS = /[^a-z]+/g;

/**
 * Countries as one text of sorted codes ("be fr"), or null where none is known: a food has one short text, and equal
 * sets are equal texts.
 */
export type CountrySet = string;

/**
 * The countries in a list of tags ("en:france,en:belgium") or of English names; anything else, such as "en:world", is
 * left out.
 */
export const readCountries = remember((list): CountrySet | null =>
  countrySet(list.split(',').flatMap((name) => CODE_OF.get(nameOf(name)) ?? [])),
);

/** The code of a country by code or English name, or null when there is no such country. */
export function findCountry(text: string): string | null {
  return CODE_OF.get(nameOf(text)) ?? null;
}

export function listCountries(set: CountrySet): string[] {
  return set.split(' ');
}

/** The countries as Open Food Facts' tags: "be fr" → `en:belgium`, `en:france`. */
export function countryTags(set: CountrySet): string[] {
  return listCountries(set).map((code) => `en:${USUAL_NAME.get(code) ?? code}`);
}

export function uniteCountries(one: CountrySet | null, other: CountrySet | null): CountrySet | null {
  if (one === null || other === null || one === other) return one ?? other;
  return countrySet([...listCountries(one), ...listCountries(other)]);
}

function countrySet(codes: readonly string[]): CountrySet | null {
  return codes.length === 0 ? null : [...new Set(codes)].sort().join(' ');
}

/** As a tag writes it: "Côte d'Ivoire" → "cote-d-ivoire". */
function nameOf(text: string): string {
  const plain = text.trim().toLowerCase().replace(TAG_LANGUAGE, '').normalize('NFD').replace(MARKS, '');
  return plain.replace(BETWEEN_WORDS, '-');
}
