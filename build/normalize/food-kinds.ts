import { remember } from '../../src/food/remember.ts';
import { words } from '../../src/food/text.ts';

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
  /** Its carbohydrate may have no energy at all, as stevia and erythritol. */
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

const categories = (names: string) => new Set(names.split(','));

const ALCOHOLIC = categories(
  'Alcoholic beverages,Beers,Wines,Red wines,White wines,Sparkling wines,Ciders,Spirits,Liqueurs,Whisky,Rums,Vodkas',
);
const EMPTY = categories(
  'Waters,Spring waters,Mineral waters,Flavored waters,Teas,Green teas,Black teas,Herbal teas,Iced teas,Coffees,Instant coffees,Coffee capsules,Carbonated drinks,Sodas,Colas,Energy drinks,Sports drinks,Salts,Artificial sweeteners,Spices,Herbs,Baking powders,Food additives',
);
const POOR_CARBS = categories(
  'Chewing gum,Artificial sweeteners,Baking powders,Yeasts,Cocoa and chocolate powders,Spices,Herbs,Teas,Green teas,Black teas,Herbal teas,Coffees,Instant coffees,Dietary supplements,Protein powders,Bodybuilding supplements,Meal replacements,Protein bars,Cereal grains,Seaweeds,Food additives',
);
const SWEETENERS = categories('Artificial sweeteners');
const ACIDS = categories(
  'Vinegars,Salad dressings,Pickles,Sauerkrauts,Kombuchas,Mustards,Ketchup,Hot sauces,Condiments',
);

/** Whole words, without accents, in the languages of the data. */
const wordList = (text: string) => new Set(text.trim().split(/\s+/));

const ALCOHOLIC_WORDS = wordList(`
  beer beers bier biere bieres birra cerveza cerveja piwo ol olut pivo ale lager stout porter pils pilsner ipa
  wine wines vin vins wein vino vinho wijn wino viini chardonnay merlot cabernet sauvignon pinot rioja bordeaux prosecco
  champagne cremant cava cidre cider sidra liqueur liquor likor licor liquore whisky whiskey bourbon vodka wodka gin rum
  rhum tequila cognac brandy armagnac schnapps grappa sake spirit spirits cocktail vermouth porto sherry aperitif pastis`);
/** "Wine vinegar" and "root beer" have none, and neither has what says so. */
const NOT_ALCOHOLIC_WORDS = wordList(`
  vinegar vinaigre essig vinagre aceto azijn ocet root ginger alcohol alcool alkoholfrei alcoholvrij analcolica sin sans
  ohne senza free nonalcoholic 0% 0.0% 0.0 sauce gum jelly batter bread cake cheese sausage chips cookie cookies`);

const EMPTY_WORDS = wordList(`
  water waters eau eaux wasser mineralwasser agua aguas acqua acque woda vatten vand vann vesi voda viz su apa nuoc
  tea the thes tee te cha tisane tisanes infusion infusions infuso krautertee rooibos coffee cafe kaffee caffe koffie kawa
  espresso salt sel salz sal sale zout sol sweetener edulcorant sussstoff stevia saccharin erythritol xylitol
  zero diet light soda seltzer tonic bicarbonate bicarbonato natron spice spices epice epices gewurz gewurze seasoning
  herbs herbes krauter poivre pepper pfeffer cinnamon cannelle gelatine`);
const POOR_CARB_WORDS = wordList(`
  sugarless sugarfree zuckerfrei suikervrij stevia erythritol xylitol maltitol sorbitol isomalt polydextrose inulin psyllium
  chicory bran kleie son crusca salvado cocoa cacao kakao yeast levure hefe leavening baking backpulver levadura gum
  keto lowcarb konjac shirataki lupin spirulina seaweed nori diet dietetic aspartame saccharin sucralose sweetener
  edulcorant protein proteine proteines gelatin jello`);
const SWEETENER_WORDS = wordList(`
  stevia erythritol xylitol saccharin sucralose aspartame allulose monkfruit sweetener sweeteners edulcorant edulcorants
  sussstoff edulcorante edulcolorante dolcificante zoetstof`);
/** "Sugar free", "sans sucres", "no sugar": two words that mean it only together. */
const SUGAR_FREE =
  /\b(?:sugar free|no (?:added )?sugars?|without sugar|low (?:sugar|carb|calorie)|reduced (?:sugar|calorie)|(?:sans|0%) (?:de )?sucres?|ohne zucker|sin azucar(?:es)?|senza zuccher[io]|sem acucar|zonder suiker|bez cukru)\b/;
const ACID_WORDS = wordList(`
  vinegar vinaigre essig vinagre aceto azijn ocet balsamic balsamique balsamico lemon lemons citron zitrone limon limone
  limao lime limes pickle pickles pickled cornichon cornichons gherkin gherkins gurken pepinillos kraut sauerkraut kimchi
  mustard moutarde senf mostaza senape sour relish hot chutney capers capres vinaigrette`);

/** The kind of a food; what neither name nor category says is assumed not to be so. */
export function kindOf(name: string, category: string | null, alcohol_g: number | null): FoodKind {
  const named = kindOfName(name);
  const within = (set: ReadonlySet<string>) => category !== null && set.has(category);
  return {
    isAlcoholic: within(ALCOHOLIC) || (alcohol_g ?? 0) > LEAST_ALCOHOL_G || named.isAlcoholic,
    mayBeEmpty: within(EMPTY) || named.mayBeEmpty,
    hasPoorCarbs: within(POOR_CARBS) || named.hasPoorCarbs,
    isSweetener: within(SWEETENERS) || named.isSweetener,
    hasOrganicAcids: within(ACIDS) || named.hasOrganicAcids,
  };
}

/** Ripe fruit, bread and vinegar hold some alcohol; an alcoholic drink has more. */
const LEAST_ALCOHOL_G = 0.8;

const kindOfName = remember((name): FoodKind => {
  const own = words(name);
  const has = (set: ReadonlySet<string>) => own.some((word) => set.has(word));
  return {
    isAlcoholic: has(ALCOHOLIC_WORDS) && !has(NOT_ALCOHOLIC_WORDS),
    mayBeEmpty: has(EMPTY_WORDS),
    hasPoorCarbs: has(POOR_CARB_WORDS) || SUGAR_FREE.test(own.join(' ')),
    isSweetener: has(SWEETENER_WORDS),
    hasOrganicAcids: has(ACID_WORDS),
  };
});
