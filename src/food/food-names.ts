/** A name of a food besides its own. */
export interface FoodName {
  /** A code of two or three letters. */
  language: string;
  kind: NameKind;
  name: string;
  /** What people call exactly this in English, where that says more than what they call the food: `plum tomato`. */
  english?: string;
}

/**
 * How a name came about: written by its source, written by it in a language that its country does not speak, said by people, said of another table's version of the same food, said of another
 * food that this one merely stands in for, meaning this food in recipes only, or made from another name by the build, which is to be
 * found but not to be shown.
 */
export type NameKind =
  | 'official'
  | 'translated'
  | 'everyday'
  | 'version'
  | 'stand-in'
  | 'ingredient'
  | 'derived';

const LETTERS: Readonly<Record<NameKind, string>> = {
  official: 'o',
  translated: 't',
  everyday: 'e',
  version: 'v',
  'stand-in': 's',
  ingredient: 'i',
  derived: 'd',
};
const KINDS = new Map(Object.entries(LETTERS).map(([kind, letter]) => [letter, kind as NameKind]));

/** Names as a catalogue stores them; null for none. */
export function writeNames(names: readonly FoodName[]): string | null {
  if (names.length === 0) return null;
  return names
    .map(({ language, kind, name, english }) =>
      [`${language} ${LETTERS[kind]} ${name}`, ...(english === undefined ? [] : [english])].join(ENGLISH),
    )
    .join('\t');
}

/** Leaves out what is not a name, as in a catalogue that somebody altered. */
export function readNames(stored: string | null): FoodName[] {
  if (stored === null) return [];
  const names: FoodName[] = [];
  for (const text of stored.split('\t')) {
    const end = text.indexOf(ENGLISH);
    const said = end === -1 ? text : text.slice(0, end);
    const space = said.indexOf(' ');
    const kind = KINDS.get(said[space + 1] ?? '');
    if (kind === undefined || !STORED.test(said)) continue;
    const name: FoodName = { language: said.slice(0, space), kind, name: said.slice(space + 3) };
    if (end !== -1) name.english = text.slice(end + 1);
    names.push(name);
  }
  return names;
}

/** Whether stored names have one of a kind in a language: to read them all takes much longer. */
export function hasStoredName(stored: string | null, kind: NameKind, language: string): boolean {
  const start = `${language} ${LETTERS[kind]} `;
  return stored !== null && (stored.startsWith(start) || stored.includes(`\t${start}`));
}

/** Between a name and what it is called in English; no name has it. */
const ENGLISH = '\u001f';
const STORED = /^[a-z]{2,3} [a-z] ./s;

/** Whether people may see a name: the others are only for finding a food. */
export function isShown({ kind }: FoodName): boolean {
  return kind !== 'stand-in' && kind !== 'ingredient' && kind !== 'derived';
}

/** Whether people say a name, be it of another food or in a recipe only. */
export function isSaid({ kind }: FoodName): boolean {
  return kind === 'everyday' || kind === 'stand-in' || kind === 'ingredient';
}

/** A name that its food is found by: a recipe asks for those that mean it only there, and a version is called so to be shown. */
export type SearchedName = FoodName & { kind: Exclude<NameKind, 'ingredient' | 'version'> };

export function isSearched(name: FoodName): name is SearchedName {
  return name.kind !== 'ingredient' && name.kind !== 'version';
}

/** What people call a food in a language, be it this one or another table's version of it; null where nothing is known. */
export function saidName(names: readonly FoodName[], language: string): string | null {
  return nameOfKind(names, 'everyday', language) ?? nameOfKind(names, 'version', language);
}

/** What its source calls a food in a language; null where it does not. */
export function writtenName(names: readonly FoodName[], language: string): string | null {
  return nameOfKind(names, 'official', language) ?? nameOfKind(names, 'translated', language);
}

/** The name of a kind in a language; null where there is none. */
export function nameOfKind(names: readonly FoodName[], kind: NameKind, language: string): string | null {
  return names.find((one) => one.kind === kind && one.language === language)?.name ?? null;
}

/** The name that may be shown in each language, an everyday one where there are several. */
export function namesByLanguage(names: readonly FoodName[]): Record<string, string> {
  const languages = new Set(names.filter(isShown).map(({ language }) => language));
  return Object.fromEntries(
    Array.from(languages, (language) => [
      language,
      saidName(names, language) ?? writtenName(names, language)!,
    ]),
  );
}
