import amountsTable from '../../data/language/amounts.tsv' with { type: 'text' };
import unitTable from '../../data/recipe/units.tsv' with { type: 'text' };
import wordTable from '../../data/recipe/words.tsv' with { type: 'text' };
import { onDemand } from '../on-demand.ts';
import { readTable } from './data-table.ts';
import { words } from './fold.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { isJoined, Phrases, type Taken, type Tokens } from './tokens.ts';

/** What the amount of a unit is: grams, millilitres, or one piece or package of the food. */
export type UnitKind = 'weight' | 'volume' | 'piece' | 'package';

export interface Unit {
  /** As shown to callers, in English: `tbsp`, `clove`. */
  readonly name: string;
  readonly kind: UnitKind;
  /** Grams or millilitres of one; for a piece or package the usual grams, null where there are none. */
  readonly amount: number | null;
}

/** Whether it is a weight or a volume. */
export function isMeasured({ kind }: Unit): boolean {
  return kind === 'weight' || kind === 'volume';
}

/** Whether it is a package or a piece, which may hold a weight or a volume. */
export function isHolder(unit: Unit): boolean {
  return !isMeasured(unit);
}

export type Size = 'small' | 'medium' | 'large' | 'extra large';
const SIZES: readonly Size[] = ['small', 'medium', 'large', 'extra large'];

const METRIC_VOLUMES: ReadonlySet<string> = new Set(['ml', 'cl', 'dl', 'l']);
export function isMetricVolume({ name }: Unit): boolean {
  return METRIC_VOLUMES.has(name);
}

/** The phrases of data/recipe/words.tsv that have a role, of all languages or of one. */
export function listPhrases(role: string, language: Language | null = null): string[] {
  return readTable(wordTable).flatMap(([own, languages = '', list = '']) =>
    own === role && (language === null || languages.split(' ').includes(language)) ? list.split(', ') : [],
  );
}

/** The phrases of all roles that begin alike, each with the rest of its role: `number:2`, `manner:chopped`. */
export function listMeanings(
  role: string,
  language: Language | null = null,
): [phrase: string, meaning: string][] {
  return readTable(wordTable).flatMap(([own = '', languages = '', list = '']) =>
    own.startsWith(role) && (language === null || languages.split(' ').includes(language))
      ? list.split(', ').map((phrase): [string, string] => [phrase, own.slice(role.length)])
      : [],
  );
}

export function phrasesOf(...roles: readonly string[]): Phrases<true> {
  return new Phrases(roles.flatMap((role) => listPhrases(role)).map((phrase) => [phrase, true] as const));
}

function readUnits(): Phrases<Unit> {
  return new Phrases(
    readTable(unitTable).flatMap(([name = '', kind = '', amount = '', , list = '']) => {
      const unit: Unit = { name, kind: kind as UnitKind, amount: amount === '-' ? null : Number(amount) };
      return list.split(', ').map((phrase) => [phrase, unit] as const);
    }),
  );
}

/** The words of amounts, read for the first text that may have one. */
export const amountWords = onDemand(() => ({
  units: readUnits(),
  numbers: new Phrases(listMeanings('number:').map(([phrase, value]) => [phrase, Number(value)] as const)),
  sizes: new Phrases(SIZES.flatMap((size) => listPhrases(size).map((phrase) => [phrase, size] as const))),
  /** Before the first number of a range, and between the two. */
  between: phrasesOf('between'),
  range: phrasesOf('range'),
  /** Between a whole number and a fraction, or between two amounts that add up. */
  join: phrasesOf('join'),
  about: phrasesOf('about'),
  of: phrasesOf('of'),
  /** `heaped`, `gestrichen`. */
  measure: phrasesOf('measure'),
  /** `whole` of `1 whole head garlic`. */
  described: phrasesOf('described'),
  /** Before and behind what each of several pieces weighs. */
  eachOf: phrasesOf('each of'),
  each: phrasesOf('each'),
  /** Amounts that need no number: `glass of`. */
  ofOne: new Phrases(
    readTable(amountsTable).flatMap(([, list = '']) =>
      list.split(', ').map((phrase) => [phrase, true] as const),
    ),
  ),
}));

/** The unit that a text begins with: `14-ounce`, `400-g-Dose`, `1lb2oz`. */
export function takeUnit(tokens: Tokens): Taken<Unit> | null {
  const { units } = amountWords();
  const found = units.find(isJoined(tokens) ? tokens.slice(1) : tokens);
  if (found === null || !isJoined(found.rest)) return found;
  const isExact =
    found.value.kind === 'weight' || found.value.name === 'fl oz' || isMetricVolume(found.value);
  return isExact ? { ...found, rest: found.rest.slice(1) } : null;
}

/** Every word of the tables, with the languages that use it. */
export function listLanguages(): [word: string, languages: readonly Language[]][] {
  const rows = [
    ...readTable(unitTable).map(([, , , languages = '', list = '']) => ({ languages, list })),
    ...readTable(wordTable).map(([, languages = '', list = '']) => ({ languages, list })),
  ];
  return rows.flatMap(({ languages, list }) => {
    const own = LANGUAGES.filter((language) => languages.split(' ').includes(language));
    return words(list).map((word): [string, readonly Language[]] => [word, own]);
  });
}
