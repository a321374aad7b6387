import { memberOf } from '../../src/member-of.ts';
import { remember } from '../../src/remember.ts';
import { cleanText } from './clean-text.ts';

/**
 * The categories a person would browse by, as Open Food Facts tags without their `en:`. Its tree has over ten
 * thousand, down to "Chocolate chip cookies with milk chocolate"; a food is filed under one of its own that is listed
 * here. The name shown is the tag in plain writing ("Breakfast cereals").
 */
const BROWSABLE = `
snacks sweet-snacks salty-snacks confectioneries chocolates chocolate-candies bonbons candies chewing-gum lollipops
dark-chocolates milk-chocolates white-chocolates biscuits cakes crackers bars cereal-bars energy-bars protein-bars
crisps popcorn pretzels appetizers chips-and-fries corn-chips nuts-and-their-products nuts peanuts almonds seeds
pastries viennoiseries croissants brioches doughnuts muffins waffles pancakes crepes-and-galettes sweet-pies pies
gingerbreads madeleines macarons marshmallows nougats marzipan caramels rice-cakes
beverages waters spring-waters mineral-waters flavored-waters carbonated-drinks sodas colas lemonades iced-teas
energy-drinks sports-drinks syrups juices-and-nectars fruit-juices orange-juices apple-juices vegetable-juices smoothies
hot-beverages teas green-teas black-teas herbal-teas coffees instant-coffees coffee-capsules cocoa-and-chocolate-powders
plant-based-milk-alternatives soy-milks oat-milks almond-milks rice-milks coconut-milks coffee-drinks kombuchas
alcoholic-beverages beers wines red-wines white-wines sparkling-wines ciders spirits liqueurs whisky rums vodkas
dairies milks whole-milks semi-skimmed-milks skimmed-milks creams butters yogurts greek-style-yogurts dairy-desserts
fermented-milk-products fermented-dairy-desserts dairy-drinks kefir cheeses fresh-cheeses soft-cheeses hard-cheeses
blue-veined-cheeses goat-cheeses mozzarella feta cheddar cheese-spreads processed-cheeses grated-cheese cream-cheeses
eggs chicken-eggs desserts puddings frozen-desserts ice-creams sorbets compotes jelly-desserts
meats beef pork lamb veal poultries chickens turkeys ducks rabbits-meat game prepared-meats hams sausages bacon
salami cured-sausages pates terrines rillettes meat-preparations meatballs ground-meats hamburgers nuggets
seafood fishes salmons tunas sardines mackerels cods herrings trouts anchovies smoked-fishes canned-fishes
surimi shrimps crustaceans mollusc fish-preparations breaded-fish caviars
fruits fresh-fruits apples bananas citrus berries tropical-fruits dried-fruits canned-fruits frozen-fruits
vegetables fresh-vegetables leaf-vegetables salads tomatoes carrots onions potatoes mushrooms peppers cucumbers
canned-vegetables frozen-vegetables pickles olives prepared-vegetables sauerkrauts seaweeds
legumes beans lentils chickpeas peas tofu tempeh meat-analogues meat-alternatives hummus
cereals-and-their-products breakfast-cereals mueslis granolas porridge rolled-oats corn-flakes flours rices pastas
noodles couscous quinoa bulgur semolinas breads white-breads wholemeal-breads sliced-breads baguettes crispbreads
rusks tortillas pitas buns pie-dough pizza-dough dough cereal-grains polenta starches breadcrumbs
meals prepared-salads pizzas quiches lasagnas pasta-dishes rice-dishes sandwiches wraps burritos sushi
soups broths instant-noodles frozen-ready-made-meals canned-meals stews curries pizzas-pies-and-quiches fries
meals-with-meat meals-with-fish vegetarian-meals baby-foods baby-milks
condiments sauces tomato-sauces ketchup mayonnaises mustards vinegars salad-dressings soy-sauces hot-sauces pestos
curry-sauces barbecue-sauces dips guacamoles salsas chutneys salts spices herbs peppers-spice spice-mixes bouillons
fats vegetable-oils olive-oils sunflower-oils coconut-oils margarines lards cooking-helpers baking-powders yeasts
sweeteners sugars honeys maple-syrups agave-syrups artificial-sweeteners spreads sweet-spreads jams marmalades
chocolate-spreads hazelnut-spreads peanut-butters nut-butters caramel-spreads salted-spreads plant-based-spreads
dietary-supplements protein-powders bodybuilding-supplements vitamins meal-replacements food-additives
food-decorations canned-foods frozen-foods dried-products fresh-foods breakfasts groceries
`
  .trim()
  .split(/\s+/);

/** How something is sold or kept, or when it is eaten: used only where nothing says what it is. */
const HOW_SOLD = new Set(
  'groceries canned-foods frozen-foods dried-products fresh-foods breakfasts frozen-ready-made-meals canned-meals canned-vegetables canned-fruits canned-fishes frozen-vegetables frozen-fruits fresh-vegetables fresh-fruits appetizers food-decorations'.split(
    ' ',
  ),
);
/** Whole departments: used only where nothing more specific is known, wherever they are in the list. */
const GENERAL = new Set(
  'snacks sweet-snacks salty-snacks confectioneries beverages hot-beverages dairies fermented-milk-products desserts frozen-desserts meals prepared-vegetables condiments sauces spreads sweet-spreads salted-spreads plant-based-spreads fats meats prepared-meats seafood fruits vegetables legumes cereals-and-their-products cereal-grains nuts-and-their-products sweeteners dietary-supplements bodybuilding-supplements cooking-helpers alcoholic-beverages'.split(
    ' ',
  ),
);

/** Names whose tag does not read as people would write it. */
const WRITTEN: Readonly<Record<string, string>> = {
  'cereals-and-their-products': 'Cereals',
  'nuts-and-their-products': 'Nuts',
  'peppers-spice': 'Pepper',
  'pizzas-pies-and-quiches': 'Pizzas, pies and quiches',
  'rabbits-meat': 'Rabbit',
  mollusc: 'Molluscs',
};

/** Older and other names of the same category, as exports of other years write them. */
const ALIASES: Readonly<Record<string, string>> = {
  'salted-snacks': 'salty-snacks',
  'breakfast-cereal': 'breakfast-cereals',
  'fruit-based-beverages': 'fruit-juices',
  'fruit-juices-and-nectars': 'juices-and-nectars',
  'plant-milks': 'plant-based-milk-alternatives',
  'plant-based-milks': 'plant-based-milk-alternatives',
  'biscuits-and-crackers': 'biscuits',
  'biscuits-and-cakes': 'biscuits',
  'ice-creams-and-sorbets': 'ice-creams',
  'meats-and-their-products': 'meats',
  'fishes-and-their-products': 'fishes',
  'chicken-and-its-products': 'chickens',
  'legumes-and-their-products': 'legumes',
  'fruits-based-foods': 'fruits',
  'vegetables-based-foods': 'vegetables',
  'fruits-and-vegetables-based-foods': 'vegetables',
  'dairy-products': 'dairies',
  yoghurts: 'yogurts',
  cookies: 'biscuits',
  'bonbons-and-candies': 'bonbons',
};

const ENGLISH_TAG = /^en:/;
const NOT_IN_A_TAG = /[^\p{L}\p{N}:]+/gu;
const NAME_BY_TAG = nameTags();

interface BrowsableCategory {
  name: string;
  /** How much it says about what something is. */
  rank: 0 | 1 | 2;
}

const findBrowsable = remember((category): BrowsableCategory | null => {
  const tag = tagOf(category);
  const name = NAME_BY_TAG.get(tag);
  if (name === undefined) return null;
  const canonical = memberOf(ALIASES, tag) ?? tag;
  return { name, rank: HOW_SOLD.has(canonical) ? 0 : GENERAL.has(canonical) ? 1 : 2 };
});

/**
 * The category of a food that a person would browse by, or null when it has none: what it is before how it is sold, the
 * specific before the general, and the last of equals, since lists run from general to specific.
 */
export function chooseCategory(categories: readonly string[]): string | null {
  let best: BrowsableCategory | null = null;
  for (const category of categories) {
    const browsable = findBrowsable(category);
    if (browsable !== null && (best === null || browsable.rank >= best.rank)) best = browsable;
  }
  return best?.name ?? null;
}

/** The category of a food from the operator's own files: a known one in its usual spelling, else as written. */
export function adoptCategory(category: string): string | null {
  const cleaned = cleanText(category);
  if (cleaned === '' || tagOf(cleaned) === 'null') return null;
  return NAME_BY_TAG.get(tagOf(cleaned)) ?? cleaned.charAt(0).toUpperCase() + cleaned.slice(1);
}

/** `en:Breakfast cereals`, `Breakfast cereals` and `en:breakfast-cereals` are one tag; `fr:pates` stays French. */
function tagOf(category: string): string {
  return category.trim().replace(ENGLISH_TAG, '').toLowerCase().replace(NOT_IN_A_TAG, '-');
}

function nameTags(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const write = (tag: string) => {
    const words = tag.replaceAll('-', ' ');
    return memberOf(WRITTEN, tag) ?? words.charAt(0).toUpperCase() + words.slice(1);
  };
  for (const tag of BROWSABLE) names.set(tag, write(tag));
  for (const [alias, tag] of Object.entries(ALIASES)) names.set(alias, write(tag));
  // Shown names map back to themselves, so that a category of the catalogue can be read in again.
  for (const name of [...names.values()]) {
    const tag = tagOf(name);
    if (!names.has(tag)) names.set(tag, name);
  }
  return names;
}
