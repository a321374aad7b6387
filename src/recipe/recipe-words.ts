import unitTable from '../../data/recipe/units.tsv' with { type: 'text' };
import wordTable from '../../data/recipe/words.tsv' with { type: 'text' };

/** How the amount of a unit is meant: grams, millilitres, or one piece or package of the food. */
export type UnitKind = 'weight' | 'volume' | 'piece' | 'package';

export interface Unit {
  /** As shown to callers, in English: `tbsp`, `clove`. */
  readonly name: string;
  readonly kind: UnitKind;
  /** Grams or millilitres of one; for a piece or package the usual grams, null where there are none. */
  readonly amount: number | null;
}

export type Size = 'small' | 'medium' | 'large' | 'extra large';

/** Words that stand at the beginning of a text, the longest first. */
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

/** Case does not matter, nor which apostrophe is typed; accents do, since `à` is a word and `a` another. */
export function foldLine(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('’', "'");
}

export const UNITS = new Phrases<Unit>();
export const NUMBER_WORDS = new Phrases<number>();
export const RANGE_WORDS = new Phrases<true>();
export const ABOUT_WORDS = new Phrases<true>();
export const OF_WORDS = new Phrases<true>();
export const SIZE_WORDS = new Phrases<Size>();
export const MEASURE_WORDS = new Phrases<true>();
export const PREPARATION_WORDS: ReadonlySet<string> = new Set(wordsOf('preparation'));
/** Phrases that say that no amount is meant, the longest first. */
export const TASTE_PHRASES: readonly string[] = wordsOf('taste').sort((a, b) => b.length - a.length);

for (const [name = '', kind = '', amount = '', , words = ''] of rowsOf(unitTable)) {
  const unit: Unit = { name, kind: kind as UnitKind, amount: amount === '' ? null : Number(amount) };
  for (const word of listOf(words)) UNITS.add(word, unit);
}
for (const [role = '', , words = ''] of rowsOf(wordTable)) {
  if (!role.startsWith('number:')) continue;
  for (const word of listOf(words)) NUMBER_WORDS.add(word, Number(role.slice('number:'.length)));
}
for (const word of wordsOf('range')) RANGE_WORDS.add(word, true);
for (const word of wordsOf('about')) ABOUT_WORDS.add(word, true);
for (const word of wordsOf('of')) OF_WORDS.add(word, true);
for (const word of wordsOf('measure')) MEASURE_WORDS.add(word, true);
for (const size of ['small', 'medium', 'large', 'extra large'] as const) {
  for (const word of wordsOf(size)) SIZE_WORDS.add(word, size);
}

function rowsOf(table: string): string[][] {
  return table
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
}

function wordsOf(role: string): string[] {
  return rowsOf(wordTable)
    .filter(([own]) => own === role)
    .flatMap(([, , words = '']) => listOf(words));
}

function listOf(words: string): string[] {
  return words.split(', ').map(foldLine);
}
