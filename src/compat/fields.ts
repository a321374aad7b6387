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

/** How each member begins, as JSON. */
const KEYS: ReadonlyMap<string, string> = new Map([...MEMBERS.keys()].map((name) => [name, `,"${name}":`]));

/** The members asked for, as far as they are known, as the JSON of an object. */
export function writeProduct(product: Product, fields: Fields): string {
  const text = fields === 'all' ? writeAll(product) : writeSome(product, fields);
  return `{${text.slice(1)}}`;
}

function writeAll(product: Product): string {
  let text = '';
  for (const [name, read] of MEMBERS) text += writeMember(KEYS.get(name)!, read(product));
  for (const [member, read] of TEXTS_BY_LANGUAGE) {
    const texts = read(product);
    for (const language in texts) text += writeMember(`,"${member}_${language}":`, texts[language]);
  }
  return text + writeAllNutriments(product);
}

function writeSome(product: Product, fields: readonly string[]): string {
  let text = '';
  for (const name of fields) {
    const read = MEMBERS.get(name);
    if (read !== undefined) text += writeMember(KEYS.get(name)!, read(product));
    else if (name === NUTRIMENTS) text += writeAllNutriments(product);
    else text += writeOther(product, name);
  }
  return fields.includes(NUTRIMENTS) ? text : text + writeNested(product, fields);
}

/** Always there, even without a single nutriment: there are apps that cannot do without. */
function writeAllNutriments({ nutriments }: Product): string {
  return `,"${NUTRIMENTS}":${writeNutriments(nutriments)}`;
}

function writeMember(key: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'number') return key + value;
  if (Array.isArray(value) && value.length === 0) return '';
  return key + JSON.stringify(value);
}

const BY_LANGUAGE = /^([a-z_]+)_([a-z]{2})$/;
const ALL_LANGUAGES = /^([a-z_]+)_languages$/;
const NESTED_NUTRIMENT = /^nutriments\.([a-z0-9-]+(?:_[a-z0-9]+)?)$/;
const NUTRIMENT = /^[a-z0-9-]+_(?:100g|serving)$/;

/** A text in one language or in all, or a single nutriment. */
function writeOther(product: Product, name: string): string {
  const key = `,${JSON.stringify(name)}:`;
  const [, text = '', language = ''] = BY_LANGUAGE.exec(name) ?? [];
  const texts = TEXTS_BY_LANGUAGE.get(text);
  if (texts !== undefined) return writeMember(key, texts(product)[language]);
  const all = TEXTS_BY_LANGUAGE.get(ALL_LANGUAGES.exec(name)?.[1] ?? '');
  if (all !== undefined) return writeMember(key, all(product));
  return NUTRIMENT.test(name) ? writeMember(key, findNutriment(product.nutriments, name)) : '';
}

/** Single nutriments inside of `nutriments`, where they are asked for so. */
function writeNested(product: Product, fields: readonly string[]): string {
  const nested = fields.flatMap((name) => NESTED_NUTRIMENT.exec(name)?.[1] ?? []);
  if (nested.length === 0) return '';
  const text = nested.map((name) => writeMember(`,"${name}":`, findNutriment(product.nutriments, name)));
  return `,"${NUTRIMENTS}":{${text.join('').slice(1)}}`;
}
