import synonymsTable from '../../data/synonyms.tsv' with { type: 'text' };
import wordsTable from '../../data/word-translations.tsv' with { type: 'text' };
import type { FoodName } from '../../src/food/food-names.ts';
import { onDemand } from '../../src/on-demand.ts';
import { readHeader, readTable } from '../../src/text/data-table.ts';
import { fold, words } from '../../src/text/fold.ts';
import { stem } from '../../src/text/word-forms.ts';
import { everydayTranslations } from './everyday-names.ts';

/**
 * Names that follow from the words of another name: with the words that other people use ("Aubergine, raw" for "Eggplant,
 * raw"), and in other languages, word by word. They are for finding a food, not for showing it.
 */

/** Words of a name, and what stands for them. */
interface Replacement {
  stems: readonly string[];
  others: readonly string[];
  isHow: boolean;
}

/** By each of its stems, the longest phrases first. */
type Replacements = ReadonlyMap<string, readonly Replacement[]>;

/** The synonyms of a language: for what a food is, and for how it is made. */
interface Synonyms {
  what: Replacements;
  how: Replacements;
}
const synonyms = onDemand((): ReadonlyMap<string, Synonyms> => {
  const byLanguage = Map.groupBy(readTable(synonymsTable), ([language]) => language!);
  return new Map(
    [...byLanguage].map(([language, rows]) => {
      const ofKind = (wanted: string) =>
        indexReplacements(
          rows
            .filter(([, kind]) => kind === wanted)
            .map(([, , word, others]) => ({
              stems: stemsOf(word!),
              others: others!.split(', '),
              isHow: wanted === 'how',
            })),
        );
      return [language, { what: ofKind('what'), how: ofKind('how') }];
    }),
  );
});

/** A word that is only the first part of others ends so in the table. */
const BOUND = /-$/;
const NONE = '-';

interface Translations {
  /** By language. */
  replacements: ReadonlyMap<string, Replacements>;
  /** By a language and the stem of an English word, how compounds begin with it: `kirsch` for cherry. */
  boundForms: ReadonlyMap<string, string>;
}
const translations = onDemand(readTranslations);

/** Longer names are of cuts and trades, which nobody asks for in other words. */
const MAX_DERIVED_FROM = 60;

/** The names that follow from one in a language; an English one is put into other languages where it is to be translated. */
export function deriveNames(name: string, language: string, isTranslated: boolean): FoodName[] {
  if (name.length > MAX_DERIVED_FROM) return [];
  const found: FoodName[] = [];
  const tokens = tokensOf(name);
  for (const text of withSynonyms(name, tokens, language))
    found.push({ language, kind: 'derived', name: text });
  if (!isTranslated || language !== 'en') return found;
  for (const [other, replacements] of translations().replacements) {
    const text = translate(tokens, other, replacements);
    if (text !== null) found.push({ language: other, kind: 'derived', name: text });
  }
  return found;
}

/** With each of the other words for what the food is, and all other words for how it is made. */
function withSynonyms(name: string, tokens: readonly Token[], language: string): string[] {
  const known = synonyms().get(language);
  if (known === undefined) return [];
  const alternatives = replaceEach(tokens, known.what);
  const manners = [...replacementsIn(tokens, known.how)].flatMap(({ others }) => others);
  if (manners.length === 0) return alternatives;
  const also = ` (${[...new Set(manners)].join(', ')})`;
  return [name, ...alternatives].map((text) => text + also);
}

/** One name for each other word of each phrase. */
function replaceEach(tokens: readonly Token[], replacements: Replacements): string[] {
  return [...replacementsIn(tokens, replacements)].flatMap(({ from, to, others }) =>
    others.map((other) =>
      textOf([...tokens.slice(0, from), ...asToken(other, tokens[to - 1]!), ...tokens.slice(to)]),
    ),
  );
}

/** Names with more English words than this are looked for in English. */
const MIN_KNOWN_SHARE = 0.5;

/** A name in another language, as far as its words are known; null where what comes first is not, or most of the others. */
function translate(tokens: readonly Token[], language: string, replacements: Replacements): string | null {
  const found = [...replacementsIn(tokens, replacements)];
  if (found[0]?.from !== 0) return null;
  const known = found.reduce((sum, { from, to }) => sum + to - from, 0);
  if (known < MIN_KNOWN_SHARE * tokens.length) return null;
  const translated: Token[] = [];
  let at = 0;
  const forms: string[] = [];
  for (const { from, to, others, isHow } of found) {
    translated.push(...tokens.slice(at, from), ...asToken(others[0]!, tokens[to - 1]!));
    if (isHow) forms.push(...others.slice(1));
    at = to;
  }
  translated.push(...tokens.slice(at));
  const isCompound = COMPOUNDING.has(language) && found[1]?.isHow === false && found[1].from === 1;
  const bound = isCompound
    ? translations().boundForms.get(`${language} ${stem(fold(tokens[1]!.word))}`)
    : undefined;
  const text = textOf(isCompound ? headLast(translated, bound) : translated);
  return forms.length === 0 ? text : `${text} (${forms.join(', ')})`;
}

/**
 * Languages that put what kind a food is before what it is, in one word: "Linsen Suppe" is found by `Linsensuppe`. Some words have a
 * form of their own there: "Kirsch Kuchen".
 */
const COMPOUNDING: ReadonlySet<string> = new Set(['de', 'nl']);

function headLast(tokens: readonly Token[], bound: string | undefined): Token[] {
  const end = tokens.findIndex(({ after }) => after !== '') + 1;
  const next = end === 0 ? undefined : tokens[end];
  if (next === undefined || end !== 1 || tokens[0]!.after !== ',') return [...tokens];
  return [
    { ...next, word: bound ?? next.word, after: '' },
    { ...tokens[0]!, after: next.after },
    ...tokens.slice(2),
  ];
}

/** A word of a name with its stems (two where it has a hyphen), and the punctuation before and after it. */
interface Token {
  before: string;
  word: string;
  after: string;
  stems: readonly string[];
}

const TOKEN = /^([("']*)(.*?)([,;:)"']*)$/s;

function tokensOf(name: string): Token[] {
  return name
    .split(/[\s/]+/)
    .filter((text) => text !== '')
    .map((text) => {
      const [, before, word, after] = TOKEN.exec(text)!;
      return { before: before!, word: word!, after: after!, stems: stemsOf(word!) };
    });
}

function asToken(text: string, last: Token): Token[] {
  return [{ before: '', word: text, after: last.after, stems: [] }];
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ before, word, after }) => before + word + after).join(' ');
}

/** A phrase of a name that has others, by the tokens that it begins at and ends before. */
interface Found extends Replacement {
  from: number;
  to: number;
}

/** The phrases of a name that have others, from left to right; none overlaps the one before. */
function* replacementsIn(tokens: readonly Token[], replacements: Replacements): Generator<Found> {
  for (let from = 0; from < tokens.length; ) {
    const found = replacementAt(tokens, from, replacements);
    if (found !== null) yield found;
    from = found?.to ?? from + 1;
  }
}

function replacementAt(tokens: readonly Token[], from: number, replacements: Replacements): Found | null {
  for (const one of replacements.get(tokens[from]!.stems[0] ?? '') ?? []) {
    const length = lengthAt(tokens, from, one.stems);
    if (length > 0) return { ...one, from, to: from + length };
  }
  return null;
}

/**
 * How many words of a name make up a phrase, from one on; 0 where they do not. Lists of foods put them in another order: a `steak
 * sauce` is "Sauce, steak". A word of a name may have a hyphen.
 */
function lengthAt(tokens: readonly Token[], from: number, phrase: readonly string[]): number {
  // Most phrases that share their first word with a name do not go on like it.
  const next = tokens[from + 1]?.stems[0];
  if (phrase.length > tokens[from]!.stems.length && next !== undefined && !phrase.includes(next)) return 0;
  const left = [...phrase];
  for (let to = from; to < tokens.length; to++) {
    for (const word of tokens[to]!.stems) {
      const at = left.indexOf(word);
      if (at < 0) return 0;
      left.splice(at, 1);
    }
    if (left.length === 0) return to - from + 1;
  }
  return 0;
}

function stemsOf(text: string): string[] {
  return words(text).map(stem);
}

function indexReplacements(list: readonly Replacement[]): Replacements {
  const sorted = list.toSorted((one, other) => other.stems.length - one.stems.length);
  const byStem = new Map<string, Replacement[]>();
  for (const one of sorted) {
    for (const word of new Set(one.stems)) byStem.set(word, [...(byStem.get(word) ?? []), one]);
  }
  return byStem;
}

function readTranslations(): Translations {
  const boundForms = new Map<string, string>();
  const lists = new Map<string, Replacement[]>();
  const add = (language: string, english: string, others: readonly string[], isHow = false) => {
    const list = lists.get(language) ?? [];
    lists.set(language, list);
    if (others.length > 0) list.push({ stems: stemsOf(english), others, isHow });
  };
  const [, , ...languages] = readHeader(wordsTable);
  for (const [english, kind, ...columns] of readTable(wordsTable)) {
    for (const [at, list] of columns.entries()) {
      const forms = list.split(', ').filter((word) => word !== NONE);
      const whole = forms.filter((word) => !BOUND.test(word));
      const bound = forms.find((word) => BOUND.test(word));
      if (bound !== undefined) boundForms.set(`${languages[at]} ${stem(english!)}`, bound.replace(BOUND, ''));
      add(languages[at]!, english!, whole, kind === 'how');
    }
  }
  for (const { english, language, name } of everydayTranslations()) add(language, english, [name]);
  return {
    replacements: new Map([...lists].map(([language, list]) => [language, indexReplacements(list)])),
    boundForms,
  };
}
