import type { NamedFood } from '../../../food/catalog.ts';
import type { FoodSource } from '../../../food/food.ts';
import { type FoodName, isSaid } from '../../../food/food-names.ts';
import type { Database } from '../../../sqlite/driver.ts';
import { words } from '../../../text/fold.ts';
import { stem } from '../../../text/word-forms.ts';
import { MAX_FOODS_OF_A_NAME } from '../index/words.ts';
import { openHashLists } from '../query/hash-lists.ts';
import {
  cutNameKey,
  exactNameKey,
  hash,
  INGREDIENT_NAME,
  LANGUAGES_WITH_ENDINGS,
  looseNameKey,
  nameKeys,
  OTHER_NAME,
} from '../query/keys.ts';
import { type Candidate, type Candidates, isFrom } from './candidates.ts';

/** A food by its rank that people call so: where several tables have it, the one that stands for them. */
export type Said = Omit<NamedFood, 'food'> & { rank: number };

/** Finds foods by whole names, their own and others. */
export interface WholeNames {
  /**
   * The foods that people call so as a whole; in a recipe also by what means them only there and, unless words are to be as they
   * are, without endings.
   */
  listSaid(text: string, isInRecipe?: boolean, isUncut?: boolean): Said[];
  /** The best foods with exactly this name, but for plurals, stop words and spaces; `text` is the name as written. */
  named(nameWords: readonly string[], text: string, source: FoodSource | null): Candidate[];
}

/** Foods read per whole name; duplicates go to the end of the answers anyway. */
const MAX_NAMESAKES = 8;
/** Nobody calls a food by more; what is longer is not looked up. */
const MAX_WORDS_SAID = 8;

export function openWholeNames(
  db: Database,
  { at, rankOfKind }: Pick<Candidates, 'at' | 'rankOfKind'>,
): WholeNames {
  const names = openHashLists(db, 'search_names');

  /** The best foods under a key, each once: a food may be called so in several languages. */
  function ranksUnder(key: string, most = MAX_NAMESAKES): number[] {
    return [...new Set(names.read(hash(key)))].slice(0, most);
  }

  function foodsUnder(keys: readonly string[]): Candidate[] {
    return Array.from(new Set(keys.flatMap((key) => ranksUnder(key))), at);
  }

  /** Those of these foods that have a name people say, and whose words are as they should be in its language. */
  function saidOf(foods: readonly Candidate[], isSo: (own: string, language?: string) => boolean): Said[] {
    return foods.flatMap((food) => {
      const own = food.nameWords.split('\t');
      // Reading the names of a food takes longer than looking at their words.
      if (!own.some((one) => isSo(one))) return [];
      const { names: all } = food;
      const rank = rankOfKind(food);
      const main = rank === food.rank ? food : at(rank);
      const first = englishOf(main.names);
      return all
        .filter((one, i) => isSaid(one) && isSo(own[i] ?? '', one.language))
        .map(({ language, kind, english = first }) => ({
          rank,
          language,
          english,
          isStandIn: kind === 'stand-in',
          isRecipeOnly: kind === 'ingredient',
          isCut: false,
        }));
    });
  }

  return {
    listSaid(text, isInRecipe = false, isUncut = !isInRecipe) {
      const nameWords = words(text);
      if (nameWords.length > MAX_WORDS_SAID) return [];
      const key = looseNameKey(nameWords, text);
      const foods = foodsUnder(isInRecipe ? [INGREDIENT_NAME + key, OTHER_NAME + key] : [OTHER_NAME + key]);
      const typed = nameWords.join(' ');
      const said = saidOf(foods, (own) => own === typed);
      if (said.length > 0) return said;
      const stems = nameWords.map(stem).join(' ');
      const inOtherForm = saidOf(foods, (own) => own.split(' ').map(stem).join(' ') === stems);
      if (inOtherForm.length > 0 || isUncut) return inOtherForm;
      const cutIn = new Map(LANGUAGES_WITH_ENDINGS.map((one) => [one, cutNameKey(nameWords, one)]));
      const isCutIn = (own: string, language: string) =>
        cutIn.get(language) === cutNameKey(own.split(' '), language);
      return saidOf(foodsUnder([...cutIn.values()]), (own, language) =>
        language === undefined
          ? LANGUAGES_WITH_ENDINGS.some((one) => isCutIn(own, one))
          : isCutIn(own, language),
      ).map((one) => ({ ...one, isCut: true }));
    },
    named(nameWords, text, source) {
      const keys = nameKeys(nameWords, text);
      const ranks = new Set<number>();
      // With a source filter, the first namesakes may all be from other sources.
      const most = source === null ? MAX_NAMESAKES : MAX_FOODS_OF_A_NAME;
      const listed = source === 'ai_estimate' ? keys.map((key) => `@${key}`) : keys;
      for (const key of [...listed, OTHER_NAME + keys[1]])
        for (const rank of ranksUnder(key, most)) ranks.add(rank);
      // Two names may share a hash, so the names themselves are compared.
      return Array.from(ranks, at).filter((food) => isCalled(food, keys) && isFrom(food, source));
    },
  };
}

/** What people call a food first in English, also where that is the name of the same food in the British table. */
function englishOf(names: readonly FoodName[]): string {
  const english = names.filter(({ language }) => language === 'en');
  return (english.find(({ kind }) => kind === 'version') ?? english.find(isSaid))?.name ?? '';
}

function isCalled({ name, nameWords }: Candidate, [exact, loose]: readonly [string, string]): boolean {
  const own = words(name);
  if (exactNameKey(own) === exact || looseNameKey(own, name) === loose) return true;
  return nameWords.split('\t').some((one) => one !== '' && looseNameKey(one.split(' '), one) === loose);
}
