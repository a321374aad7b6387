import { findNutriment, writeNutriments } from './nutriments.ts';
import { MEMBERS, type Product, TEXTS_BY_LANGUAGE } from './product.ts';

/** The members that a caller asks for with `fields=`. */
export type Fields = readonly string[] | 'all';

/** More than Open Food Facts has members; what follows is not read. */
const MOST_FIELDS = 300;
/** Words that stand for the whole product. */
const EVERYTHING: ReadonlySet<string> = new Set(['all', 'raw']);
const NUTRIMENTS = 'nutriments';

/** Without any, everything. */
export function readFields(list: string | null): Fields {
  if (list === null) return 'all';
  const names = new Set(list.split(',', MOST_FIELDS).map((name) => name.trim()));
  names.delete('');
  return names.size === 0 || names.intersection(EVERYTHING).size > 0 ? 'all' : [...names];
}

/** The members asked for, as far as they are known, as the JSON of an object. */
export function writeProduct(product: Product, fields: Fields): string {
  const text = fields === 'all' ? writeAll(product) : writeSome(product, fields);
  return `{${text.slice(1)}}`;
}

/** Members by name, which are written at once: each on its own would take twice as long. */
type Members = Record<string, unknown>;

/** Every member of a product, unknown: filling them in takes half the time of adding one after another. */
const BLANK: Members = Object.fromEntries([...MEMBERS.keys()].map((name) => [name, undefined]));

function writeAll(product: Product): string {
  const members: Members = { ...BLANK };
  for (const [name, read] of MEMBERS) addMember(members, name, read(product));
  for (const [member, read] of TEXTS_BY_LANGUAGE) {
    const texts = read(product);
    for (const language in texts) addMember(members, `${member}_${language}`, texts[language]);
  }
  return writeMembers(members) + writeAllNutriments(product);
}

function writeSome(product: Product, fields: readonly string[]): string {
  let text = '';
  let members: Members = {};
  for (const name of fields) {
    if (name === NUTRIMENTS) {
      text += writeMembers(members) + writeAllNutriments(product);
      members = {};
    } else {
      const read = MEMBERS.get(name);
      addMember(members, name, read === undefined ? readOther(product, name) : read(product));
    }
  }
  text += writeMembers(members);
  return fields.includes(NUTRIMENTS) ? text : text + writeNested(product, fields);
}

/** Always there, even without a single nutriment: there are apps that cannot do without. */
function writeAllNutriments({ nutriments }: Product): string {
  return `,"${NUTRIMENTS}":${writeNutriments(nutriments)}`;
}

function addMember(members: Members, name: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return;
  if (!Array.isArray(value) || value.length > 0) members[name] = value;
}

/** With a comma before each of them. */
function writeMembers(members: Members): string {
  const text = JSON.stringify(members);
  return text === '{}' ? '' : `,${text.slice(1, -1)}`;
}

const BY_LANGUAGE = /^([a-z_]+)_([a-z]{2})$/;
const ALL_LANGUAGES = /^([a-z_]+)_languages$/;
const NESTED_NUTRIMENT = /^nutriments\.([a-z0-9-]+(?:_[a-z0-9]+)?)$/;
const NUTRIMENT = /^[a-z0-9-]+_(?:100g|serving)$/;

/** A text in one language or in all, or a single nutriment. */
function readOther(product: Product, name: string): unknown {
  const [, text = '', language = ''] = BY_LANGUAGE.exec(name) ?? [];
  const texts = TEXTS_BY_LANGUAGE.get(text);
  if (texts !== undefined) return texts(product)[language];
  const all = TEXTS_BY_LANGUAGE.get(ALL_LANGUAGES.exec(name)?.[1] ?? '');
  if (all !== undefined) return all(product);
  return NUTRIMENT.test(name) ? findNutriment(product.nutriments, name) : undefined;
}

/** Single nutriments inside of `nutriments`, where they are asked for so. */
function writeNested(product: Product, fields: readonly string[]): string {
  const nested = fields.flatMap((name) => NESTED_NUTRIMENT.exec(name)?.[1] ?? []);
  if (nested.length === 0) return '';
  const members: Members = {};
  for (const name of nested) addMember(members, name, findNutriment(product.nutriments, name));
  return `,"${NUTRIMENTS}":${JSON.stringify(members)}`;
}
