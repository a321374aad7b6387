import plainFoodsTable from '../../../../data/language/plain-foods.tsv' with { type: 'text' };
import standInsTable from '../../../../data/language/stand-ins.tsv' with { type: 'text' };
import synonymsTable from '../../../../data/language/synonyms.tsv' with { type: 'text' };
import foodsTable from '../../../../data/recipe/foods.tsv' with { type: 'text' };
import { onDemand } from '../../../on-demand.ts';
import { type Accents, readAccents } from '../../../text/accents.ts';
import { readPhrase, readTable } from '../../../text/data-table.ts';
import { words } from '../../../text/fold.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { stem } from '../../../text/word-forms.ts';

/**
 * Other ways to read a query, from data/language/: with the words that names use for what people say (`prawns` is also
 * `shrimp`), as the plain food a word stands for (`milk` is whole milk), or as something near that a catalogue may have
 * instead.
 */
export interface OtherReadings {
  synonyms: string[];
  plainFoods: string[];
  standIns: string[];
}

interface Synonym {
  typed: string[];
  called: string[];
  /** The typed words with their accents, where those matter. */
  accented?: string[];
  /** What people say in English. */
  english?: string;
}
/** By the stem of their first word, the longest phrases first, otherwise in the order of the table. */
interface Synonyms {
  get(first: string): readonly Synonym[] | undefined;
}

const NO_ACCENTS: Accents = new Map();
/** Readings of each kind: every one is a search of its own. */
const MOST_READINGS = 2;

const synonyms = indexSynonyms(readSynonyms(synonymsTable));
const standIns = indexSynonyms(readSynonyms(standInsTable));
const plainFoods = new Map<string, string[]>();
for (const [, typed, called] of readTable(plainFoodsTable)) {
  const key = keyOf(words(typed!));
  plainFoods.set(key, [...(plainFoods.get(key) ?? []), called!]);
}

/** The stems that readings begin with: most queries have none of them. */
const known = new Set([
  ...synonyms.keys(),
  ...standIns.keys(),
  ...[...plainFoods.keys()].map((key) => key.split(' ')[0]!),
]);

/** What the forms of a phrase share. */
function keyOf(typed: readonly string[]): string {
  return typed.map(stem).join(' ');
}

/** Null when a query can only be read as it is. */
export function otherReadings(typed: readonly string[]): OtherReadings | null {
  const stems = typed.map(stem);
  if (!stems.some((word) => known.has(word))) return null;
  const rewritten = rewriteAll(typed, synonyms);
  const plainFood = (text: string) => plainFoods.get(keyOf(words(text))) ?? [];
  const plain = new Set([typed.join(' '), ...rewritten].flatMap(plainFood));
  const instead = standInsFor(stems, typed);
  const isNone = rewritten.length + plain.size + instead.length === 0;
  return isNone
    ? null
    : { synonyms: rewritten, plainFoods: [...plain].slice(0, MOST_READINGS), standIns: instead };
}

/** A stand-in takes the place of the whole query: the words beside it must say nothing that it does not say. */
function standInsFor(stems: readonly string[], typed: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < typed.length; at++) {
    for (const { typed: phrase, called } of synonymsAt(typed, at, standIns)) {
      const said = new Set(called.map(stem));
      const others = [...stems.slice(0, at), ...stems.slice(at + phrase.length)];
      if (others.every((word) => said.has(word))) found.push(called.join(' '));
    }
  }
  return found.slice(0, MOST_READINGS);
}

/** Built when first needed: they take longer than everything else that a search loads, and few searches need both. */
const everydayFoods = onDemand(() => readEverydayFoods(foodsTable));
const translations = onDemand(() => packTranslations(foodsTable));

/** The generic food that a whole query in English means in the table of everyday foods. */
export interface EverydayFood {
  /** In words: `kiwifruit green raw`. */
  text: string;
  /** Whether its name has the words of the query: `kiwi` is in "Kiwifruit", while `haddock` is only near "Cod". */
  isCalledSo: boolean;
}

export function everydayFood(typed: readonly string[]): EverydayFood | null {
  const text = everydayFoods().get(keyOf(typed));
  if (text === undefined) return null;
  const own = text.split(' ');
  const joined = typed.join('');
  const isCalled = (word: string) => own.some((one) => one.startsWith(stem(word)) || one === joined);
  return { text, isCalledSo: typed.every(isCalled) };
}

/** Whether a whole query is what people say in English. */
export function isEnglish(typed: readonly string[]): boolean {
  const key = keyOf(typed);
  return plainFoods.has(key) || everydayFoods().has(key);
}

/** Whether a whole text is what people call a food, in any of the languages of the tables. */
export function isSaid(text: string): boolean {
  const typed = words(text);
  if (isEnglish(typed)) return true;
  const isWhole = (table: Synonyms) =>
    synonymsAt(typed, 0, table, readAccents(text))[0]?.typed.length === typed.length;
  return typed.length > 0 && [synonyms, standIns, translations()].some(isWhole);
}

/**
 * A query in English, the language of generic foods: a catalogue of hardly anything else has no `Zucker`, and would
 * find the sucker, a fish.
 */
export function translate(text: string): string[] {
  return rewriteAll(words(text), translations(), readAccents(text));
}

function rewriteAll(typed: readonly string[], table: Synonyms, accents: Accents = NO_ACCENTS): string[] {
  const readings = new Set<string>();
  for (let choice = 0; choice < MOST_READINGS; choice++) {
    const reading = rewrite(typed, table, choice, accents);
    if (reading !== null && reading !== typed.join(' ')) readings.add(reading);
  }
  return [...readings];
}

/** Replaces every phrase that has synonyms, by the one of this number if there are several; null without any. */
function rewrite(typed: readonly string[], table: Synonyms, choice: number, accents: Accents): string | null {
  const rewritten: string[] = [];
  let isChanged = false;
  for (let at = 0; at < typed.length; ) {
    const found = synonymsAt(typed, at, table, accents);
    const synonym = found[Math.min(choice, found.length - 1)];
    if (synonym === undefined) {
      rewritten.push(typed[at++]!);
    } else {
      rewritten.push(...synonym.called);
      at += synonym.typed.length;
      isChanged = true;
    }
  }
  return isChanged ? rewritten.join(' ') : null;
}

/** The synonyms of the longest phrase that begins at a word; none where there is no word, as in a text without any. */
function synonymsAt(
  typed: readonly string[],
  at: number,
  table: Synonyms,
  accents: Accents = NO_ACCENTS,
): Synonym[] {
  const first = typed[at];
  const found = (first === undefined ? [] : (table.get(stem(first)) ?? [])).filter((synonym) =>
    synonym.typed.every((word, i) => {
      const own = typed[at + i];
      return (
        own !== undefined &&
        stem(own) === word &&
        areSameAccents(own, accents.get(own), synonym.accented?.[i])
      );
    }),
  );
  return found.filter((synonym) => synonym.typed.length === found[0]!.typed.length);
}

/** Accents may be left out, but `pâté` is not `pâtes`, and without its accent `thé` is an article. */
function areSameAccents(folded: string, typed: string | undefined, own: string | undefined): boolean {
  if (own === undefined) return true;
  if (typed === undefined) return own === folded || !isStopWord(folded, '');
  const length = Math.min(typed.length, own.length);
  return typed.slice(0, length) === own.slice(0, length);
}

/** What a phrase of another language is called in English, as a whole: `pommes de terre` are `potato`. */
export function foodNamedAt(phrase: readonly string[], accents: Accents): string | null {
  const [found] = synonymsAt(phrase, 0, translations(), accents);
  return found?.typed.length === phrase.length ? found.english! : null;
}

/** Words that are more often English ones, misspelt. */
const RATHER_ENGLISH: ReadonlySet<string> = new Set(['bar', 'expresso', 'lasagne', 'more', 'peperoni']);

/**
 * Everyday foods in the other languages of recipes. All phrases of a first word are in one string, with the row of the table
 * that has their food: there are 5,000 of them, and every thread has its own.
 */
function packTranslations(table: string): Synonyms {
  const foods = readTable(table).map(
    ([food, english]) => `${words(food!).join(' ')}\t${readPhrase(english!.split(', ')[0]!).phrase}`,
  );
  const packed = new Map<string, string>();
  for (const [first, own] of indexSynonyms(readTranslations(table))) {
    const lines = own.map(({ typed, called, accented }) =>
      [typed.join(' '), called[0], accented!.join(' ')].join('\t'),
    );
    packed.set(first, lines.join('\n'));
  }
  const unpack = (line: string): Synonym => {
    const [typed, row, accented] = line.split('\t');
    const [called, english] = foods[Number(row)]!.split('\t');
    const phrases = [typed!, called!, accented!].map((phrase) => phrase.split(' '));
    return { typed: phrases[0]!, called: phrases[1]!, accented: phrases[2]!, english: english! };
  };
  return { get: (first) => packed.get(first)?.split('\n').map(unpack) };
}

/** What each phrase is called is the number of its row. */
function readTranslations(table: string): Synonym[] {
  return readTable(table).flatMap(([, , ...languages], row) =>
    languages.flatMap((list) =>
      list.split(', ').flatMap((phrase) => {
        const typed = words(phrase);
        const saysSomething = typed.some((word) => !isStopWord(word, phrase));
        const isForeign = saysSomething && !RATHER_ENGLISH.has(typed.join(' '));
        if (!isForeign) return [];
        const accents = readAccents(phrase);
        const accented = typed.map((word) => accents.get(word) ?? word);
        return [{ typed: typed.map(stem), called: [String(row)], accented }];
      }),
    ),
  );
}

/** What whole queries in English mean; the first food of a phrase is the likeliest. */
function readEverydayFoods(table: string): Map<string, string> {
  const foods = new Map<string, string>();
  for (const [food, phrases] of readTable(table)) {
    const text = words(food!).join(' ');
    for (const phrase of phrases!.split(', ')) {
      const key = keyOf(words(phrase));
      if (!foods.has(key)) foods.set(key, text);
    }
  }
  return foods;
}

function readSynonyms(table: string): Synonym[] {
  return readTable(table).map(([, typed, called]) => ({
    typed: words(typed!).map(stem),
    called: words(called!),
  }));
}

function indexSynonyms(list: readonly Synonym[]): Map<string, Synonym[]> {
  const byFirstWord = new Map<string, Synonym[]>();
  for (const synonym of list.toSorted((left, right) => right.typed.length - left.typed.length)) {
    const first = synonym.typed[0]!;
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), synonym]);
  }
  return byFirstWord;
}
