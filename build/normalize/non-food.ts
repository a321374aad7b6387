import { remember } from '../../src/food/remember.ts';
import { fold } from '../../src/food/text.ts';

/**
 * Things that are scanned but not eaten by people: the database holds pet food, cosmetics and household goods as well,
 * and only some of its exports say so.
 */
const OTHER_CATEGORIES =
  /^(?:en:)?(?:(?:pet|dog|cat|dogs?-and-cats?|animal|bird|fish|horse|rodent)-(?:food|treat|snack|feed)s?|pet-(?:products|care)|non-food(?:-products)?|open-(?:beauty|pet-food|products)-facts|cosmetics|beauty-products|hygiene(?:-products)?|body-care|hair-care|shampoos?|soaps|toothpastes?|deodorants|sunscreens|household-(?:products|supplies|cleaners)|cleaning-products|laundry-(?:products|detergents)|detergents|tobacco(?:-products)?|cigarettes|e-liquids|medicines|batteries|toys|books|cat-litters?|diapers)$/;

/** Folded, whole words. "Hot dog", "Studentenfutter", "cigarettes russes" and "croquettes" are food. */
const OTHER_NAMES = new RegExp(
  `\\b(?:${[
    '(?:dog|cat|pet|puppy|kitten) (?:food|treats?|biscuits?|chews?|snacks?|kibble|litter)',
    '(?:bird|rabbit|hamster) (?:food|feed)',
    '(?:nourriture|aliments?|croquettes?|patees?|friandises?|litiere) (?:completes? )?pour (?:animaux|chats?|chatons?|chiens?|chiots?)',
    'pate[es]* pour (?:chats?|chiens?)',
    '(?:hunde|katzen|tier|vogel|kaninchen)(?:nass|trocken)?futter',
    '(?:hunde|katzen)snacks?',
    '(?:comida|alimento|pienso|galletas)(?: completo)? para (?:perros?|gatos?|mascotas)(?: adultos?)?',
    '(?:racao|comida) para (?:caes|cao|gatos?)',
    '(?:cibo|alimento|crocchette|croccantini)(?: completo)? per (?:cani|cane|gatti|gatto)',
    '(?:honden|katten)(?:voer|brokken|snacks?)',
    'karma dla (?:psow|psa|kotow|kota)',
    'koiranruoka|kissanruoka|hundfoder|kattmat|hundemad|kattemad',
    'shampoos?|shampooings?|champu|toothpastes?|dentifrices?|zahnpasta|zahncreme|dentifricio|tandpasta',
    'deodorants?|mouthwash|washing powder|laundry detergent|dishwasher tablets?|toilet paper|papier toilette|toilettenpapier',
    'gel douche|shower gel|duschgel|lessive|waschmittel|spulmittel|e liquide?|hand soap|soap bar|bar soap',
  ].join('|')})\\b`,
);

/** Brands of pet food and of nothing else. */
const OTHER_BRANDS = new Set(
  'whiskas,pedigree,friskies,purina,purina one,royal canin,sheba,kitekat,frolic,iams,eukanuba,fancy feast,dreamies,hills science plan'.split(
    ',',
  ),
);

const isOtherCategory = remember((category) =>
  OTHER_CATEGORIES.test(category.trim().toLowerCase().replaceAll(' ', '-')),
);

export function isNonFood(name: string, brand: string | null, categories: readonly string[]): boolean {
  if (categories.some(isOtherCategory)) return true;
  if (brand !== null && OTHER_BRANDS.has(fold(brand))) return true;
  return MAY_BE_OTHER.test(name) && OTHER_NAMES.test(fold(name));
}

/** Most names have none of these letters in a row, and need not be folded. */
const MAY_BE_OTHER =
  /food|treat|biscuit|chew|snack|kibble|litter|pour|futter|para|per |voer|brokken|karma|ruoka|foder|matt?\b|mad\b|shamp|champ|denti|tooth|zahn|tand|deod|wash|deterg|toilet|gel\b|lessive|mittel|liquid|soap/i;
