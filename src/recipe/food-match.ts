import {
  type Catalog,
  MAX_QUERY_LENGTH,
  MIN_QUERY_LENGTH,
  type ReadSearch,
  type SearchEffort,
} from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import { remember } from '../remember.ts';
import { words } from '../text/fold.ts';
import { isNounLast, type Language } from '../text/languages.ts';
import { stem } from '../text/word-forms.ts';
import {
  cookedIn,
  isCookedToEat,
  isSaidRaw,
  termsOf,
  wayOfCooking,
  withoutCooking,
  withoutRaw,
} from './cooking.ts';
import {
  bestOf,
  contentOf,
  hasAll,
  isAbout,
  isAllOf,
  isSimilar,
  isUnbranded,
  kindOf,
} from './fitting-foods.ts';
import type { IngredientFood, IngredientFoods, NamedWithin } from './ingredient-foods.ts';
import type { IngredientLine } from './ingredient-line.ts';
import { FLAVOURS, isUnit, OF, PREPARATION } from './recipe-words.ts';

/** What is asked of a catalogue for the words that are no name. */
export type SearchedCatalog = Pick<Catalog, 'searchRead'>;

/** The food that a line names, and others that it may be. */
export interface FoodMatch {
  /** The best first. */
  foods: Food[];
  /** How certain the first is, from 0 to 1. */
  certainty: number;
  /** Whether the line names the first, and not only a similar one. */
  isNamed: boolean;
  /** Whether the first merely stands in for what the line names. */
  isStandIn: boolean;
  /** What people call it in English, to choose among its measures: `cherry tomato`. */
  english: string;
  /** The word before `of` that is counted but is not a unit, as in `2 racks of lamb`; null if there is none. */
  measureWord: string | null;
  /** The words of the line for another food; null if there are none. */
  ignored: string | null;
  /** The words that name the first; those of its own name say as much. */
  said: readonly string[];
}

const NOTHING: Found = {
  foods: [],
  certainty: 0,
  isStandIn: false,
  english: '',
  measureWord: null,
  ignored: null,
  said: [],
};
type Found = Omit<FoodMatch, 'isNamed'>;

/** Foods to choose from; the search returns as many. */
const MAX_FOODS = 10;
/** How certain a food is, by how it was found; below `searched`, some words of the line are not in it. */
const CERTAINTY = {
  named: 1,
  namedButEnding: 0.95,
  searched: 0.9,
  partlyNamed: 0.8,
  compound: 0.7,
  similar: 0.5,
} as const;
const COMES_WITH = /\s(?:with|mit|avec|con)\s/;
/** Words behind a noun that do not change what it is. */
const ASIDE_WORDS: ReadonlySet<string> = new Set(
  'with without in on for from of and or as mit ohne in aus zum zur fur und oder'.split(' '),
);
/** `butter or margarine`, `Salz und Pfeffer`: the first is looked up. */
const ALTERNATIVES = /\s(?:or|oder|ou|o|oppure|and|und|et|y|e|&|\/)\s/;
const JOINED = new RegExp(`${ALTERNATIVES.source}|${COMES_WITH.source}`);

export function findFood(
  catalog: SearchedCatalog,
  names: IngredientFoods,
  line: IngredientLine,
  language: Language,
): FoodMatch {
  const match = matchFood(catalog, names, line, language);
  return { ...match, isNamed: match.certainty >= CERTAINTY.searched };
}

function matchFood(
  catalog: SearchedCatalog,
  names: IngredientFoods,
  read: IngredientLine,
  language: Language,
): Found {
  const line = { ...read, typed: firstWords(read.typed), name: firstWords(read.name) };
  const one = names.isEaten ? counted(names, { english: '' }, line, language) : null;
  const scooped = line.unit?.name === 'scoop' ? names.named(words(`${line.name} powder`), 'en') : null;
  const meant = one ?? scooped;
  if (meant !== null) return { ...found(catalog, meant, line, CERTAINTY.named), said: words(line.typed) };
  for (const [typed, name] of [
    [line.typed, line.name],
    [firstOf(line.typed), firstOf(line.name)],
  ] as const) {
    const named = names.named(words(typed), language) ?? longerOf(names, typed, name, language);
    if (named === null) continue;
    const certainty = named.isCut ? CERTAINTY.namedButEnding : CERTAINTY.named;
    const match = found(
      catalog,
      counted(names, named, line, language) ?? adjust(names, named, line),
      line,
      certainty,
    );
    const isWhole = typed === line.typed;
    const said = words(typed);
    return isWhole
      ? { ...match, said }
      : { ...match, ignored: otherFoodOf(names, read.typed, match.foods[0], language), said };
  }
  const match = cookedFood(catalog, names, line, language) ?? searchFood(catalog, names, line, language);
  return {
    ...match,
    measureWord: measureWordOf(names, line.typed, match.foods[0]?.name ?? '', language),
    ignored: otherFoodOf(names, read.typed, match.foods[0], language) ?? match.ignored,
  };
}

/** `pepper` of `salt and pepper`, unless the food that was found has it as well. */
function otherFoodOf(
  names: IngredientFoods,
  typed: string,
  food: Food | undefined,
  language: Language,
): string | null {
  const joined = JOINED.exec(typed);
  if (joined === null || food === undefined) return null;
  const other = typed.slice(joined.index + joined[0].length);
  const isOther = !hasAll(food, contentOf(other)) && names.hasFood(words(firstWords(other)), language);
  return isOther ? other : null;
}

/** Hardly a name of a food has more than six words; each of them is looked up beside all others. */
const FIRST_WORDS = /^(?:[^\p{L}\p{N}]*[\p{L}\p{N}]+){0,6}/u;

function firstWords(text: string): string {
  return FIRST_WORDS.exec(text)![0];
}

/** `grilled chicken breast`: what people call the rest, where it was cooked in this way. */
function cookedFood(
  catalog: SearchedCatalog,
  names: IngredientFoods,
  line: IngredientLine,
  language: Language,
): Found | null {
  const way = wayOfCooking(line.typed);
  const named = way === null ? null : names.named(words(withoutCooking(line.typed)), language);
  const cooked = named === null ? null : cookedForm(catalog, named.food.name, [way!, 'cooked']);
  if (named === null || cooked === null) return null;
  const foods = withFirst(cooked, search(catalog, cooked.name).foods);
  const { english, isStandIn } = named;
  return { ...NOTHING, foods, certainty: CERTAINTY.searched, isStandIn, english, said: words(line.typed) };
}

/** The generic food of the same name that was cooked in the first of these ways that there is; a sweet potato is not a potato. */
function cookedForm(catalog: SearchedCatalog, name: string, ways: readonly string[]): Food | null {
  const plain = withoutRaw(name);
  if (plain === null) return null;
  const wanted = contentOf(plain);
  const kind = kindOf(name);
  const find = remember((term) => search(catalog, `${plain} ${term}`, 'certain').foods);
  const isSame = (food: Food) => isUnbranded(food) && kindOf(food.name) === kind && hasAll(food, wanted);
  for (const way of ways) {
    const cooked = cookedIn(termsOf(way).flatMap(find).filter(isSame), way);
    if (cooked !== null) return cooked;
  }
  return null;
}

/** Words for preparation may be part of a name: `lean ground turkey` is ground turkey, not turkey. */
function longerOf(
  names: IngredientFoods,
  typed: string,
  name: string,
  language: Language,
): IngredientFood | null {
  const named = names.named(words(name), language);
  const within = named === null ? null : names.within(words(typed), language);
  return within !== null && within.named.length > words(name).length ? within.food : named;
}

function firstOf(text: string): string {
  return text.split(ALTERNATIVES, 1)[0]!;
}

/**
 * For words that are no name as a whole: a generic food that has them all, else the longest name in them.
 */
function searchFood(
  catalog: SearchedCatalog,
  names: IngredientFoods,
  line: IngredientLine,
  language: Language,
): Found {
  const typed = firstOf(line.name);
  const whole = firstOf(line.typed);
  const { foods: all, corrected } = search(catalog, typed);
  const similar = names.isEaten ? all.filter((food) => isAbout(food, whole)) : all;
  const fullest = bestOf(similar, whole);
  const best = fullest ?? bestOf(similar, typed);
  const searched = (first: Food, certainty: number) => ({
    ...NOTHING,
    foods: withFirst(first, similar),
    certainty,
  });
  // What a food comes with is not the food: `tomatoes with basil`.
  const [alone] = line.typed.split(COMES_WITH, 1);
  const within =
    names.within(withoutFlavours(names, words(withoutCooking(alone!)), language), language) ??
    names.within(words(line.typed), language) ??
    names.within(words(line.name), language);
  const isBest = best !== null && (isUnbranded(best) || (names.isEaten && isAllOf(best, typed)));
  const isOther =
    best !== null &&
    within !== null &&
    (isCookedUnasked(best, line, within.food) ||
      isDishOf(best, line, within) ||
      isNamedBy(within, fullest === null ? typed : whole));
  if (isBest && !isOther) return searched(best, CERTAINTY.searched);
  if (within !== null) {
    const isSure = !isNounLast(language) || !isNounBehind(within.behind);
    const certainty = isSure ? CERTAINTY.partlyNamed : CERTAINTY.similar;
    const match = found(catalog, adjust(names, within.food, line), line, certainty);
    // Without the generic food, one that has all the words of the line is the better match.
    if (match.certainty > CERTAINTY.similar || best === null) return { ...match, said: within.named };
  }
  const mayJoin = language === 'de' || !names.isEaten;
  const compound =
    words(mayJoin ? typed : '')
      .map((word) => names.atEnd(word))
      .find((food) => food !== null) ?? null;
  if (compound !== null) {
    const { food, before } = compound;
    const isOtherFood = [before, before.replace(/(?:e?s|e?n)$/, '')].some(
      (word) => word.length > 1 && names.named([word], language) !== null,
    );
    return { ...found(catalog, food, line, CERTAINTY.compound), ignored: isOtherFood ? before : null };
  }
  if (best !== null) return searched(best, CERTAINTY.searched);
  const [nearest] = similar;
  return nearest === undefined || !isSimilar(nearest, typed, corrected)
    ? NOTHING
    : searched(nearest, CERTAINTY.similar);
}

/**
 * A sandwich with tomato is not the grilled tomato that a line names, though it has both words, nor is a salad of mozzarella, tomato
 * and basil what `tomatoes with basil` means.
 */
function isDishOf(
  food: Food,
  { typed }: IngredientLine,
  { food: { food: meant }, named }: NamedWithin,
): boolean {
  const isAllButCooking =
    wayOfCooking(typed) !== null && words(withoutCooking(typed)).length === named.length;
  if (isAllButCooking) return kindOf(food.name) !== kindOf(meant.name);
  const [alone, ...others] = typed.split(COMES_WITH, 2);
  const head = new Set(kindOf(food.name).split(' '));
  return others.length > 0 && !contentOf(alone!).some((word) => head.has(word));
}

/** Whether a name has all words that a food was found by: what people call a food is surer than a search. */
function isNamedBy({ named }: NamedWithin, typed: string): boolean {
  const said = new Set(named.map(stem));
  return contentOf(typed).every((word) => said.has(word));
}

/** Whether other words than those for its preparation follow: `vanilla wafers` are no vanilla. */
function isNounBehind(behind: readonly string[]): boolean {
  const [next] = behind.filter((word) => !PREPARATION.has(word));
  return next !== undefined && !ASIDE_WORDS.has(next) && !isUnit(next);
}

/** `Puddingpulver Vanille` is custard powder, not vanilla. */
function withoutFlavours(
  names: IngredientFoods,
  typed: readonly string[],
  language: Language,
): readonly string[] {
  const end = typed.findLastIndex((word) => !FLAVOURS.has(word)) + 1;
  const plain = typed.slice(0, end);
  return language === 'de' && names.hasFood(plain, language) ? plain : typed;
}

/** A line that does not say that its food is cooked means the raw one, where that is what its words name. */
function isCookedUnasked(food: Food, { typed }: IngredientLine, named: IngredientFood): boolean {
  const isRaw = withoutRaw(named.food.name) !== null;
  return isRaw && wayOfCooking(food.name) !== null && wayOfCooking(typed) === null;
}

/** `louches` before `de bouillon`, unless it is a food or part of the name of the one that was found. */
function measureWordOf(
  names: IngredientFoods,
  typed: string,
  foodName: string,
  language: Language,
): string | null {
  const all = words(typed);
  const of = all.findIndex((word) => OF.has(word));
  if (of < 1 || of === all.length - 1) return null;
  const before = all.slice(0, of);
  const own = new Set(words(foodName).map(stem));
  const isFood = names.hasFood(before, language) || before.some((word) => own.has(stem(word)));
  return isFood ? null : before.at(-1)!;
}

/** Nobody counts more whole birds: `150 chicken` are grams of meat. */
const MAX_WHOLE = 10;

/** The article with which a name means one of a food. */
const ONE: Readonly<Record<Language, string>> = { en: 'a', de: 'ein', fr: 'un', es: 'un', it: 'un' };

/** `1 chicken` is the bird, `200 g chicken` its meat; `ein Weizen` is a beer. */
function counted(
  names: IngredientFoods,
  { english }: Pick<IngredientFood, 'english'>,
  { quantity, unit, part, name }: IngredientLine,
  language: Language,
): IngredientFood | null {
  const isCounted = quantity !== null && quantity <= MAX_WHOLE && unit === null && part === null;
  if (!isCounted) return null;
  return (
    names.named(['a', ...words(english)], 'en') ??
    (language === 'en' || !names.isEaten ? null : names.named([ONE[language], ...words(name)], language))
  );
}

/** The line's food as it is meant: the juice of a fruit, tomatoes from a can, dried mushrooms. */
function adjust(names: IngredientFoods, food: IngredientFood, line: IngredientLine): IngredientFood {
  for (const name of [food.english, line.name]) {
    const wanted = formOf(name, line);
    const found = wanted === null ? null : names.named(words(wanted), 'en');
    if (found !== null) return found;
  }
  const isAsCooked = wayOfCooking(line.typed) === null && !isSaidRaw(line.typed);
  const isCooked = names.isEaten && isCookedToEat(food.food) && isAsCooked;
  return (isCooked ? cookedName(names, words(food.english)) : null) ?? food;
}

/** What people call a food that was cooked, by its whole name or the end of it: `cooked rice` for `long-grain rice`. */
function cookedName(names: IngredientFoods, english: readonly string[]): IngredientFood | null {
  if (english.length === 0) return null;
  return names.named(['cooked', ...english], 'en') ?? cookedName(names, english.slice(1));
}

function formOf(name: string, { part, unit, manner }: IngredientLine): string | null {
  if (part !== null) return `${name} ${part}`;
  if (unit?.name === 'can' || unit?.name === 'jar') return `canned ${name}`;
  return manner.has('dried') ? `dried ${name}` : null;
}

/** The food that a line names, cooked if the line says so, and others that it may be. */
function found(
  catalog: SearchedCatalog,
  { food, english, isStandIn }: IngredientFood,
  line: IngredientLine,
  certainty: number,
): Found {
  const way = wayOfCooking(line.typed);
  const cooked = way === null ? null : cookedForm(catalog, food.name, [way, 'cooked']);
  return { ...NOTHING, foods: [cooked ?? food], certainty, isStandIn, english };
}

function search(
  catalog: SearchedCatalog,
  text: string,
  effort: SearchEffort = 'little',
): Pick<ReadSearch, 'foods' | 'corrected'> {
  const q = [...text].slice(0, MAX_QUERY_LENGTH).join('');
  if ([...q].length < MIN_QUERY_LENGTH) return { foods: [], corrected: null };
  return catalog.searchRead({ q, limit: MAX_FOODS, source: null, effort });
}

function withFirst(first: Food, foods: readonly Food[]): Food[] {
  return [first, ...foods.filter(({ id }) => id !== first.id)];
}
