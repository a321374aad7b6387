import { remember } from '../../src/remember.ts';
import { words } from '../../src/text/fold.ts';
import { isNamedSalt } from './most-in-kind.ts';
import { categoryList, wordList } from './word-list.ts';

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

const ALCOHOLIC = categoryList(
  'Alcoholic beverages,Beers,Wines,Red wines,White wines,Sparkling wines,Ciders,Spirits,Liqueurs,Whisky,Rums,Vodkas',
);
const EMPTY = categoryList(
  'Waters,Spring waters,Mineral waters,Flavored waters,Teas,Green teas,Black teas,Herbal teas,Iced teas,Coffees,Instant coffees,Coffee capsules,Carbonated drinks,Sodas,Colas,Energy drinks,Sports drinks,Salts,Artificial sweeteners,Baking powders,Food additives',
);
/** Categories that say so little that the name decides; any other means that there is something in it. */
const SAYS_LITTLE = categoryList(
  'Beverages,Hot beverages,Coffee drinks,Syrups,Condiments,Spices,Herbs,Spice mixes,Sweeteners,Dietary supplements,Groceries',
);
const POOR_CARBS = categoryList(
  'Chewing gum,Baking powders,Yeasts,Cocoa and chocolate powders,Spices,Herbs,Teas,Green teas,Black teas,Herbal teas,Coffees,Instant coffees,Dietary supplements,Meal replacements,Protein bars,Cereal grains,Seaweeds,Food additives',
);
const SWEETENERS = categoryList('Artificial sweeteners');
const ACIDS = categoryList(
  'Vinegars,Salad dressings,Pickles,Sauerkrauts,Kombuchas,Mustards,Ketchup,Hot sauces,Condiments',
);

/** Whole words, without accents, in the languages of the data. */
const ALCOHOLIC_WORDS = wordList(`
  beer beers bier biere bieres birra cerveza cerveja piwo olut pivo ale lager stout porter pils pilsner ipa
  wine wines vin vins wein vino vinho wijn wino viini chardonnay merlot cabernet sauvignon pinot rioja bordeaux prosecco
  champagne cremant cava cidre cider sidra liqueur liquor likor licor liquore whisky whiskey bourbon vodka wodka gin rum
  rhum tequila cognac brandy armagnac schnapps grappa sake spirits vermouth porto sherry pastis
  rotwein weisswein rosewein sekt weissbier hefeweizen kolsch radler schnaps eierlikor krauterlikor jagermeister
  lambrusco chianti barolo beaujolais heineken guinness carlsberg budweiser baileys campari aperol`);
/** "Wine vinegar", "root beer" and "rum raisin ice cream" have hardly any alcohol, nor does anything that says so. */
const NOT_ALCOHOLIC_WORDS = wordList(`
  vinegar vinaigre essig vinagre aceto azijn ocet root ginger alcohol alcool alkoholfrei alcoholvrij analcolica sin sans
  ohne senza free nonalcoholic 0% 0.0% 0.0 sauce gum gums jelly batter bread cake cakes cheese sausage chips cookie cookies
  biscuit biscuits chocolate chocolat truffle truffles truffes ice glace raisin raisins vanilla vanille bonbon bonbons candy
  yogurt yaourt dessert mousse terrine pate jambon ham mustard moutarde soup
  coq poulet chicken pollo hahnchen boeuf beef bourguignon manzo rind steak pie fish fisch battered stew ragout gulasch
  goulash daube risotto mussels moules sauerkraut choucroute`);

const EMPTY_WORDS = wordList(`
  water waters eau eaux wasser mineralwasser agua aguas acqua acque woda vatten vand vann vesi voda
  tea teas tee tisane tisanes infusion infusions infuso krautertee rooibos coffee coffees cafe cafes kaffee caffe koffie kawa
  espresso sweetener edulcorant sussstoff stevia saccharin erythritol erythrit seltzer bicarbonate bicarbonato natron
  natriumbicarbonat natriumhydrogencarbonat
  volvic evian perrier cristaline vittel contrex badoit hepar pellegrino gerolsteiner aquafina dasani`);
/** "Tuna in spring water", "green tea ice cream" and "stevia cookies" have something in them. */
const NOT_EMPTY_WORDS = wordList(`
  tuna thon thunfisch atun tonno salmon saumon sardines chicken cake cakes cookie cookies biscuit biscuits bar bars cream
  creme ice glace eis gelato chocolate chocolat schokolade caramel candy candies bonbon bonbons chips crisps crackers
  yogurt yaourt joghurt milk lait milch latte bread pain pasta rice soup sauce jam confiture cereal cereals muesli melon
  chestnuts chestnut`);
/** Without its accent "thé" is an article. */
const ACCENTED_EMPTY_WORDS = wordList('thé thés tè té chá');
/** "Sel gros gris de Guérande" is salt; a longer name is more likely a dish with salt. */
const MAX_SALT_NAME_LENGTH = 6;
const DIET_WORDS = wordList('zero diet light max 0% free sans ohne sin');
const DRINK_WORDS = wordList(`
  cola coke pepsi fanta sprite soda sodas lemonade limonade drink drinks boisson refresco bebida getrank tonic energy
  powerade gatorade isotonic`);

const POOR_CARB_WORDS = wordList(`
  sugarless sugarfree zuckerfrei zuckerfreie zuckerfreier zuckerfreies suikervrij suikervrije maltitol maltit sorbitol sorbit
  mannitol mannit lactitol lactit isomalt
  polydextrose inulin psyllium chicory bran kleie
  crusca salvado cocoa cacao kakao yeast levure hefe leavening baking backpulver levadura gum keto lowcarb konjac
  shirataki spirulina seaweed nori`);
const SWEETENER_WORDS = wordList(`
  stevia erythritol erythrit eritritolo eritritol xylitol xylit birkenzucker saccharin sucralose aspartame allulose
  monkfruit sweetener sweeteners edulcorant edulcorants
  sussstoff edulcorante edulcolorante dolcificante zoetstof`);
/** "Sugar free", "sans sucres", "no sugar": two words that mean it only together. */
const SUGAR_FREE =
  /\b(?:sugar free|no (?:added )?sugars?|without sugar|low (?:sugar|carb|calorie)|reduced (?:sugar|calorie)|(?:sans|0%) (?:de )?sucres?|ohne zucker|sin azucar(?:es)?|senza zuccher[io]|sem acucar|zonder suiker|bez cukru)\b/;
/** Two words that mean it only together. */
const SUGAR_SUBSTITUTE = /\b(?:sugar substitutes?|monk fruit)\b/;
const ACID_WORDS = wordList(`
  vinegar vinaigre essig apfelessig weinessig branntweinessig vinagre aceto azijn ocet balsamic balsamique balsamico
  lemon lemons citron zitrone zitronensaft limon limone
  limao lime limes pickle pickles pickled cornichon cornichons gherkin gherkins gurken pepinillos kraut sauerkraut kimchi
  mustard moutarde senf mostaza senape relish chutney capers capres vinaigrette`);

/** Made of grain with its gluten, of meat, fish, milk, eggs or pulses. */
const WITH_PROTEIN = categoryList(
  'Breads,Sliced breads,White breads,Wheat breads,Wholemeal breads,Rye breads,Baguettes,Buns,Hamburger buns,Bagel breads,Tortillas,Flatbreads,Pastas,Dry pastas,Noodles,Spaghetti,Macaroni,Wheat flours,Cheeses,Hard cheeses,Soft cheeses,Cheddar,Mozzarella,Goat cheeses,Cream cheeses,Beef,Pork,Lamb,Veal,Game,Poultries,Chickens,Turkeys,Meats,Hams,Prepared meats,Sausages,Salami,Bacon,Fishes,Salmons,Tunas,Canned fishes,Seafood,Shrimps,Eggs,Chicken eggs,Yogurts,Milks,Whole milks,Legumes,Lentils,Chickpeas,Nuts,Almonds,Peanuts,Peanut butters,Seeds,Tofu,Breakfast cereals,Mueslis,Pizzas,Sandwiches',
);
/** For a food without a category. */
const WITH_PROTEIN_WORDS = wordList(`
  bread breads bagel bagels bun buns baguette tortilla pasta spaghetti macaroni penne fusilli cheese cheddar mozzarella beef
  pork chicken turkey ham salami tuna salmon egg eggs yogurt lentils chickpeas almonds peanuts tofu
  pain pains pates fromage poulet boeuf porc jambon thon saumon oeuf oeufs lentilles
  brot brote brotchen nudeln kase hahnchen rindfleisch schinken thunfisch lachs eier joghurt linsen
  pan queso pollo jamon atun huevos lentejas pane formaggio prosciutto tonno uova`);
/** Of these kinds, but without it: fat, starch, broth, and what only tastes of them. */
const WITHOUT_PROTEIN_WORDS = wordList(`
  fat lard dripping drippings oil starch cornstarch tapioca arrowroot cellophane konjac shirataki broth stock bouillon
  flavor flavored flavour flavoured seasoning spice spices sauce free liquid sweet candy candies syrup`);

/** Whether a food of this kind always has some protein. */
export function hasProtein({ name, category }: { name: string; category: string | null }): boolean {
  const own = words(name);
  if (own.some((word) => WITHOUT_PROTEIN_WORDS.has(word))) return false;
  return category === null ? own.some((word) => WITH_PROTEIN_WORDS.has(word)) : WITH_PROTEIN.has(category);
}

/** The kind of a food; what neither name nor category says is assumed not to apply. */
export function kindOf(name: string, category: string | null, alcohol_g: number | null): FoodKind {
  const named = kindOfName(name);
  const within = (set: ReadonlySet<string>) => category !== null && set.has(category);
  const mayBeDrink = category === null || category === 'Beverages';
  return {
    isAlcoholic: within(ALCOHOLIC) || (alcohol_g ?? 0) > MIN_ALCOHOL_G || (mayBeDrink && named.isAlcoholic),
    mayBeEmpty: within(EMPTY) || ((category === null || within(SAYS_LITTLE)) && named.mayBeEmpty),
    hasPoorCarbs: within(POOR_CARBS) || named.hasPoorCarbs,
    isSweetener: within(SWEETENERS) || named.isSweetener,
    hasOrganicAcids: within(ACIDS) || named.hasOrganicAcids,
  };
}

/** Ripe fruit, bread and vinegar have some alcohol; an alcoholic drink has more. */
const MIN_ALCOHOL_G = 0.8;
const NOT_LETTERS = /[^\p{L}\p{M}]+/u;

const kindOfName = remember((name): FoodKind => {
  const own = words(name);
  const text = own.join(' ');
  const accented = name.normalize('NFC').toLowerCase().split(NOT_LETTERS);
  const has = (set: ReadonlySet<string>) => own.some((word) => set.has(word));
  return {
    isAlcoholic: has(ALCOHOLIC_WORDS) && !has(NOT_ALCOHOLIC_WORDS),
    mayBeEmpty:
      !has(NOT_EMPTY_WORDS) &&
      (has(EMPTY_WORDS) ||
        text.includes('baking soda') ||
        accented.some((word) => ACCENTED_EMPTY_WORDS.has(word)) ||
        (has(DIET_WORDS) && has(DRINK_WORDS)) ||
        (own.length <= MAX_SALT_NAME_LENGTH && isNamedSalt(name))),
    hasPoorCarbs: has(POOR_CARB_WORDS) || SUGAR_FREE.test(text),
    isSweetener: has(SWEETENER_WORDS) || SUGAR_SUBSTITUTE.test(text),
    hasOrganicAcids: has(ACID_WORDS),
  };
});
