import { Type } from '@sinclair/typebox';
import type { Catalog } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import { MAX_COUNTED, readOrder } from '../food/food-filters.ts';
import { weighPortion } from '../food/portion.ts';
import { memberOf } from '../member-of.ts';
import { nearestName } from '../nearest-name.ts';
import { ADDITIONS } from '../operations/additions.ts';
import { boundsIn, filterChecks, readFilters } from '../operations/filters.ts';
import { MAX_IN_BULK, MEAL, POPULAR, RECIPE, SEARCH } from '../operations/operations.ts';
import { analyzeMeal, analyzeRecipe } from '../recipe/analyze.ts';
import { reasonText } from '../recipe/reason.ts';
import type { ReadIngredient } from '../recipe/recipe.ts';
import { describeTool, type Tool, type ToolResult } from './tool.ts';
import {
  BARCODE,
  DETAIL,
  FIND_INPUT,
  FOODS,
  FURTHER_BOUNDS,
  ID,
  inputOf,
  LANG,
  upTo,
} from './tool-inputs.ts';
import { type Detail, viewFood, viewListedFood, withoutNulls } from './views.ts';

const PER_100_G = 'Nutrients are per 100 g; what is left out is unknown, never zero.';
const FULL = 'detail "full" adds vitamins, minerals, ingredients, allergens and measures.';
/** Barcodes sent as numbers have lost their leading zeros; the shortest have eight digits. */
const MIN_BARCODE_LENGTH = 8;

/** As many as `/foods/bulk` takes. */
const AT_ONCE = { minItems: 1, maxItems: MAX_IN_BULK };

/** The lookups as tools. `publicUrl` is where people reach the pages of foods, if known. */
export function createTools(catalog: Catalog, publicUrl: string | null): readonly Tool[] {
  const answers = answersFrom(catalog, publicUrl);
  return [
    ...lookupTools(answers),
    ...valueTools(answers),
    ...recipeTools(answers),
    ...browsingTools(answers),
  ];
}

type Answers = ReturnType<typeof answersFrom>;

/** The forms of answers that several tools share. */
function answersFrom(catalog: Catalog, publicUrl: string | null) {
  // Read for each answer: the catalogue may have been replaced since the last one.
  const withCredit = (members: Record<string, unknown>): ToolResult => ({
    ...withoutNulls(members),
    credit: catalog.facts.credit,
  });
  const inLanguage = (food: Food, lang: string | null): Food => ({
    ...food,
    name: catalog.nameIn(food, lang),
  });
  const listed = (foods: readonly Food[], detail: Detail, lang: string | null = null) =>
    withCredit({
      foods: foods.map((food) => viewListedFood(catalog, inLanguage(food, lang), detail, publicUrl)),
    });
  const one = (food: Food | null, detail: Detail, otherwise: string) =>
    food === null
      ? otherwise
      : withCredit({ food: viewFood(catalog, inLanguage(food, null), detail, publicUrl) });
  return { catalog, publicUrl, withCredit, inLanguage, listed, one };
}

function lookupTools({ catalog, listed, one }: Answers): Tool[] {
  return [
    describeTool('search_foods', 'Search foods', {
      input: {
        query: inputOf(SEARCH.query.properties.q),
        limit: FOODS,
        source: inputOf(SEARCH.query.properties.source),
        lang: LANG,
        detail: DETAIL,
      },
      description: `Finds foods by name in any language, brand or barcode, best match first. Use it to get the id of a food, or its nutrition. Foods with high confidence have complete, plausible label data. ${PER_100_G} ${FULL} An empty list means that nothing matches; "matched": "part", that no food has all the words, and "left_out" which; "corrected", that some were corrected.`,
      call: ({ query: q, limit, source, lang, detail }) => {
        const language = languageOf(lang);
        const { foods, matched, leftOut } = catalog.searchRead({ q, limit, source, language });
        return {
          ...listed(foods, detail, language),
          ...(matched === 'corrected' && { matched }),
          ...(matched === 'part' && { matched, left_out: leftOut }),
        };
      },
    }),
    describeTool('get_food', 'Food by id', {
      input: { id: ID, detail: DETAIL },
      description: `Returns one food by its id. ${PER_100_G} ${FULL}`,
      call: ({ id, detail }) => one(catalog.findFood(Number(id)), detail, unknownId(id)),
    }),
    describeTool('lookup_barcode', 'Food by barcode', {
      input: { code: BARCODE, detail: DETAIL },
      description: `Returns the food with a barcode, as printed on its package. ${PER_100_G} ${FULL}`,
      call: ({ code, detail }) =>
        one(
          findBarcode(catalog, code),
          detail,
          `No food has the barcode ${code}. Try search_foods with its name.`,
        ),
    }),
  ];
}

function valueTools({ catalog, publicUrl, inLanguage, listed, withCredit }: Answers): Tool[] {
  return [
    describeTool('find_foods', 'Foods by their values', {
      input: FIND_INPUT,
      description: `Finds foods by what is in them: bounds for each nutrient, brand, category, country, diet, labels, grades, additives and allergens, in any order. Use it for questions such as which snacks have the most protein. A food whose value is unknown matches no bound. ${PER_100_G} ${FULL}`,
      prepare: gatherFurtherBounds,
      call({ query: q, detail, limit, offset, sort, further, ...sent }) {
        if (sort === 'relevance' && q === null) return 'find_foods: sort: relevance needs a query';
        const wrong = explainNames({ ...sent, further }, catalog);
        if (wrong !== null) return `find_foods: ${wrong}`;
        const language = languageOf(sent.lang);
        const filters = readFilters(
          { ...sent, q, nova: sent.nova?.map(String) },
          boundsIn({ ...sent, ...further }),
        );
        const found = catalog.find({ ...filters, sort: readOrder(sort, q), limit, offset, language });
        const isExact = found.total <= MAX_COUNTED;
        return {
          ...listed(found.foods, detail, language),
          total: isExact ? found.total : MAX_COUNTED,
          is_total_exact: isExact,
        };
      },
    }),
    describeTool('get_foods', 'Several foods at once', {
      input: {
        ids: Type.Optional(
          Type.Array(ID, { ...AT_ONCE, description: 'The ids of foods, from earlier answers' }),
        ),
        barcodes: Type.Optional(
          Type.Array(BARCODE, { ...AT_ONCE, description: 'Instead of ids: barcodes as printed on packages' }),
        ),
        detail: DETAIL,
      },
      description: `Returns up to 100 foods by their ids or by their barcodes, in the order asked for, with null where there is no such food. Use it instead of many calls of get_food. ${PER_100_G} ${FULL}`,
      call({ ids, barcodes, detail }) {
        if ((ids === null) === (barcodes === null)) return 'get_foods: give either ids or barcodes';
        const foods =
          ids?.map((id) => catalog.findFood(Number(id))) ??
          barcodes!.map((code) => findBarcode(catalog, code));
        return withCredit({
          foods: foods.map((food) =>
            food === null ? null : viewListedFood(catalog, inLanguage(food, null), detail, publicUrl),
          ),
        });
      },
    }),
    describeTool('calculate_portion', 'Nutrition of a portion', {
      input: {
        id: ID,
        grams: inputOf(ADDITIONS.grams, 'The weight of the portion in grams'),
        servings: inputOf(
          ADDITIONS.servings,
          'Instead of grams: how many servings of serving_size_g, such as 0.5',
        ),
      },
      description:
        'Returns the nutrition of a portion of a food, so that you need not calculate it. Give its weight in grams, or a number of servings if the food has a serving_size_g. What is left out is unknown, never zero.',
      call(input) {
        const food = catalog.findFood(Number(input.id));
        if (food === null) return unknownId(input.id);
        const asked = gramsOf(food, input);
        if (typeof asked === 'string') return asked;
        const { grams, ...nutrition } = weighPortion(food, asked);
        const { id, name, brand, confidence } = food;
        return withCredit({ id, name, brand, grams, nutrition, confidence });
      },
    }),
  ];
}

function recipeTools({ catalog, inLanguage, withCredit }: Answers): Tool[] {
  const view = (read: readonly ReadIngredient[], language: string | null) =>
    read.map((one) =>
      viewIngredient({ ...one, food: one.food === null ? null : inLanguage(one.food, language) }),
    );
  return [
    describeTool('analyze_recipe', 'Nutrition of a recipe', {
      input: {
        lines: inputOf(
          RECIPE.query.properties.line,
          'One ingredient each, with its amount, as in "2 cups whole milk" or "200g Mehl": English, German, French, Spanish or Italian',
        ),
        servings: inputOf(RECIPE.query.properties.servings),
        lang: inputOf(RECIPE.query.properties.lang),
      },
      description:
        'Adds up the nutrition of a recipe from its ingredient lines, in all and per serving, so that you need not look up and calculate each. Every line says which food it was read as, its grams and how sure that is; check them. With stand_in, the food is only the nearest one to what the line names; say so. Lines listed in unresolved have a reason and are in no total: give an amount, or another name for the food, and call again. Nutrients listed in incomplete are unknown for some foods, so their totals are too low.',
      call({ lines, servings, lang }) {
        const language = languageOf(lang);
        const { recipe, read } = analyzeRecipe(catalog, lines, servings, { language });
        const { lines: _, ...totals } = recipe;
        return withCredit({ lines: view(read, language), ...totals });
      },
    }),
    describeTool('analyze_meal', 'Nutrition of a meal', {
      input: {
        text: inputOf(
          MEAL.query.properties.text,
          'A sentence of a diary, as in "two eggs and a slice of toast with butter": English, German, French, Spanish or Italian',
        ),
        lang: inputOf(MEAL.query.properties.lang),
      },
      description:
        'Reads what someone ate from a sentence and adds up its nutrition, so that you need not look up each food. Every item says which food it was read as, its grams and how sure that is; with method "assumed" no amount was said and a usual portion is counted. Items listed in unresolved are in no total.',
      call({ text, lang }) {
        const language = languageOf(lang);
        const { meal, read } = analyzeMeal(catalog, text, { language });
        const { items: _, ...totals } = meal;
        return withCredit({ items: view(read, language), ...totals });
      },
    }),
  ];
}

function browsingTools({ catalog, listed, withCredit }: Answers): Tool[] {
  return [
    describeTool('list_categories', 'Categories', {
      input: { limit: upTo(500, 50) },
      description:
        'Lists the categories of the catalogue with their number of foods, largest first. Use a name from here with list_popular_foods.',
      call: ({ limit }) => withCredit({ categories: catalog.listCategories().slice(0, limit) }),
    }),
    describeTool('list_popular_foods', 'Common foods', {
      input: {
        category: inputOf(POPULAR.query.properties.category, 'The name of a category, from list_categories'),
        limit: FOODS,
        offset: inputOf(POPULAR.query.properties.offset),
        detail: DETAIL,
      },
      description: `Lists common foods, most popular first, of all categories or of one. ${PER_100_G} ${FULL} An empty list means that there are no more, or that there is no such category.`,
      call: ({ category, limit, offset, detail }) =>
        listed(catalog.listPopular({ limit, offset, category, hasImage: false }), detail),
    }),
  ];
}

/** What a line or an item was read as; get_food has the nutrition of its food. */
function viewIngredient({ foods: _, food, reason, stand_in, ...read }: ReadIngredient): object {
  return {
    ...read,
    food: food === null ? null : { id: food.id, name: food.name },
    ...(stand_in && { stand_in }),
    reason: reason === null ? null : reasonText(reason),
  };
}

/** A number has lost the zeros that the printed code begins with. */
function findBarcode(catalog: Catalog, code: string | number): Food | null {
  const printed = typeof code === 'string' ? code : String(code).padStart(MIN_BARCODE_LENGTH, '0');
  return catalog.findBarcode(printed);
}

function unknownId(id: number | string): string {
  return `No food has the id ${id}. Use search_foods to find one.`;
}

/** The weight of a portion, or why it is not known. */
function gramsOf(
  food: Food,
  { grams, servings }: { grams: number | null; servings: number | null },
): number | string {
  if ((grams === null) === (servings === null)) return 'calculate_portion: give grams or servings';
  if (grams !== null) return grams;
  if (food.serving_size_g === null) return `The weight of a serving of ${food.name} is unknown. Give grams.`;
  return food.serving_size_g * (servings ?? 1);
}

/** It may be sent in either case. */
function languageOf(lang: string | null): string | null {
  return lang?.toLowerCase() ?? null;
}

/** Bounds of further nutrients beside those of the ten, since their names are alike. */
function gatherFurtherBounds(sent: object): object {
  const { further, ...others } = sent as { further?: object };
  const { true: flat = [], false: rest = [] } = Object.groupBy(Object.entries(others), ([name]) =>
    FURTHER_BOUNDS.includes(name) ? 'true' : 'false',
  );
  return flat.length === 0
    ? sent
    : { ...Object.fromEntries(rest), further: { ...further, ...Object.fromEntries(flat) } };
}

/** What is wrong with the first name that is unknown; null if all are known. */
function explainNames(
  { further, ...sent }: Readonly<Record<string, unknown>>,
  catalog: Catalog,
): string | null {
  for (const [list, check] of Object.entries(filterChecks(catalog))) {
    const names = (memberOf(sent, list) as readonly string[] | null) ?? [];
    for (const [index, name] of names.entries()) {
      const what = check(name);
      if (what !== null) return `${list}/${index}: ${what}`;
    }
  }
  const unknown = Object.keys(further ?? {}).find((name) => !FURTHER_BOUNDS.includes(name));
  if (unknown === undefined) return null;
  const meant = nearestName(unknown, FURTHER_BOUNDS);
  return `further/${unknown}: there is no such bound${meant === null ? '' : `; did you mean ${meant}?`}`;
}
