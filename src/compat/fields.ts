import { memberOf } from '../member-of.ts';
import { findNutriment, writeNutriment } from './nutriments.ts';
import { MEMBERS, type Product, TEXTS_BY_LANGUAGE } from './product.ts';

/** The members that a caller requests with `fields=`. */
export type Fields = readonly string[] | 'all';

/** More members than Open Food Facts has; the rest is not read. */
const MOST_FIELDS = 300;
/** Words that stand for the whole product. */
const EVERYTHING: ReadonlySet<string> = new Set(['all', 'raw']);
const NUTRIMENTS = 'nutriments';

/** Everything, if none are named. */
export function readFields(list: string | null): Fields {
  if (list === null) return 'all';
  const names = new Set(list.split(',', MOST_FIELDS).map((name) => name.trim()));
  names.delete('');
  return names.size === 0 || names.intersection(EVERYTHING).size > 0 ? 'all' : [...names];
}

/**
 * The requested members, as far as they are known, as the JSON of an object. It is joined from the texts of its members:
 * building an object of a hundred members and writing that took about a sixth longer.
 */
export function writeProduct(product: Product, fields: Fields): string {
  const members = fields === 'all' ? allMembers(product) : someMembers(product, fields);
  return objectOf(members);
}

function objectOf(members: readonly string[]): string {
  return `{${members.join(',')}}`;
}

/** Undefined, null, an empty text and an empty list all leave a member out. A name may end in the language of a catalogue. */
function add(members: string[], name: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return;
  if (!Array.isArray(value) || value.length > 0)
    members.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
}

function allMembers(product: Product): string[] {
  const members: string[] = [];
  for (const [name, read] of MEMBERS) add(members, name, read(product));
  for (const [name, read] of TEXTS_BY_LANGUAGE) {
    const texts = read(product);
    for (const language in texts) add(members, `${name}_${language}`, memberOf(texts, language));
  }
  members.push(allNutriments(product));
  return members;
}

function someMembers(product: Product, fields: readonly string[]): string[] {
  const members: string[] = [];
  for (const name of fields) {
    if (name === NUTRIMENTS) members.push(allNutriments(product));
    else {
      const read = MEMBERS.get(name);
      add(members, name, read === undefined ? readOther(product, name) : read(product));
    }
  }
  if (!fields.includes(NUTRIMENTS)) addNested(members, product, fields);
  return members;
}

/** Always there, even without a single nutriment: some apps depend on it. */
function allNutriments({ nutriments }: Product): string {
  return `"${NUTRIMENTS}":${objectOf(nutriments.map(writeNutriment))}`;
}

const BY_LANGUAGE = /^([a-z_]+)_([a-z]{2})$/;
const ALL_LANGUAGES = /^([a-z_]+)_languages$/;
const NESTED_NUTRIMENT = /^nutriments\.([a-z0-9-]+(?:_[a-z0-9]+)?)$/;
const NUTRIMENT = /^[a-z0-9-]+_(?:100g|serving)$/;

/** A text in one language or in all, or a single nutriment. */
function readOther(product: Product, name: string): unknown {
  const [, text = '', language = ''] = BY_LANGUAGE.exec(name) ?? [];
  const texts = TEXTS_BY_LANGUAGE.get(text);
  if (texts !== undefined) return memberOf(texts(product), language);
  const all = TEXTS_BY_LANGUAGE.get(ALL_LANGUAGES.exec(name)?.[1] ?? '');
  if (all !== undefined) return all(product);
  return NUTRIMENT.test(name) ? findNutriment(product.nutriments, name) : undefined;
}

/** Single nutriments inside `nutriments`, if they are requested that way. */
function addNested(members: string[], product: Product, fields: readonly string[]): void {
  const nested = fields.flatMap((name) => NESTED_NUTRIMENT.exec(name)?.[1] ?? []);
  if (nested.length === 0) return;
  const inner: string[] = [];
  for (const name of nested) add(inner, name, findNutriment(product.nutriments, name));
  members.push(`"${NUTRIMENTS}":${objectOf(inner)}`);
}
