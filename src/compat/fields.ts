import { MEMBERS, type Product, TEXTS_BY_LANGUAGE } from './product.ts';

/** The members that a caller asks for with `fields=`. */
export type Fields = readonly string[] | 'all';

/** More than Open Food Facts has members; what follows is not read. */
const MOST_FIELDS = 300;
/** Words that stand for the whole product. */
const EVERYTHING: ReadonlySet<string> = new Set(['all', 'raw']);

/** Without any, everything. */
export function readFields(list: string | null): Fields {
  const names = (list ?? '')
    .split(',', MOST_FIELDS)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0 || names.some((name) => EVERYTHING.has(name)) ? 'all' : names;
}

/** The members asked for, as far as they are known. */
export function selectFields(product: Product, fields: Fields): Record<string, unknown> {
  const selected: Record<string, unknown> = {};
  if (fields === 'all') {
    for (const [name, read] of MEMBERS) keep(selected, name, read(product));
    for (const [text, read] of TEXTS_BY_LANGUAGE) {
      for (const [language, words] of Object.entries(read(product))) selected[`${text}_${language}`] = words;
    }
    return selected;
  }
  for (const name of fields) {
    const read = MEMBERS.get(name);
    if (read === undefined) addOther(selected, product, name);
    else keep(selected, name, read(product));
  }
  return selected;
}

function keep(selected: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return;
  if (Array.isArray(value) && value.length === 0) return;
  selected[name] = value;
}

const BY_LANGUAGE = /^([a-z_]+)_([a-z]{2})$/;
const ALL_LANGUAGES = /^([a-z_]+)_languages$/;
const NESTED_NUTRIMENT = /^nutriments\.([a-z0-9-]+(?:_[a-z0-9]+)?)$/;
const NUTRIMENT = /^[a-z0-9-]+_(?:100g|serving)$/;

/** A text in one language or in all, or a single nutriment. */
function addOther(selected: Record<string, unknown>, product: Product, name: string): void {
  const [, text = '', language = ''] = BY_LANGUAGE.exec(name) ?? [];
  const texts = TEXTS_BY_LANGUAGE.get(text);
  if (texts !== undefined) {
    keep(selected, name, texts(product)[language]);
    return;
  }
  const all = TEXTS_BY_LANGUAGE.get(ALL_LANGUAGES.exec(name)?.[1] ?? '');
  if (all !== undefined) {
    selected[name] = all(product);
    return;
  }
  const nested = NESTED_NUTRIMENT.exec(name)?.[1];
  const nutriment = nested ?? (NUTRIMENT.test(name) ? name : null);
  if (nutriment === null || !Object.hasOwn(product.nutriments, nutriment)) return;
  const value = product.nutriments[nutriment];
  if (nested === undefined) selected[name] = value;
  else selected.nutriments = { ...(selected.nutriments as object | undefined), [nested]: value };
}
