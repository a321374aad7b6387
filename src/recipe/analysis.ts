import type { Catalog, ReadSearch } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import type { StoredRecord } from '../food/full-record.ts';
import { mapNutrients, NUTRIENTS, type Nutrient } from '../food/nutrients.ts';
import { weighPortion } from '../food/portion.ts';
import { remember } from '../remember.ts';
import { words } from '../text/fold.ts';
import { LANGUAGES, type Language } from '../text/languages.ts';
import { isStopWord } from '../text/stop-words.ts';
import { MAX_EATEN_GRAMS, weighEaten } from './eaten-grams.ts';
import { findFood, type SearchedCatalog } from './food-match.ts';
import { unitFor, weigh } from './grams.ts';
import { guessLanguage, IngredientFoods } from './ingredient-foods.ts';
import { readIngredientLine } from './ingredient-line.ts';
import type { AnalyzedMeal, MealChoice, ReadItem } from './meal.ts';
import { type MealPart, splitMeal } from './meal-text.ts';
import type { Reason } from './reason.ts';
import {
  type AnalyzedRecipe,
  type Correction,
  type Method,
  type ReadIngredient,
  type ReadLine,
  requestsForLines,
} from './recipe.ts';
import { ENERGY, TELLING_WORDS } from './recipe-words.ts';
import { hasUnreadAmount, wordsLeft } from './words-left.ts';

/** What `analyzeRecipe` and `analyzeMeal` (analyze.ts) do. */

/** The most that a line can be sure of that names more foods than the one it is read as. */
const ONE_OF_SEVERAL = 0.5;
/** The most that a line can be sure of whose food merely stands in for what it names. */
const STAND_IN = 0.5;
/** No recipe takes more of one food. */
const MAX_COOKED_GRAMS = 100_000;
/** Digits of a line's confidence. */
const CONFIDENCE_STEPS = 100;
/**
 * What the words of a meal, or of the lines of a recipe that count as one request, may cost: at a million foods a name that is looked up takes 65 µs, a
 * search for foods that have all words up to 5 ms, one that guesses up to 15 ms. What is named after all is spent is listed without
 * a food; no sentence that people write comes near, and ten lines take some 60 names and a search.
 */
const MAX_RECIPE_LOOKUPS = 90;
const MAX_RECIPE_SEARCHES = 5;
const MAX_ITEMS = 30;
const MAX_LOOKUPS = 80;
const MAX_SEARCHES = 3;
const MAX_GUESSES = 3;
const MAX_GUESSED_WORDS = 1;
/** Shorter words are in too many names. */
const MIN_SEARCHED_LETTERS = 3;

export function analyzeLines(
  catalog: Catalog,
  lines: readonly string[],
  servings: number,
  chosen: ReadonlyMap<number, Correction>,
  wanted: string | null,
): AnalyzedRecipe {
  // A line in another language than the rest of its recipe is read by its own words.
  const requests = requestsForLines(lines.length);
  const names = new IngredientFoods(catalog, wanted, { lookups: requests * MAX_RECIPE_LOOKUPS });
  const bounded = withSearches(catalog, requests * MAX_RECIPE_SEARCHES);
  const language = guessLanguage(names, lines, languageOf(wanted), TELLING_WORDS);
  const read = lines.map((line, at): ReadLine => {
    const own = guessLanguage(names, [line], language, TELLING_WORDS);
    const { food, grams } = chosen.get(at) ?? { food: null, grams: null };
    const ingredient = weighedAs(readIngredient(bounded, names, line, own, food), grams);
    // Only what was eaten is assumed.
    return { line, ...ingredient, method: ingredient.method as Method };
  });
  const { sums, ...gaps } = addUp(read);
  return {
    read,
    recipe: {
      lines: read.map(({ reason, foods, readGrams, ...line }) => ({
        ...line,
        food: nameFood(catalog, line.food, wanted),
      })),
      total: rounded(sums, 1),
      per_serving: rounded(sums, servings),
      ...gaps,
    },
  };
}

/** The foods of a text, or of the parts that it was once read as, corrected by someone. */
export function analyzeParts(
  catalog: Catalog,
  text: string,
  corrected: readonly MealChoice[],
  wanted: string | null,
): AnalyzedMeal {
  const names = new IngredientFoods(catalog, wanted, { isEaten: true, lookups: MAX_LOOKUPS });
  const cheap = withFewSearches(catalog);
  const all = [...corrected.map((part) => part.text), text];
  const language = guessLanguage(names, all, languageOf(wanted), TELLING_WORDS);
  const find = remember((name) => names.named(words(name), language)?.food.name ?? null);
  const foods = { language, find };
  const read = [
    ...corrected.flatMap((choice) =>
      splitMeal(choice.text, foods)
        .slice(0, 1)
        .map((part) => readChosen(cheap, names, part, language, choice)),
    ),
    ...splitMeal(text, foods).map((part, at) =>
      at < MAX_ITEMS ? readPart(cheap, names, part, language, null) : unread(part),
    ),
  ];
  const { sums, ...gaps } = addUp(read);
  return {
    read,
    meal: {
      items: read.map(({ reason, foods: _, readGrams, ...item }) => ({
        ...item,
        food: nameFood(catalog, item.food, wanted),
      })),
      total: rounded(sums, 1),
      ...gaps,
    },
  };
}

/** A food by the name that readers of a language read. */
function nameFood(catalog: Catalog, food: Food | null, language: string | null): Food | null {
  return food === null ? null : { ...food, name: catalog.nameIn(food, language) };
}

const NOTHING = {
  grams: null,
  readGrams: null,
  method: 'none',
  confidence: 0,
  stand_in: false,
  ignored: null,
} as const;

function unread({ text, line }: MealPart): ReadItem {
  return {
    text,
    quantity: null,
    unit: null,
    food: null,
    ...NOTHING,
    reason: { kind: 'noFood', name: line },
    foods: [],
  };
}

function readPart(
  catalog: ReadCatalog,
  names: IngredientFoods,
  { text, line, denied }: MealPart,
  language: Language,
  choice: Food | null,
): ReadItem {
  return { text, ...readIngredient(catalog, names, line, language, choice, { text, denied }) };
}

/** An item with the food and the grams that someone gave it, where they are not those that it was read as. */
function readChosen(
  catalog: ReadCatalog,
  names: IngredientFoods,
  part: MealPart,
  language: Language,
  { food, grams }: MealChoice,
): ReadItem {
  const read = readPart(catalog, names, part, language, null);
  const isOther = food !== null && food.id !== read.food?.id;
  return weighedAs(isOther ? readPart(catalog, names, part, language, food) : read, grams);
}

/** The same food in the amount that someone gave it. */
function weighedAs<Item extends ReadIngredient>(item: Item, grams: number | null): Item {
  if (grams === null || item.food === null || grams === item.grams) return item;
  return { ...item, quantity: grams, unit: 'g', grams, method: 'weight', reason: null };
}

type ReadCatalog = SearchedCatalog & Pick<Catalog, 'findRecord'>;

const NO_FOODS: ReadSearch = { foods: [], matched: null, leftOut: [], corrected: null, matches: [] };

/** A catalogue that is searched for a number of texts, and then finds nothing more. */
function withSearches(catalog: Catalog, most: number): ReadCatalog {
  const found = new Map<string, ReadSearch>();
  return {
    searchRead(request) {
      const asked = `${request.effort} ${request.q}`;
      const before = found.get(asked);
      if (before !== undefined || found.size >= most) return before ?? NO_FOODS;
      const read = catalog.searchRead(request);
      found.set(asked, read);
      return read;
    },
    findRecord: (food) => catalog.findRecord(food),
  };
}

/** A catalogue that soon finds nothing more, by the words that say something: what has no name that people say is then no food. */
function withFewSearches(catalog: Catalog): ReadCatalog {
  let [searches, guesses] = [MAX_SEARCHES, MAX_GUESSES];
  const records = new Map<number, StoredRecord | null>();
  return {
    searchRead(request) {
      const said = words(request.q).filter((word) => word.length >= MIN_SEARCHED_LETTERS);
      const q = said.filter((word) => !isStopWord(word, request.q)).join(' ');
      if (q === '' || searches-- <= 0) return NO_FOODS;
      const found = catalog.searchRead({ ...request, q, effort: 'certain' });
      const isUnknown = found.foods.length === 0 && request.effort !== 'certain';
      const isGuessed = isUnknown && said.length <= MAX_GUESSED_WORDS && guesses-- > 0;
      return isGuessed ? catalog.searchRead({ ...request, q }) : found;
    },
    findRecord(food) {
      const record = records.get(food.id) ?? catalog.findRecord(food);
      records.set(food.id, record);
      return record;
    },
  };
}

function languageOf(wanted: string | null): Language {
  return LANGUAGES.find((one) => one === wanted) ?? 'en';
}

function readIngredient(
  catalog: ReadCatalog,
  names: IngredientFoods,
  line: string,
  language: Language,
  choice: Food | null,
  /** The part of a meal that the line was made from; null for that of a recipe. */
  meal: Pick<MealPart, 'text' | 'denied'> | null = null,
): ReadIngredient {
  const read = readIngredientLine(line, names, language);
  const { quantity } = read;
  if (read.isHeading || read.typed === '') {
    const reason: Reason = { kind: read.isHeading ? 'heading' : 'noIngredient' };
    return { quantity, unit: read.unit?.name ?? null, food: null, ...NOTHING, reason, foods: [] };
  }
  const match = findFood(catalog, names, read, language);
  const food = choice ?? match.foods[0] ?? null;
  const meant =
    choice === null ? match : { ...match, certainty: 1, isNamed: true, isStandIn: false, measureWord: null };
  const unit = food === null ? read.unit : unitFor(read, food, meant.measureWord);
  const shown = food === null || choice !== null ? food : names.asAsked(food, line);
  const known = { quantity: round(quantity), unit: unit?.name ?? null, food: shown, foods: match.foods };
  if (food === null) return { ...known, ...NOTHING, reason: { kind: 'noFood', name: read.name } };
  const [first = ''] = words(read.typed);
  // `300 kcal pizza` are not 300 pizzas.
  if (quantity !== null && read.unit === null && ENERGY.has(first))
    return { ...known, ...NOTHING, reason: { kind: 'noWeight', unit: first, food: food.name } };
  if (meal !== null && hasUnreadAmount(read.typed, food, meant))
    return { ...known, ...NOTHING, reason: { kind: 'noAmount' } };
  const measures = catalog.findRecord(food)?.record?.measures;
  const weight = (names.isEaten ? weighEaten : weigh)(read, food, meant, measures);
  const left =
    meal === null
      ? []
      : wordsLeft(names, { line, typed: read.typed, denied: meal.denied }, food, meant, language);
  const ignored = ignoredWords(meal?.text ?? line, [match.ignored, read.others, ...left]);
  const flags = { stand_in: meant.isStandIn, ignored };
  const most = names.isEaten ? MAX_EATEN_GRAMS : MAX_COOKED_GRAMS;
  if ('reason' in weight || !(weight.grams <= most)) {
    const reason: Reason = 'reason' in weight ? weight.reason : { kind: 'tooMuch' };
    return { ...known, ...NOTHING, ...flags, reason };
  }
  const confidence = Math.min(
    meant.certainty * weight.certainty,
    meant.isStandIn ? STAND_IN : 1,
    ignored === null ? 1 : ONE_OF_SEVERAL,
  );
  const grams = Math.round(weight.grams * GRAM_STEPS) / GRAM_STEPS;
  return {
    ...known,
    unit: weight.unit ?? known.unit,
    grams,
    readGrams: grams,
    method: weight.method,
    confidence: Math.round(confidence * CONFIDENCE_STEPS) / CONFIDENCE_STEPS,
    ...flags,
    reason: null,
  };
}

/** The words of a line that were not counted, as they were typed where they stand side by side. */
function ignoredWords(line: string, all: readonly (string | null)[]): string | null {
  const ignored = all.flatMap((part) => {
    if (part === null) return [];
    const at = line.toLowerCase().indexOf(part.toLowerCase());
    return at === -1 ? part : line.slice(at, at + part.length);
  });
  return ignored.length === 0 ? null : [...new Set(ignored)].join(', ');
}

type Counted = Pick<ReadIngredient, 'food' | 'grams' | 'reason'>;

/** The sums of nutrients over what counts, and what is missing in them. */
function addUp(read: readonly Counted[]) {
  const portions = read.flatMap(({ food, grams }) =>
    food === null || grams === null ? [] : [weighPortion(food, grams)],
  );
  return {
    sums: mapNutrients(({ key }) => sum(portions.map((portion) => portion[key]))),
    incomplete: NUTRIENTS.filter((nutrient) => portions.some((portion) => portion[nutrient] === null)),
    unresolved: read.flatMap(({ reason }, at) => (reason === null ? [] : [at])),
  };
}

/** Grams to hundredths, like portions; quantities to thousandths, so that a third is 0.333. */
const GRAM_STEPS = 100;
const QUANTITY_STEPS = 1000;

/** JSON has no infinity. */
function round(quantity: number | null): number | null {
  return quantity === null || !Number.isFinite(quantity)
    ? null
    : Math.round(quantity * QUANTITY_STEPS) / QUANTITY_STEPS;
}

function sum(amounts: readonly (number | null)[]): number {
  return amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);
}

/** Totals with as many digits as a portion has. */
function rounded(sums: Record<Nutrient, number>, servings: number): Record<Nutrient, number> {
  return mapNutrients(({ key, unit }) => {
    const steps = unit === 'g' ? 1000 : 10;
    return Math.round((sums[key] / servings) * steps) / steps;
  });
}
