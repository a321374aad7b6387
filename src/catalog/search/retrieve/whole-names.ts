import type { NamedFood } from '../../../food/catalog.ts';
import type { FoodSource } from '../../../food/food.ts';
import { type FoodName, isSaid } from '../../../food/food-names.ts';
import { words } from '../../../text/fold.ts';
import { stem } from '../../../text/word-forms.ts';
import { estimateKey, MAX_FOODS_OF_A_NAME } from '../index/search-index.ts';
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
import { READ } from '../query/weights.ts';
import { type Candidate, type Candidates, isFrom } from './candidates.ts';

/** A food by its rank that people call so: where several tables have it, the one that stands for them. */
export type Said = Omit<NamedFood, 'food'> & { rank: number };

/** A name by its words, and as it is written. */
export interface WholeName {
  nameWords: readonly string[];
  text: string;
}

/** Finds foods by whole names, their own and others. */
export interface WholeNames {
  /**
   * The foods that people call so as a whole; in a recipe also by what means them only there and, unless words are to be as they
   * are, without endings.
   */
  listSaid(text: string, isInRecipe?: boolean, isUncut?: boolean): Said[];
  /** The best foods with exactly one of these names, but for plurals, stop words and spaces. */
  named(names: readonly WholeName[], source: FoodSource | null): Candidate[];
}

export function openWholeNames({ called, withIds }: Candidates): WholeNames {
  const foodsUnder = (keys: readonly string[], most: number = READ.namesakes) =>
    called(
      Array.from(keys, (key) => hash(key)),
      most,
    );

  /** The foods of one key after the other, each food once. */
  function inTurn(keys: readonly string[]): Candidate[] {
    const foods = keys.flatMap((key) => foodsUnder([key]));
    return [...new Map(foods.map((food) => [food.rank, food])).values()];
  }

  /** Those of these foods that have a name people say, and whose words are as they should be in its language. */
  function saidOf(foods: readonly Candidate[], isSo: (own: string, language?: string) => boolean): Said[] {
    const called = foods.filter(({ nameWords }) => nameWords.split('\t').some((one) => isSo(one)));
    const mains = mainsOf(called);
    return called.flatMap((food) => {
      const own = food.nameWords.split('\t');
      const main = mains.get(food.kind) ?? food;
      const first = englishOf(main.names);
      return food.names
        .filter((one, i) => isSaid(one) && isSo(own[i] ?? '', one.language))
        .map(({ language, kind, english = first }) => ({
          rank: main.rank,
          language,
          english,
          isStandIn: kind === 'stand-in',
          isRecipeOnly: kind === 'ingredient',
          isCut: false,
        }));
    });
  }

  /** By their kinds, the foods that stand for others. */
  function mainsOf(foods: readonly Candidate[]): Map<number | null, Candidate> {
    const kinds = [...new Set(foods.flatMap(({ kind }) => kind ?? []))];
    return new Map(kinds.length === 0 ? [] : withIds(kinds).map((main) => [main.kind, main]));
  }

  return {
    listSaid(text, isInRecipe = false, isUncut = !isInRecipe) {
      const nameWords = words(text);
      if (nameWords.length > READ.wordsSaid) return [];
      const key = looseNameKey(nameWords, text);
      const foods = inTurn(isInRecipe ? [INGREDIENT_NAME + key, OTHER_NAME + key] : [OTHER_NAME + key]);
      const typed = nameWords.join(' ');
      const said = saidOf(foods, (own) => own === typed);
      if (said.length > 0) return said;
      const stems = nameWords.map(stem).join(' ');
      const inOtherForm = saidOf(foods, (own) => own.split(' ').map(stem).join(' ') === stems);
      if (inOtherForm.length > 0 || isUncut) return inOtherForm;
      const cutIn = new Map(LANGUAGES_WITH_ENDINGS.map((one) => [one, cutNameKey(nameWords, one)]));
      const isCutIn = (own: string, language: string) =>
        cutIn.get(language) === cutNameKey(own.split(' '), language);
      return saidOf(inTurn([...cutIn.values()]), (own, language) =>
        language === undefined
          ? LANGUAGES_WITH_ENDINGS.some((one) => isCutIn(own, one))
          : isCutIn(own, language),
      ).map((one) => ({ ...one, isCut: true }));
    },
    named(names, source) {
      const all = names.map(({ nameWords, text }) => nameKeys(nameWords, text));
      const own = new Set(all.flat());
      // With a source filter, the first namesakes may all be from other sources.
      const isOneKey = own.size === 1;
      const most = source === null ? READ.namesakes * (isOneKey ? 2 : 1) : MAX_FOODS_OF_A_NAME;
      const listed = source === 'ai_estimate' ? Array.from(own, estimateKey) : [...own];
      const others = all.map(([, loose]) => OTHER_NAME + loose);
      // Two names may share a hash, so the names themselves are compared.
      return foodsUnder([...listed, ...others], most).filter(
        (food) => isFrom(food, source) && all.some((keys) => isCalled(food, keys)),
      );
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
