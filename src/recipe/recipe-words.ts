import unitTable from '../../data/recipe/units.tsv' with { type: 'text' };
import wordTable from '../../data/recipe/words.tsv' with { type: 'text' };
import { readTable } from '../text/data-table.ts';
import { words } from '../text/fold.ts';
import { listWords } from './ingredient-foods.ts';
import { LANGUAGES, type Language } from './recipe-language.ts';

/** What the amount of a unit is: grams, millilitres, or one piece or package of the food. */
export type UnitKind = 'weight' | 'volume' | 'piece' | 'package';

export interface Unit {
  /** As shown to callers, in English: `tbsp`, `clove`. */
  readonly name: string;
  readonly kind: UnitKind;
  /** Grams or millilitres of one; for a piece or package the usual grams, null where there are none. */
  readonly amount: number | null;
}

export function isMeasured({ kind }: Unit): boolean {
  return kind === 'weight' || kind === 'volume';
}

export type Size = 'small' | 'medium' | 'large' | 'extra large';

/** Phrases at the beginning of a text, the longest first. */
export class Phrases<Value> {
  readonly #byFirstWord = new Map<string, [phrase: string, value: Value][]>();

  add(phrase: string, value: Value): void {
    const [first = ''] = phrase.split(' ');
    const listed = this.#byFirstWord.get(first) ?? [];
    listed.push([phrase, value]);
    listed.sort(([a], [b]) => b.length - a.length);
    this.#byFirstWord.set(first, listed);
  }

  /** The longest phrase that a folded text begins with, as a whole word; null when it begins with none. */
  find(text: string): { value: Value; length: number } | null {
    const [first = ''] = text.split(/[\s(),]/, 1);
    for (const candidate of [first, first.replace(/\.$/, ''), first.replace(/['’].*$/, "'")]) {
      for (const [phrase, value] of this.#byFirstWord.get(candidate) ?? []) {
        if (text.startsWith(phrase) && isWordEnd(text, phrase)) return { value, length: phrase.length };
      }
    }
    return null;
  }
}

/** A phrase ends at a space, a punctuation mark or the end; one that ends in an apostrophe ends anywhere. */
function isWordEnd(text: string, phrase: string): boolean {
  return phrase.endsWith("'") || !/^[\p{L}\p{N}'’-]/u.test(text.slice(phrase.length));
}

/** The phrase that a text begins with, and the text after it. */
export function takePhrase<Value>(
  phrases: Phrases<Value>,
  text: string,
): { value: Value; rest: string } | null {
  const found = phrases.find(text);
  return found === null
    ? null
    : {
        value: found.value,
        rest: text
          .slice(found.length)
          .replace(/^\.(?=\s)/, '')
          .trimStart(),
      };
}

/** A text without the phrase that it begins with. */
export function skipPhrase(phrases: Phrases<true>, text: string): string {
  return takePhrase(phrases, text)?.rest ?? text;
}

/** Case does not matter, nor which apostrophe is typed; accents do, since `à` and `a` are different words. */
export function foldLine(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('’', "'");
}

export const UNITS = new Phrases<Unit>();
export const NUMBER_WORDS = new Phrases<number>();
/** Before the first number of a range. */
export const BETWEEN_WORDS = phrasesOf('between');
export const RANGE_WORDS = phrasesOf('range');
/** Between a whole number and a fraction, or between two amounts that add up. */
export const JOINING_WORDS = phrasesOf('join');
export const ABOUT_WORDS = phrasesOf('about');
export const OF_WORDS = phrasesOf('of');
/** The first words of those, in the form that foods are looked up by. */
export const OF_FIRST_WORDS: ReadonlySet<string> = new Set(wordsOf('of').map((phrase) => words(phrase)[0]!));
export const SIZE_WORDS = new Phrases<Size>();
export const MEASURE_WORDS = phrasesOf('measure');
/** `the juice of`, before the fruit. */
export const JUICE_WORDS = phrasesOf('juice');
export const ZEST_WORDS = phrasesOf('zest');
/** `juiced`, after the fruit and a comma. */
export const JUICED: ReadonlySet<string> = new Set(wordsOf('juiced'));
export const ZESTED: ReadonlySet<string> = new Set(wordsOf('zested'));
/** A duck's egg is not a duck, nor a pumpkin pie a pumpkin: words for parts of a food, and for what is made of it. */
export const ANOTHER_WORDS: readonly string[] = wordsOf('another');
/** `whole` of `1 whole head garlic`. */
export const DESCRIBED_WORDS = phrasesOf('described');
/** Between two foods: what comes before an amount of another one. */
export const BESIDE_WORDS = phrasesOf('beside');
export const MIXED_WORDS = phrasesOf('mixed');
/** Words of brackets, in the form that foods are looked up by. */
export const REMARK_WORDS: ReadonlySet<string> = new Set(wordsOf('remark').flatMap(words));
export const EACH_PHRASES: readonly string[] = wordsOf('each').map((phrase) => words(phrase).join(' '));
export const TOTAL_PHRASES: readonly string[] = wordsOf('total').map((phrase) => words(phrase).join(' '));
/** `gegrillt` is `grilled`: how a food was cooked, in English, by phrases in the form that foods are looked up by. */
export const COOKING: ReadonlyMap<string, string> = new Map(
  readTable(wordTable).flatMap(([role = '', , list = '']) =>
    role.startsWith('cooking:')
      ? listOf(list).map((phrase) => [words(phrase).join(' '), role.slice('cooking:'.length)] as const)
      : [],
  ),
);
export const FLAVOURS: ReadonlySet<string> = new Set(wordsOf('flavour').flatMap(words));
export const PREPARATION_WORDS: ReadonlySet<string> = new Set([
  ...wordsOf('preparation'),
  ...readTable(wordTable).flatMap(([role = '', , list = '']) =>
    role.startsWith('manner:') ? listOf(list) : [],
  ),
]);
/** Phrases that say that no amount is meant, the longest first. */
export const TASTE_PHRASES: readonly string[] = wordsOf('taste').sort((a, b) => b.length - a.length);
/** `gehackt` is `chopped`: how measures of a food describe it, in English. */
export const MANNERS: ReadonlyMap<string, string> = new Map(
  readTable(wordTable).flatMap(([role = '', , list = '']) =>
    role.startsWith('manner:')
      ? listOf(list).map((word) => [word, role.slice('manner:'.length)] as const)
      : [],
  ),
);

for (const [name = '', kind = '', amount = '', , list = ''] of readTable(unitTable)) {
  const unit: Unit = { name, kind: kind as UnitKind, amount: amount === '-' ? null : Number(amount) };
  for (const word of listOf(list)) UNITS.add(word, unit);
}
for (const [role = '', , list = ''] of readTable(wordTable)) {
  if (!role.startsWith('number:')) continue;
  for (const word of listOf(list)) NUMBER_WORDS.add(word, Number(role.slice('number:'.length)));
}
for (const size of ['small', 'medium', 'large', 'extra large'] as const) {
  for (const word of wordsOf(size)) SIZE_WORDS.add(word, size);
}

let tellingWords: Map<string, Language> | null = null;

/** Words that only one of the languages uses; listed for the first recipe. */
function findTellingWords(): Map<string, Language> {
  const found = new Map<string, Language>();
  for (const [word, languages] of languagesOfWords()) {
    if (languages.size === 1) found.set(word, languages.values().next().value!);
  }
  return found;
}

function languagesOfWords(): Map<string, Set<Language>> {
  const found = listWords();
  const rows = [
    ...readTable(unitTable).map(([, , , languages, list]) => [languages, list] as const),
    ...readTable(wordTable).map(([, languages, list]) => [languages, list] as const),
  ];
  for (const [languages = '', list = ''] of rows) {
    for (const word of words(list)) {
      const known = found.get(word) ?? new Set();
      for (const language of languages.split(' ')) known.add(language as Language);
      found.set(word, known);
    }
  }
  return found;
}

/** The language that most telling words of some lines belong to; the given one when there are none. */
export function guessLanguage(lines: readonly string[], otherwise: Language): Language {
  tellingWords ??= findTellingWords();
  const counts = new Map<Language, number>(LANGUAGES.map((language) => [language, 0]));
  for (const word of lines.flatMap((line) => words(line))) {
    const language = tellingWords.get(word);
    if (language !== undefined) counts.set(language, counts.get(language)! + 1);
  }
  return LANGUAGES.reduce(
    (best, language) => (counts.get(language)! > counts.get(best)! ? language : best),
    otherwise,
  );
}

function wordsOf(role: string): string[] {
  return readTable(wordTable)
    .filter(([own]) => own === role)
    .flatMap(([, , list = '']) => listOf(list));
}

function phrasesOf(role: string): Phrases<true> {
  const phrases = new Phrases<true>();
  for (const phrase of wordsOf(role)) phrases.add(phrase, true);
  return phrases;
}

function listOf(list: string): string[] {
  return list.split(', ').map(foldLine);
}
