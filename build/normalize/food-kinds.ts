import { remember } from '../../src/remember.ts';
import { words } from '../../src/text/fold.ts';
import { hasWord, isInCategory, readName } from './kind-words.ts';
import { isNamedSalt } from './most-in-kind.ts';

/**
 * What the name and the category of a food say about where its energy comes from. The general factors for protein, fat
 * and carbohydrate are wrong for these kinds of food, so their energy is judged with more room.
 */
export interface FoodKind {
  /** Has alcohol, whether or not the amount is known. */
  isAlcoholic: boolean;
  /** Water, tea, salt, sweeteners: nothing in them, and rightly so. */
  mayBeEmpty: boolean;
  /** Some of its carbohydrate is polyols, fibre, or minerals counted as carbohydrate by difference. */
  hasPoorCarbs: boolean;
  /** Its carbohydrate may have no energy at all, like stevia and erythritol. */
  isSweetener: boolean;
  /** Acetic, citric or lactic acid gives energy that no label lists. */
  hasOrganicAcids: boolean;
}

/** Judged by the general factors alone. */
export const ORDINARY_KIND: FoodKind = {
  isAlcoholic: false,
  mayBeEmpty: false,
  hasPoorCarbs: false,
  isSweetener: false,
  hasOrganicAcids: false,
};

/** "Sel gros gris de Guérande" is salt; a longer name is more likely a dish with salt. */
const MAX_SALT_NAME_LENGTH = 6;
/** "Sugar free", "sans sucres", "no sugar": two words that mean it only together. */
const SUGAR_FREE =
  /\b(?:sugar free|no (?:added )?sugars?|without sugar|low (?:sugar|carb|calorie)|reduced (?:sugar|calorie)|(?:sans|0%) (?:de )?sucres?|ohne zucker|sin azucar(?:es)?|senza zuccher[io]|sem acucar|zonder suiker|bez cukru)\b/;
const SUGAR_SUBSTITUTE = /\b(?:sugar substitutes?|monk fruit)\b/;

/** Whether a food of this kind always has some protein. */
export function hasProtein({ name, category }: { name: string; category: string | null }): boolean {
  const own = words(name);
  if (hasWord('without protein', own)) return false;
  return category === null ? hasWord('with protein', own) : isInCategory('with protein', category);
}

/** The kind of a food; what neither name nor category says is assumed not to apply. */
export function kindOf(name: string, category: string | null, alcohol_g: number | null): FoodKind {
  const named = kindOfName(name);
  const within = (kind: string) => isInCategory(kind, category);
  const mayBeDrink = category === null || category === 'Beverages';
  return {
    isAlcoholic: within('alcoholic') || (alcohol_g ?? 0) > MIN_ALCOHOL_G || (mayBeDrink && named.isAlcoholic),
    mayBeEmpty: within('empty') || ((category === null || within('says little')) && named.mayBeEmpty),
    hasPoorCarbs: within('poor carbs') || named.hasPoorCarbs,
    isSweetener: within('sweetener') || named.isSweetener,
    hasOrganicAcids: within('acid') || named.hasOrganicAcids,
  };
}

/** Ripe fruit, bread and vinegar have some alcohol; an alcoholic drink has more. */
const MIN_ALCOHOL_G = 0.8;

const kindOfName = remember((name): FoodKind => {
  const { own, text, accented } = readName(name);
  const has = (kind: string) => hasWord(kind, own);
  return {
    isAlcoholic: has('alcoholic') && !has('not alcoholic'),
    mayBeEmpty:
      !has('not empty') &&
      (has('empty') ||
        text.includes('baking soda') ||
        hasWord('accented tea', accented) ||
        (has('diet') && has('diet drink')) ||
        (own.length <= MAX_SALT_NAME_LENGTH && isNamedSalt(name))),
    hasPoorCarbs: has('poor carbs') || SUGAR_FREE.test(text),
    isSweetener: has('sweetener') || SUGAR_SUBSTITUTE.test(text),
    hasOrganicAcids: has('acid'),
  };
});
