import { remember } from '../../src/remember.ts';
import { fold } from '../../src/text/fold.ts';

/**
 * Things that are scanned but not eaten by people: the database also has pet food, cosmetics and household goods, and
 * only some of its exports say so.
 */
const OTHER_CATEGORIES =
  /^(?:en:)?(?:(?:pet|dog|cat|dogs?-and-cats?|animal|bird|fish|horse|rodent)-(?:food|treat|snack|feed)s?|pet-(?:products|care)|non-food(?:-products)?|open-(?:beauty|pet-food|products)-facts|cosmetics|beauty-products|hygiene(?:-products)?|body-care|hair-care|shampoos?|soaps|toothpastes?|deodorants|sunscreens|household-(?:products|supplies|cleaners)|cleaning-products|laundry-(?:products|detergents)|detergents|tobacco(?:-products)?|cigarettes|e-liquids|medicines|batteries|toys|books|cat-litters?|diapers)$/;

/**
 * Folded, whole words. "Hot dog", "perros calientes", "Studentenfutter", "cigarettes russes", "langues de chat",
 * "Katzenzungen", "mouchoirs de Cholet" and "croquettes" are food.
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
    '\\p{L}*shampoos?|(?:apres )?shampoo?ings?|champu|toothpastes?|toothbrush(?:es)?|dentifrices?|zahnpasta|zahncreme|zahnburste|dentifricio|tandpasta',
    '(?:pasta|creme|crema) (?:de dentes|de dientes|dental|dentifrici?a|do zebow)|dental floss|(?<!bonbons? )(?:fil dentaire|brosses? a dents)|(?:cepillo|hilo|escova|fio) (?:de (?:dientes|dentes)|dental)|spazzolin[oi]|zahnseide|mundspulung|mundwasser|enjuague bucal|collutorio',
    'hair ?(?:spray|conditioner|dye|mask|gel)|haar(?:spulung|spray|kur|gel|farbe)|shaving (?:foam|gel|cream)|rasier(?:schaum|gel|klingen)|mousse a raser|schiuma da barba|make ?up remover|demaquillants?|nagellack|lip balm|baume a levres|lippen(?:pflege|balsam)(?:stift)?',
    '(?<!(?:in|en|im|sous|con) )(?:(?:cling|plastic|food|stretch) (?:film|wrap)|film (?:etirable|alimentaire|plastique|transparente?|de cocina)|frischhalte(?:folie|beutel)|alu(?:minium)?folie|(?:alumini?um|tin) foil|papier (?:aluminium|alu|cuisson|sulfurise)|papel (?:film|aluminio|de aluminio|de cocina)|pellicola (?:trasparente|per alimenti)|carta (?:forno|alluminio)|backpapier|(?:baking|parchment) paper|vershoudfolie|gefrierbeutel|freezer bags?)',
    '(?:bin|garbage|trash|rubbish) (?:bags?|liners?)|sacs? poubelles?|mull(?:beutel|sacke?)|bolsas? de basura|sacchetti (?:spazzatura|immondizia)',
    '(?:paper|kitchen) (?:towels?|rolls?)|kuchenrolle|taschentucher|mouchoirs?(?! de cholet)|fazzoletti|panuelos|(?:baby|wet|cleaning|disinfectant) wipes|lingettes|feuchttucher|toallitas|salviett[ei] umidificat[ei]|cotons? tiges?|wattestabchen|cotton (?:buds?|swabs?|pads?)',
    'serviettes? hygieniques?|sanitary (?:pads?|towels?|napkins?)|(?<!bonbons? )tampons?|slipeinlagen|(?:couches?|panales) (?:bebe|para bebe)|preservatifs?|kondome?|condoms?',
    'bleach|lejia|candeggina|(?:glass|toilet|bathroom|kitchen|oven|floor|surface|multi ?purpose) cleaner|(?:glas|wc|bad|allzweck|kuchen|backofen)reiniger|nettoyants?|limpia(?:dor|cristales|hogar)|air freshener|desodorisants?|lufterfrischer|duftkerzen?|teelichter?|scented candles?|bougies? parfumees?|piles? alcalines?|alkaline batteries',
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
  /food|feed|treat|biscuit|chew|snack|kibble|litter|chat|chien|chiot|animaux|dogs?\b|\bcats?\b|pets\b|kitten|pupp|futter|hund|katz|katt|welpe|haustier|pienso|perr|cachorr|gat[oit]|mascota|c[aã]es\b|c[aã]o\b|mangim|\bcan[ei]\b|cuccioli|karma|przysmak|pokarm|ruoka|корм|кош|кот|соб|щен|τροφ|shamp|champ[uú]|denti|tooth|zahn|tandp|deod|desod|wash|dish|deterg|deters|softener|soupliss|sp[uü]l|toilet|hygi|higi|igien|essuie|windel|douche|shower|dusch|ducha|schiuma|bath|bouche|moussant|lessive|javel|wasch|afwas|\be[- ]liquid|parfum|polish|ongles|vajillas|vaisselle|soap|savon|seife|jab[oó]n|sapone|sabonete|мыло|шампунь|зубная|body|(?:hand|face) cream|(?:hand|gesichts|sonnen)creme|lotion|corporel|mains|visage|hydratante|solai?r|manos|\bmani\b|\bviso\b|sun ?screen|dent[eis]|dental|zebow|spazzol|mund(?:sp|w)|bucal|collutor|hair|haar|raser|shav|rasier|barba|make ?up|maquill|nagell|\blip\b|l[eè]vres|lippen|\bfilm|wrap\b|folie|foil|pellicola|papier|papel|carta|paper|gefrier|freezer bag|\bbin\b|garbage|trash|rubbish|poubelle|m[uü]ll|basura|sacchetti|kitchen|k[uü]che|t[uü]cher|mouchoir|fazzol|pa[nñ]uelo|wipes|lingette|toallita|umidific|coton|watte|cotton|sanitary|tampon|slipeinl|couche|pa[nñ]ale|pr[eé]servatif|kondom|condom|bleach|lej[ií]a|candegg|cleaner|reiniger|nettoyant|limpia|freshener|d[eé]sodoris|erfrischer|kerze|teelicht|candle|bougie|piles?\b|batteries|粮|フード/i;
