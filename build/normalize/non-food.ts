import { remember } from '../../src/food/remember.ts';
import { fold } from '../../src/food/text.ts';

/**
 * Things that are scanned but not eaten by people: the database also has pet food, cosmetics and household goods, and
 * only some of its exports say so.
 */
const OTHER_CATEGORIES =
  /^(?:en:)?(?:(?:pet|dog|cat|dogs?-and-cats?|animal|bird|fish|horse|rodent)-(?:food|treat|snack|feed)s?|pet-(?:products|care)|non-food(?:-products)?|open-(?:beauty|pet-food|products)-facts|cosmetics|beauty-products|hygiene(?:-products)?|body-care|hair-care|shampoos?|soaps|toothpastes?|deodorants|sunscreens|household-(?:products|supplies|cleaners)|cleaning-products|laundry-(?:products|detergents)|detergents|tobacco(?:-products)?|cigarettes|e-liquids|medicines|batteries|toys|books|cat-litters?|diapers)$/;

/**
 * Folded, whole words. "Hot dog", "perros calientes", "Studentenfutter", "cigarettes russes", "langues de chat",
 * "Katzenzungen" and "croquettes" are food.
 */
const OTHER_NAMES = new RegExp(
  `(?<!\\p{L})(?:${[
    '(?<!hot )(?:dog|cat|pet|puppy|kitten) (?:food|treats?|biscuits?|chews?|snacks?|kibbles?|litter)',
    '(?:bird|rabbit|hamster) (?:food|feed)',
    'for (?:(?:adult|senior|small|large|indoor) )*(?:cats?|kittens?|puppy|puppies|pets)',
    '(?:foods?|treats?|biscuits?|bones?|chews?|dinner|kibbles?|meal|snacks?|sticks?)(?: \\p{L}+){0,2} for (?:(?:adult|senior|small|large) )*dogs?',
    '(?:croquettes?|patees?|friandises?|litieres?|bouchees|aliments?|nourriture)(?: completes?| seches?| humides?)? (?:pour )?(?:chats?|chatons?|chiens?|chiots?)',
    'pour (?:animaux|(?:petits? |grands? |jeunes? )?(?:chats?|chatons?|chiens?|chiots?))',
    '(?:hunde|katzen|welpen|tier|vogel|kaninchen)(?:nass|feucht|trocken)?futter',
    '(?:nass|feucht|trocken|allein|erganzungs)futter(?:mittel)?',
    '(?:hunde|katzen|welpen)(?:leckerlis?|leckerchen|snacks?|sticks?|nahrung|milch)|hunde(?:kekse?|kuchen|knochen|wurst)|katzenstreu',
    'fur (?:(?:erwachsene|ausgewachsene|kleine|grosse|junge) )*(?:hunde?|katzen?|welpen|kitten|haustiere)',
    'piensos?|(?:comida|alimento|galletas|snacks?|racao|premios)(?: \\p{L}+){0,2} (?:para|de) (?:perr(?:it)?os?|cachorros?)(?! (?:calientes?|quentes?))',
    '(?:comida|alimento|galletas|snacks?|racao|arena|latas?|pate)(?: \\p{L}+){0,2} para (?:gat(?:it)?os?|mascotas|caes|cao)',
    'mangim[ei]|(?:cibo|alimento|biscotti|crocchette|croccantini|bocconcini|snack|umido|pate)(?: \\p{L}+){0,2} per (?:cani|cane|gatti|gatto|gattini|cuccioli)',
    '(?:crocchette|croccantini) (?:cani|cane|gatti|gatto)',
    '(?:honden|katten)(?:voer|voeding|brokken|brokjes|koekjes|snacks?)|kattenbak(?:vulling|korrels)|voor (?:honden|katten)',
    '(?:karma|przysmak|pokarm)(?: \\p{L}+){0,2} dla (?:psow|psa|kotow|kota|szczeniat|kociat)',
    'koiranruoka|kissanruoka|hundfoder|hundmat|kattfoder|kattmat|hundemad|kattemad|hundefor|kattefor',
    'корм|для (?:кошек|котов|котят|собак|щенков|котів)|σκυλοτροφη|γατοτροφη',
    'shampoos?|shampoo?ings?|champu|toothpastes?|toothbrush(?:es)?|dentifrices?|zahnpasta|zahncreme|zahnburste|dentifricio|tandpasta',
    'deodorants?|desodorantes?|deodorante|mouthwash|bain de bouche|eau de (?:toilette|parfum)|nail polish|vernis a ongles',
    'washing powder|laundry detergent|detergente?|detersivo|fabric softener|assouplissant|weichspuler|lessive|waschmittel|eau de javel',
    '(?:dish|washing up|dishwashing) (?:liquid|soap)|dishwasher tablets?|(?:liquide|produit) vaisselle|(?:geschirr)?spulmittel|spulmaschinentabs|lavavajillas|afwasmiddel',
    'toilet paper|papier toilette|papier hygienique|toilettenpapier|papel higienico|carta igienica|essuie tout|windeln',
    'gel douche|shower gel|duschgel|gel de ducha|bagnoschiuma|bubble bath|bain moussant|e liquide?',
    '(?:liquid|hand|bar|castile) soap|soap bar|savons?|savonnettes?|(?:flussig|hand|kern)?seife|jabon (?:de (?:manos|marsella|glicerina)|en|natural|liquido|intimo|corporal)|sapone|saponetta|sabonete|мыло|шампунь|зубная паста',
    'body ?(?:lotion|milk|butter|wash|scrub|cream)|(?:hand|face) cream|(?:hand|gesichts|sonnen)creme|korperlotion|lait corporel|creme (?:mains|visage|solaire|hydratante)|crema (?:mani|viso|manos|solare?)|sun ?screen',
  ].join('|')})(?!\\p{L})|猫粮|狗粮|キャットフード|ドッグフード`,
  'u',
);

/** Brands of pet food and of nothing else. */
const OTHER_BRANDS = new Set(
  'whiskas,pedigree,friskies,purina,purina one,royal canin,sheba,kitekat,frolic,iams,eukanuba,fancy feast,dreamies,hills science plan,nestle purina,purina pro plan,chappi,canigou,vitakraft,catsan'.split(
    ',',
  ),
);

const isOtherCategory = remember((category) =>
  OTHER_CATEGORIES.test(category.trim().toLowerCase().replaceAll(' ', '-')),
);

const isOtherBrand = remember((brand) => OTHER_BRANDS.has(fold(brand)));

export function isNonFood(name: string, brands: readonly string[], categories: readonly string[]): boolean {
  if (categories.some(isOtherCategory)) return true;
  if (brands.some(isOtherBrand)) return true;
  return MAY_BE_OTHER.test(name) && OTHER_NAMES.test(fold(name));
}

/** Most names have none of these letters in a row, and need not be folded. */
const MAY_BE_OTHER =
  /food|feed|treat|biscuit|chew|snack|kibble|litter|chat|chien|chiot|animaux|dogs?\b|\bcats?\b|pets\b|kitten|pupp|futter|hund|katz|katt|welpe|haustier|pienso|perr|cachorr|gat[oit]|mascota|c[aã]es\b|c[aã]o\b|mangim|\bcan[ei]\b|cuccioli|karma|przysmak|pokarm|ruoka|корм|кош|кот|соб|щен|τροφ|shamp|champ[uú]|denti|tooth|zahn|tandp|deod|desod|wash|dish|deterg|deters|softener|soupliss|sp[uü]l|toilet|hygi|higi|igien|essuie|windel|douche|shower|dusch|ducha|schiuma|bath|bouche|moussant|lessive|javel|wasch|afwas|\be[- ]liquid|parfum|polish|ongles|vajillas|vaisselle|soap|savon|seife|jab[oó]n|sapone|sabonete|мыло|шампунь|зубная|body|(?:hand|face) cream|(?:hand|gesichts|sonnen)creme|lotion|corporel|mains|visage|hydratante|solai?r|manos|\bmani\b|\bviso\b|sun ?screen|粮|フード/i;
