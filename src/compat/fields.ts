import { remember } from '../food/remember.ts';
import { memberOf } from '../member-of.ts';
import type { TextWriter } from '../text-writer.ts';
import { addNutriments, findNutriment } from './nutriments.ts';
import { memberName, ObjectWriter } from './object-writer.ts';
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

/** Writes the requested members, as far as they are known, as the JSON of an object. */
export function addProduct(text: TextWriter, product: Product, fields: Fields): void {
  const members = new ObjectWriter(text);
  if (fields === 'all') addAll(members, product);
  else addSome(members, product, fields);
  members.end();
}

const MEMBERS_WITH_NAMES = [...MEMBERS].map(([name, read]) => ({ name: memberName(name), read }));
const TEXTS_WITH_NAMES = [...TEXTS_BY_LANGUAGE].map(([name, read]) => ({
  nameIn: remember((language) => memberName(`${name}_${language}`)),
  read,
}));
const NUTRIMENTS_NAME = memberName(NUTRIMENTS);

function addAll(members: ObjectWriter, product: Product): void {
  for (const { name, read } of MEMBERS_WITH_NAMES) members.add(name, read(product));
  for (const { nameIn, read } of TEXTS_WITH_NAMES) {
    const texts = read(product);
    for (const language in texts) members.add(nameIn(language), memberOf(texts, language));
  }
  addAllNutriments(members, product);
}

function addSome(members: ObjectWriter, product: Product, fields: readonly string[]): void {
  for (const name of fields) {
    if (name === NUTRIMENTS) addAllNutriments(members, product);
    else {
      const read = MEMBERS.get(name);
      const value = read === undefined ? readOther(product, name) : read(product);
      if (value !== undefined) members.add(fieldName(name), value);
    }
  }
  if (!fields.includes(NUTRIMENTS)) addNested(members, product, fields);
}

/** Apps request the same few names. */
const fieldName = remember(memberName, MOST_FIELDS);

/** Always there, even without a single nutriment: some apps depend on it. */
function addAllNutriments(members: ObjectWriter, { food, record }: Product): void {
  addNutriments(members.begin(NUTRIMENTS_NAME), food, record.nutrients);
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
function addNested(members: ObjectWriter, product: Product, fields: readonly string[]): void {
  const nested = fields.flatMap((name) => NESTED_NUTRIMENT.exec(name)?.[1] ?? []);
  if (nested.length === 0) return;
  const inner = new ObjectWriter(members.begin(NUTRIMENTS_NAME));
  for (const name of nested) inner.add(fieldName(name), findNutriment(product.nutriments, name));
  inner.end();
}
