import foodWordsTable from '../../../../data/language/food-words.tsv' with { type: 'text' };
import { readAccents } from '../../../text/accents.ts';
import { readTable } from '../../../text/data-table.ts';
import { words } from '../../../text/fold.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { otherEndings, stem } from '../../../text/word-forms.ts';
import { foodNamedAt, isEnglish } from './readings.ts';

/**
 * Queries of other languages in English, word by word: `œufs brouillés` are `scrambled egg`, a `Linsensuppe` is `lentil soup`.
 * The words come from data/language/food-words.tsv and, for foods, from data/recipe/foods.tsv.
 */

/** Some words of a query in English, and whether they say what the food is or how. */
interface Part {
  english: string;
  isHow: boolean;
  /** How many typed words it stands for. */
  length: number;
}

const LONGEST_PHRASE = 5;
/** A line of the packed table ends with its kind. */
const HOW = 'how';
const NONE = '-';
/** The shortest first part of a German compound, and the shortest second one: `Rühr` and `ei`. */
const SHORTEST_FIRST = 3;
const SHORTEST_SECOND = 2;
/** What German puts between the parts of a compound, and what it leaves out there. */
const LINKS: readonly RegExp[] = [/s$/, /n$/, /en$/];
/** Words after which the food follows that the one before is made of: `confiture de fraises`, `soupe à l'oignon`. */
const OF_WORDS: ReadonlySet<string> = new Set(
  'de d du des di del della delle dei dello a au aux al alla alle ai'.split(' '),
);
const UMLAUTS = /([aou])e/g;

/**
 * All phrases of a first letter in one string, `\nphrase\tkind\tenglish\n`: a map of them would take four times the memory in
 * every thread. Phrases are folded and stemmed.
 */
let packed: ReadonlyMap<string, string> | null = null;

function packFoodWords(): Map<string, string> {
  const lines = new Set<string>();
  for (const [english, kind, ...languages] of readTable(foodWordsTable)) {
    for (const phrase of languages.flatMap((list) => list.split(', '))) {
      if (phrase !== NONE) lines.add(`${keyOf(phrase)}\t${kind}\t${english}`);
    }
  }
  const byLetter = Map.groupBy(lines, (line) => line[0]!);
  return new Map([...byLetter].map(([letter, own]) => [letter, `\n${own.join('\n')}\n`]));
}

/** A first part of compounds keeps its hyphen, so that it is found as one only. */
function keyOf(phrase: string): string {
  const folded = words(phrase);
  return phrase.endsWith('-') ? `${folded.join(' ')}-` : folded.map(stem).join(' ');
}

function findWord(key: string): Omit<Part, 'length'> | null {
  packed ??= packFoodWords();
  const alike = packed.get(key[0] ?? '') ?? '';
  const at = alike.indexOf(`\n${key}\t`);
  if (at < 0) return null;
  const [, kind, english] = alike.slice(at + 1, alike.indexOf('\n', at + 1)).split('\t');
  return { english: english!, isHow: kind === HOW };
}

/** A query in English; null where a word of it is unknown, or the whole is a food of the table of foods. */
export function translateWords(text: string): string | null {
  const typed = words(text);
  if (typed.length === 0 || isEnglish(typed) || isForeignFood(text)) return null;
  const hows: string[] = [];
  let things: string[] = [];
  let isMadeOf = false;
  for (let at = 0; at < typed.length; ) {
    const parts = partsAt(typed, at, text);
    if (parts === null) {
      if (!isStopWord(typed[at]!, text)) return null;
      isMadeOf ||= OF_WORDS.has(typed[at]!);
      at++;
      continue;
    }
    for (const { english } of parts.filter(({ isHow }) => isHow)) hows.push(english);
    const said = parts.filter(({ isHow }) => !isHow).map(({ english }) => english);
    things = isMadeOf ? [...said, ...things] : [...things, ...said];
    if (said.length > 0) isMadeOf = false;
    at += parts[0]!.length;
  }
  const english = [...hows, ...things].join(' ');
  return things.length === 0 || english === typed.join(' ') ? null : english;
}

/** Whether a whole text is a food in another language. */
export function isForeignFood(text: string): boolean {
  const typed = words(text);
  return typed.length > 0 && !isEnglish(typed) && foodNamedAt(typed, readAccents(text)) !== null;
}

/** What the longest phrase at a word means, or the parts of a compound. */
function partsAt(typed: readonly string[], at: number, text: string): Part[] | null {
  for (let length = Math.min(LONGEST_PHRASE, typed.length - at); length > 0; length--) {
    const phrase = typed.slice(at, at + length);
    if (length === 1 && isStopWord(phrase[0]!, text)) return null;
    const found = findPhrase(phrase, text);
    if (found !== null) return [{ ...found, length }];
  }
  return splitCompound(typed[at]!) ?? splitCompound(withoutSpeltUmlauts(typed[at]!));
}

function findPhrase(phrase: readonly string[], text: string): Omit<Part, 'length'> | null {
  const found = findWord(phrase.map(stem).join(' ')) ?? findFood(phrase, text);
  if (found !== null || phrase.length > 1) return found;
  const [word] = phrase;
  const plain = withoutSpeltUmlauts(word!);
  if (plain !== word) return findWord(stem(plain)) ?? findFood([plain], '');
  return null;
}

function findFood(phrase: readonly string[], text: string): Omit<Part, 'length'> | null {
  const english = foodNamedAt(phrase, readAccents(text));
  return english === null ? null : { english, isHow: false };
}

/** `Kaese` is `Käse`, where there is no ä on the keyboard. */
function withoutSpeltUmlauts(word: string): string {
  return word.replace(UMLAUTS, '$1');
}

/** A German word made of two: `Linsensuppe`, `Erdbeermarmelade`, `Vollkornnudeln`. */
function splitCompound(word: string): Part[] | null {
  for (let place = word.length - SHORTEST_SECOND; place >= SHORTEST_FIRST; place--) {
    const second = findPhrase([word.slice(place)], '');
    if (second === null || second.isHow) continue;
    const first = findFirst(word.slice(0, place));
    if (first !== null) return [first, second].map((part) => ({ ...part, length: 1 }));
  }
  return null;
}

function findFirst(text: string): Omit<Part, 'length'> | null {
  const bound = findWord(`${text}-`);
  if (bound !== null) return bound;
  const forms = [text, ...otherEndings(text), ...LINKS.map((link) => text.replace(link, ''))];
  for (const form of forms.filter(({ length }) => length >= SHORTEST_FIRST)) {
    const found = findFood([form], '');
    if (found !== null) return found;
  }
  return null;
}
