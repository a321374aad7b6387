import { memberOf } from '../../src/member-of.ts';
import { remember } from '../../src/remember.ts';
import { words } from '../../src/text/fold.ts';
import { hasWord, isInCategory, readName } from './kind-words.ts';

/**
 * The most of a nutrient that a food of its kind can hold. People type milligrams where grams are asked for, and a milk
 * with 19.7 g of sodium passes any bound that leaves room for bouillon cubes. So each kind has a bound of its own. What a
 * food is, its name and category say; what they leave open, its first ingredients.
 */
export interface KindClues {
  name: string;
  category: string | null;
  ingredients: string | null;
  /** Whether its values are those of a composition table, whatever its name: no bounds of kinds apply. */
  isAnalysed?: boolean;
}

export type BoundNutrient = 'sodium_mg' | 'potassium_mg' | 'cholesterol_mg';

/** Milk, drinks and sweets; most foods; what lies in brine; what is mostly salt. */
type Saltiness = 'mild' | 'ordinary' | 'brined' | 'salt';

/** 6 g of salt, 12 g, 30 g (a saturated brine has 26 g), and salt itself. */
const MAX_SODIUM_MG: Readonly<Record<Saltiness, number>> = {
  mild: 2400,
  ordinary: 4800,
  brined: 12_000,
  salt: Number.POSITIVE_INFINITY,
};
/** Instant tea has 6,000 mg and dried kelp up to 12,000; only salts have more. */
const MAX_POTASSIUM_MG: Readonly<Record<Saltiness, number>> = {
  mild: 7000,
  ordinary: 13_000,
  brined: 13_000,
  salt: Number.POSITIVE_INFINITY,
};
/** Butter has 220 mg, sweets made of egg yolk 600; boiled kidney and dried squid up to 1,200; the rest only eggs and brains. */
const MAX_CHOLESTEROL_MG = { mild: 700, ordinary: 1500, eggOrBrain: Number.POSITIVE_INFINITY } as const;

/** Up to here a food of any kind may be right, and its kind need not be worked out. */
const ALWAYS_POSSIBLE: Readonly<Record<BoundNutrient, number>> = {
  sodium_mg: MAX_SODIUM_MG.mild,
  potassium_mg: MAX_POTASSIUM_MG.mild,
  cholesterol_mg: MAX_CHOLESTEROL_MG.mild,
};

/** Whether the nutrient has bounds by kind. */
export function isBound(nutrient: string): nutrient is BoundNutrient {
  return Object.hasOwn(ALWAYS_POSSIBLE, nutrient);
}

export function isTooMuchForKind(nutrient: BoundNutrient, amount: number, clues: KindClues): boolean {
  return !clues.isAnalysed && amount > ALWAYS_POSSIBLE[nutrient] && amount > mostInKind(nutrient, clues);
}

function mostInKind(nutrient: BoundNutrient, clues: KindClues): number {
  switch (nutrient) {
    case 'sodium_mg':
      return MAX_SODIUM_MG[saltinessOf(clues)];
    case 'potassium_mg':
      return isConcentrate(clues) ? MAX_POTASSIUM_MG.salt : MAX_POTASSIUM_MG[saltinessOf(clues)];
    case 'cholesterol_mg':
      return mostCholesterol(clues);
  }
}

function mostCholesterol(clues: KindClues): number {
  const isMild = saltinessOf(clues) === 'mild';
  const isEggOrBrain = isInCategory('egg or brain', clues.category) || kindOfName(clues.name).isEggOrBrain;
  // Eggs of chocolate are not eggs, but an egg custard has more than other sweets.
  if (isMild) return isEggOrBrain ? MAX_CHOLESTEROL_MG.ordinary : MAX_CHOLESTEROL_MG.mild;
  return isEggOrBrain ? MAX_CHOLESTEROL_MG.eggOrBrain : MAX_CHOLESTEROL_MG.ordinary;
}

/** Whether vitamins or minerals are what it is for, such as tablets, acerola or salt, so that no bound of foods applies. */
export function isConcentrate(clues: KindClues): boolean {
  const isNamed = kindOfName(clues.name).isConcentrate;
  return isNamed || isInCategory('concentrate', clues.category) || saltinessOf(clues) === 'salt';
}

/**
 * About three times as much as any food of USDA's tables has; what has more is sold for it, or in the wrong unit. Names
 * are those of src/food/further-nutrients.ts.
 */
const MAX_FURTHER: Readonly<Record<string, number>> = {
  caffeine_mg: 10_000,
  vitamin_a_ug: 100_000,
  vitamin_a_rae_ug: 100_000,
  beta_carotene_ug: 300_000,
  vitamin_d_ug: 1000,
  vitamin_e_mg: 500,
  vitamin_k_ug: 6000,
  // Freeze-dried peppers and fortified drink powders have 2,500.
  vitamin_c_mg: 3000,
  thiamin_mg: 100,
  riboflavin_mg: 100,
  niacin_mg: 500,
  pantothenic_acid_mg: 200,
  vitamin_b6_mg: 100,
  biotin_ug: 5000,
  folate_ug: 15_000,
  folate_dfe_ug: 20_000,
  vitamin_b12_ug: 1000,
  choline_mg: 7000,
  calcium_mg: 15_000,
  phosphorus_mg: 15_000,
  iron_mg: 400,
  magnesium_mg: 2500,
  zinc_mg: 300,
  copper_mg: 50,
  // Cloves and dried tea have up to 330.
  manganese_mg: 600,
  selenium_ug: 6000,
  iodine_ug: 10_000,
  chromium_ug: 5000,
  molybdenum_ug: 5000,
  fluoride_mg: 100,
};

/** Whether a vitamin or mineral is more than its kind of food can hold. */
export function isTooMuchFurther(nutrient: string, amount: number, clues: KindClues): boolean {
  const most = memberOf(MAX_FURTHER, nutrient);
  return most !== undefined && amount > most && !clues.isAnalysed && !isConcentrate(clues);
}

function saltinessOf(clues: KindClues): Saltiness {
  const named = kindOfName(clues.name);
  const place = placeOfSalt(clues.ingredients);
  if (isInCategory('salt', clues.category) || named.isSalt || place === 'first') return 'salt';
  if (isInCategory('brined', clues.category) || named.isBrined || place === 'second') return 'brined';
  const isSavoury = isInCategory('savoury', clues.category) || named.isSavoury;
  // "Butter chicken sauce" and "chocolate sauce", "drink mix" and "cake mix": one word is as good as the other.
  if (isInCategory('mild', clues.category) || named.isMild)
    return isSavoury || named.isDry ? 'ordinary' : 'mild';
  return isSavoury || named.isDry || isDried(clues.ingredients) ? 'brined' : 'ordinary';
}

/** Whether the name is that of salt, and not of something that is eaten with it or made of it. */
export function isNamedSalt(name: string): boolean {
  return kindOfName(name).isSaltItself;
}

interface NamedKind {
  isSaltItself: boolean;
  isSalt: boolean;
  isBrined: boolean;
  isSavoury: boolean;
  isMild: boolean;
  isDry: boolean;
  isEggOrBrain: boolean;
  isConcentrate: boolean;
}

const LEAVENING =
  /\bbaking (?:powder|soda)\b|\blevure chimique\b|\bpoudre a lever\b|\bpolvo (?:para|de) hornear\b/;
/** "Jus de canard" and "au jus" are gravies, "jus d'orange" is a juice. */
const GRAVY = /\bau jus\b|\bjus (?:de |d )?(?:canard|veau|roti|agneau|boeuf|volaille|viande|porc|cuisson)\b/;
/** Soups, which are sold as powders as well: "crème d'asperges", "cream of mushroom". */
const CREAM_SOUP =
  /\bcreme (?:de |d )(?:champignons?|asperges?|poireaux|legumes|volaille|tomates?|potiron)\b|\bcream of (?:mushroom|chicken|asparagus|celery|tomato)\b/;
const ICE_CREAM = /\bice cream\b|\bcreme glacee\b/;
/** Scripts without spaces: salt, soy sauce and its pastes, miso, broth, seasoning, pickles, fish sauce. */
const SALTY_SIGNS =
  /[\u5869\u76d0\u9e7d\u91a4\u9171\u91ac]|しょうゆ|味噌|みそ|だし|調味|调味|調料|调料|高湯|漬|泡菜|간장|된장|소금|น้ำปลา/u;
const EGG_SIGNS = /[\u5375\u86cb]|달걀|계란/u;
/** "Dehydrated onion", "préparation déshydratée". */
const DRIED_INGREDIENTS = /d[eé]s?hydrat/i;

const kindOfName = remember((name): NamedKind => {
  const { own, text, accented } = readName(name);
  const has = (kind: string) => hasWord(kind, own);
  const hasMildWord = has('mild') || hasWord('accented tea', accented) || ICE_CREAM.test(text);
  const isDry = has('dry');
  const isSaltItself =
    (has('salt itself') || hasWord('accented salt', accented)) && !hasMildWord && !has('eaten with salt');
  const isDissolved = has('dissolved') && (isDry || !hasMildWord);
  return {
    isSaltItself,
    isSalt: isSaltItself || has('seasoning') || LEAVENING.test(text) || GRAVY.test(text) || isDissolved,
    isBrined: has('brined') || (has('briny sauce of') && has('sauce')) || SALTY_SIGNS.test(name),
    isSavoury: has('savoury') || (has('salted') && !has('eaten with salt')) || CREAM_SOUP.test(text),
    isMild: hasMildWord && (hasWord('mild', untilWith(own)) || !has('mild')),
    isDry,
    isEggOrBrain: has('egg or brain') || EGG_SIGNS.test(name),
    isConcentrate: has('concentrate'),
  };
});

/** The words that say what it is, without what it comes with. */
function untilWith(own: readonly string[]): readonly string[] {
  const end = own.findIndex((word, at) => at > 0 && hasWord('with', [word]));
  return end === -1 ? own : own.slice(0, end);
}

/** Enough of a list for its first two ingredients. */
const FIRST_INGREDIENTS = 120;
const BETWEEN_INGREDIENTS = /[,;:.()[\]、，]/;

function isDried(ingredients: string | null): boolean {
  return ingredients !== null && DRIED_INGREDIENTS.test(ingredients.slice(0, FIRST_INGREDIENTS));
}

/** Ingredients are listed by weight, so what comes second is at most half of it. */
function placeOfSalt(ingredients: string | null): 'first' | 'second' | null {
  if (ingredients === null) return null;
  const [first, second] = ingredients
    .slice(0, FIRST_INGREDIENTS)
    .split(BETWEEN_INGREDIENTS)
    .map((part) => words(part))
    .filter((part) => part.some((word) => !hasWord('ingredient heading', [word])));
  if (hasWord('salt ingredient', first ?? [])) return 'first';
  return hasWord('salt ingredient', second ?? []) ? 'second' : null;
}
