import { tagName } from '../food/tags.ts';
import { memberOf } from '../member-of.ts';
import { remember } from '../remember.ts';
import { WITH_NUTRITION } from './form.ts';
import { findNutriment, writeNutriment } from './nutriments.ts';
import { membersOf, type Product, TEXTS_BY_LANGUAGE } from './product.ts';

/** The members that a caller requests with `fields=`. */
export type Fields = readonly string[] | 'all';

/** More members than Open Food Facts has; the rest is not read. */
const MAX_FIELDS = 300;
/** Words that stand for the whole product. */
const EVERYTHING: ReadonlySet<string> = new Set(['all', 'raw']);
const NUTRIMENTS = 'nutriments';
/** No member is nested deeper. */
const MAX_LEVELS = 6;

/** Everything, if none are named. */
export function readFields(list: string | null): Fields {
  if (list === null) return 'all';
  const names = new Set(list.split(',', MAX_FIELDS).map((name) => name.trim()));
  names.delete('');
  return names.size === 0 || names.intersection(EVERYTHING).size > 0 ? 'all' : [...names];
}

/**
 * The requested members, as far as they are known, as the JSON of an object. It is joined from the texts of its members:
 * building an object of a hundred members and writing that took about a sixth longer. `further` are members that are not the
 * product's own.
 */
export function writeProduct(product: Product, fields: Fields, further: readonly string[] = []): string {
  const members = fields === 'all' ? allMembers(product) : someMembers(product, fields);
  return objectOf([...members, ...further]);
}

function objectOf(members: readonly string[]): string {
  return `{${members.join(',')}}`;
}

/** Undefined, null, an empty text and an empty list all leave a member out. Names that have a value need no escapes. */
function add(members: string[], name: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return;
  if (!Array.isArray(value) || value.length > 0) members.push(`"${name}":${JSON.stringify(value)}`);
}

function allMembers(product: Product): string[] {
  const members: string[] = [];
  const { form } = product.options;
  for (const [name, read] of membersOf(form)) add(members, name, read(product));
  for (const [name, read] of TEXTS_BY_LANGUAGE) {
    const texts = read(product);
    // A catalogue may have anything for a language.
    for (const language in texts)
      add(members, JSON.stringify(`${name}_${language}`).slice(1, -1), memberOf(texts, language));
  }
  if (form.schema < WITH_NUTRITION) members.push(allNutriments(product));
  return members;
}

/** Several apps name `nutriments` in every version, also where a whole product has none. */
function someMembers(product: Product, fields: readonly string[]): string[] {
  const members: string[] = [];
  const read = memberReader(product);
  for (const name of fields) {
    if (name === NUTRIMENTS) members.push(allNutriments(product));
    // A part is added with its root, below.
    else if (!name.includes('.')) add(members, name, read(name));
  }
  const paths = fields.filter((name) => name.includes('.')).map((name) => name.split('.', MAX_LEVELS));
  const nested = Map.groupBy(paths, ([root]) => root!);
  for (const [root, paths] of nested)
    if (!fields.includes(root)) addParts(members, product, read, root, paths);
  return members;
}

type ReadMember = (name: string) => unknown;

/** Each member is made once, however many of its parts or languages are named. */
function memberReader(product: Product): ReadMember {
  const members = membersOf(product.options.form);
  const own = remember((name: string) => members.get(name)?.(product));
  const namesIn = remember((name: string) => namesOf(own(name)));
  return (name) => (members.has(name) ? own(name) : readOther(product, name, namesIn));
}

/** Parts of a member, such as `nutrition.aggregated_set`, as the member has them. */
function addParts(
  members: string[],
  product: Product,
  read: ReadMember,
  root: string,
  paths: readonly (readonly string[])[],
): void {
  const parts = {};
  for (const [, ...path] of paths) {
    if (root === NUTRIMENTS) setPart(parts, path, findNutriment(product.nutriments, path[0]!));
    else setPart(parts, path, valueAt(read(root), path));
  }
  if (root === NUTRIMENTS || Object.keys(parts).length > 0)
    members.push(`${JSON.stringify(root)}:${JSON.stringify(parts)}`);
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null ? memberOf(part as Record<string, unknown>, name) : undefined,
    value,
  );
}

function setPart(parts: object, path: readonly string[], value: unknown): void {
  if (value === undefined) return;
  const [name = '', ...rest] = path;
  const own = memberOf(parts as Record<string, unknown>, name);
  const part = rest.length === 0 ? value : { ...(own as object) };
  if (rest.length > 0) setPart(part as object, rest, value);
  Object.defineProperty(parts, name, { value: part, enumerable: true, configurable: true, writable: true });
}

/** Always there, even without a single nutriment: some apps depend on it. */
function allNutriments({ nutriments }: Product): string {
  return `"${NUTRIMENTS}":${objectOf(nutriments.map(writeNutriment))}`;
}

const BY_LANGUAGE = /^([a-z_]+)_([a-z]{2})$/;
const ALL_LANGUAGES = /^([a-z_]+)_languages$/;
const NUTRIMENT = /^[a-z0-9-]+_(?:100g|serving)$/;

/** A text in one language or in all, the names of tags, or a single nutriment. */
function readOther(product: Product, name: string, namesIn: (tags: string) => unknown): unknown {
  const [, text = '', language = ''] = BY_LANGUAGE.exec(name) ?? [];
  const texts = TEXTS_BY_LANGUAGE.get(text);
  if (texts !== undefined) return memberOf(texts(product), language);
  const all = TEXTS_BY_LANGUAGE.get(ALL_LANGUAGES.exec(name)?.[1] ?? '');
  if (all !== undefined) return all(product);
  if (text.endsWith('_tags')) return namesIn(text);
  return NUTRIMENT.test(name) ? findNutriment(product.nutriments, name) : undefined;
}

function namesOf(tags: unknown): string[] | null {
  return Array.isArray(tags) ? tags.map(tagName) : null;
}
