import { amountWords, listLanguages, listMeanings, listPhrases, phrasesOf } from '../text/amount-words.ts';
import { fold, words } from '../text/fold.ts';
import { LANGUAGES, type Language } from '../text/languages.ts';
import { Phrases, textOf, tokenize } from '../text/tokens.ts';

/** The words of recipes that are neither amounts nor foods, by what they do in a line (data/recipe/words.tsv). */

/** `the juice of`, before the fruit. */
export const JUICE = phrasesOf('juice');
export const ZEST = phrasesOf('zest');
/** Between two foods: what comes before an amount of another one. */
export const BESIDE = phrasesOf('beside');
export const MIXED = phrasesOf('mixed');
/** Phrases that say that no amount is meant. */
export const TASTE = phrasesOf('taste');
/** What a diary says around its foods, and the part of it that says that they were eaten: `for breakfast`, `I had`. */
export const DIARY = phrasesOf('ate', 'eaten');
export const ATE = phrasesOf('ate');
/** Before a food without saying how much of it: `some`, `du`. */
export const ARTICLES = phrasesOf('article');
/** Between a dish and what it was made of: `Rührei aus 2 Eiern`. */
export const MADE_OF = phrasesOf('made of');
/** What lies beside another food without a word that joins them: `steak frites`. */
export const SIDE = phrasesOf('side');
/** Between the foods of a meal, by language: `on` and `e` are other words elsewhere. */
export const MEAL_JOINS: ReadonlyMap<Language, Phrases<true>> = new Map(
  LANGUAGES.map((language) => {
    const phrases = [...listPhrases('foods'), ...listPhrases('foods on', language)];
    return [language, new Phrases(phrases.map((phrase) => [phrase, true] as const))];
  }),
);
/** What stands for a word in a meal, by language: `w/o`, `&`. */
export const SHORTHANDS: ReadonlyMap<Language, Phrases<string>> = new Map(
  LANGUAGES.map((language) => [language, new Phrases(listMeanings('plain:', language))]),
);
/** What foods their emoji mean, in English. */
export const EMOJI: ReadonlyMap<string, string> = new Map(listMeanings('emoji:'));
/** `juiced`, after the fruit and a comma. */
export const JUICED = textsOf('juiced');
export const ZESTED = textsOf('zested');
export const PREPARATION: ReadonlySet<string> = new Set([
  ...textsOf('preparation'),
  ...listMeanings('manner:').map(([word]) => word),
]);
/** Words for what was added to a food, which name no food themselves: `buttered`. */
export const ADDED: ReadonlySet<string> = new Set(listPhrases('added').flatMap(words));
/** `gehackt` is `chopped`: how measures of a food describe it, in English. */
export const MANNERS: ReadonlyMap<string, string> = new Map(listMeanings('manner:'));

/** The rest is in the form that foods are looked up by. */

/** A duck's egg is not a duck, nor a pumpkin pie a pumpkin: words for parts of a food, and for what is made of it. */
export const ANOTHER: readonly string[] = listPhrases('another').map(fold);
/** Words that begin a remark in brackets. */
export const REMARKS: ReadonlySet<string> = new Set(listPhrases('remark').map(fold));
export const EACH: readonly string[] = listPhrases('each').map(fold);
export const TOTAL: readonly string[] = listPhrases('total').map(fold);
/** The first words of `of the` and the like. */
export const OF: ReadonlySet<string> = new Set(listPhrases('of').map((phrase) => words(phrase)[0]!));
/** `gegrillt` is `grilled`: how a food was cooked, in English; the longest phrases first. */
export const COOKING: ReadonlyMap<string, string> = new Map(
  listMeanings('cooking:')
    .map(([phrase, way]): [string, string] => [words(phrase).join(' '), way])
    .sort(([one], [other]) => other.length - one.length),
);
/** Units of energy, in which nobody knows how much food is meant before knowing the food. */
export const ENERGY: ReadonlySet<string> = new Set(listPhrases('energy').map(fold));
/** `dry`, `roh`: words that say that a food is not cooked yet. */
export const UNCOOKED: ReadonlySet<string> = new Set(listPhrases('uncooked').map(fold));
export const FLAVOURS: ReadonlySet<string> = new Set(listPhrases('flavour').map(fold));

function textsOf(role: string): ReadonlySet<string> {
  return new Set(listPhrases(role).map((phrase) => textOf(tokenize(phrase))));
}

export function isUnit(word: string): boolean {
  return amountWords().units.get(tokenize(word)) !== null;
}

/** Words of amounts and of lines that only one of the languages uses. */
export const TELLING_WORDS: ReadonlyMap<string, Language> = new Map(
  [...listLanguages()].flatMap(([word, languages]) =>
    languages.length === 1 ? [[word, languages[0]!] as const] : [],
  ),
);
