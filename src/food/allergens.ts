import table from '../../data/allergens.tsv' with { type: 'text' };
import { readHeader, readTable } from '../text/data-table.ts';
import { fold } from '../text/fold.ts';

/**
 * The allergens that labels in the European Union must name (Regulation 1169/2011, annex II), by the tags of Open Food
 * Facts.
 */
export const ALLERGENS = [
  'en:gluten',
  'en:crustaceans',
  'en:eggs',
  'en:fish',
  'en:peanuts',
  'en:soybeans',
  'en:milk',
  'en:nuts',
  'en:celery',
  'en:mustard',
  'en:sesame-seeds',
  'en:sulphur-dioxide-and-sulphites',
  'en:lupin',
  'en:molluscs',
] as const;
export type Allergen = (typeof ALLERGENS)[number];

/** Tells whether foods of a catalogue have a tag among their allergens or traces. */
export type HasAllergenTag = (tag: string) => boolean;

const [, , ...LANGUAGES] = readHeader(table);
const ROWS = readTable(table).map(([tag = '', within = '', ...cells]) => ({
  tag,
  within: within === '' ? null : within,
  names: cells.map((cell) => cell.split(', ')),
}));

/** The allergens that have names, by their tags. */
export const NAMED_ALLERGENS: readonly string[] = ROWS.map(({ tag }) => tag);
/** What Open Food Facts names besides, for other countries. Where a label need not name them, a food may still have them. */
const OTHERS = 'none apple banana beef chicken gelatin kiwi matsutake orange peach pork yam';
const READABLE: ReadonlySet<string> = new Set([
  ...NAMED_ALLERGENS,
  ...OTHERS.split(' ').map((name) => `en:${name}`),
]);

/** The tags that each name means: `shellfish` is two. */
const MEANT: ReadonlyMap<string, ReadonlySet<string>> = collect(
  ROWS.flatMap(({ tag, names }) => [nameIn(tag), ...names.flat()].map((name) => [fold(name), tag] as const)),
);

/** The tags that may be said instead of each: a source that says nuts may mean walnuts. */
const INSTEAD: ReadonlyMap<string, ReadonlySet<string>> = collect(
  ROWS.flatMap(({ tag, within }) => {
    return within === null ? [] : ([[tag, within] as const, [within, tag] as const] as const);
  }),
);

function collect(pairs: readonly (readonly [string, string])[]): Map<string, Set<string>> {
  const sets = new Map<string, Set<string>>();
  for (const [key, value] of pairs) sets.set(key, (sets.get(key) ?? new Set()).add(value));
  return sets;
}

/** Whether a tag says which allergen it is. Others are what somebody typed, such as `de:hühnereiweiss`, which is egg. */
export function isReadableAllergen(tag: string): boolean {
  return READABLE.has(tag);
}

/**
 * The tags of an allergen that someone names by its tag or in one of seven languages: `en:milk`, `milk`, `Milch`. Null
 * for a name that is not known.
 */
export function findAllergen(text: string): readonly string[] | null {
  const meant = MEANT.get(fold(nameIn(text)));
  return meant === undefined ? null : [...meant];
}

/** The tags of an allergen that is known. A text that is not a name is taken for a tag of the catalogue. */
export function readAllergen(text: string): readonly string[] {
  return findAllergen(text) ?? [readTag(text)];
}

/** What an allergen is called in a language of the pages; null for a tag without names. */
export function allergenName(tag: string, language: string): string | null {
  const row = ROWS.find((one) => one.tag === tag);
  return row?.names[LANGUAGES.indexOf(language)]?.[0] ?? null;
}

/** What is wrong with a name of an allergen, or null. An unknown one must not pass for an allergen that no food has. */
export function unknownAllergen(text: string, hasTag: HasAllergenTag): string | null {
  if (findAllergen(text) !== null || hasTag(readTag(text))) return null;
  return `unknown allergen; known are ${NAMED_ALLERGENS.join(', ')}, and their names in English, German, French, Spanish, Italian, Portuguese and Dutch`;
}

/**
 * Whether foods with these tags may contain one of the unwanted allergens. A tag that cannot be read may stand for any
 * of them, on either side.
 */
export function mayContain(tags: readonly string[], unwanted: readonly string[]): boolean {
  if (tags.length === 0) return false;
  if (![...tags, ...unwanted].every(isReadableAllergen)) return true;
  return tags.some((tag) => unwanted.some((one) => one === tag || INSTEAD.get(one)?.has(tag)));
}

/** A tag as people write it: `milk` and `EN:Milk` are `en:milk`. */
function readTag(text: string): string {
  const tag = text.trim().toLowerCase();
  return tag.includes(':') ? tag : `en:${tag}`;
}

/** A tag or a name without the language that it begins with. */
function nameIn(text: string): string {
  return text.trim().replace(/^[a-z]{2,3}:/i, '');
}
