/**
 * Words for made-up products: common food words of five languages, and words made of syllables for the long tail of real
 * names (818,846 real names have 110,000 different words, more than half of them only once).
 */
export const LANGUAGES = ['en', 'fr', 'de', 'es', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Per 100 g: protein, fat, carbohydrate, fibre, salt, alcohol; then the share of sugar and of saturated fat. */
export interface Profile {
  protein: number;
  fat: number;
  carbs: number;
  fiber: number;
  salt: number;
  alcohol: number;
  sugarShare: number;
  saturatedShare: number;
}

/** A kind of food: its path in the tree of categories, what it is called, and what is in it. */
export interface Kind {
  path: string[];
  nouns: Record<Language, string>;
  profile: Profile;
}

/** Most frequent first. Path | en | fr | de | es | it | the eight numbers of a profile. */
const KIND_TABLE = `
snacks>sweet-snacks>confectioneries>chocolates | chocolate | chocolat | schokolade | chocolate | cioccolato | 7 33 52 7 0.1 0 0.9 0.6
snacks>sweet-snacks>biscuits-and-cakes>biscuits | biscuits | biscuits | kekse | galletas | biscotti | 7 20 66 3 0.6 0 0.4 0.5
dairies>fermented-foods>fermented-milk-products>cheeses | cheese | fromage | käse | queso | formaggio | 24 28 1 0 1.6 0 0.5 0.65
dairies>fermented-foods>fermented-milk-products>yogurts | yogurt | yaourt | joghurt | yogur | yogurt | 4 3 12 0.3 0.13 0 0.9 0.65
plant-based-foods-and-beverages>beverages>plant-based-beverages>juices-and-nectars>fruit-juices | juice | jus | saft | zumo | succo | 0.5 0.1 10 0.3 0.01 0 0.95 0.1
beverages>carbonated-drinks>sodas | soda | soda | limonade | refresco | bibita | 0 0 9 0 0.02 0 0.98 0
plant-based-foods-and-beverages>plant-based-foods>cereals-and-potatoes>breads | bread | pain | brot | pan | pane | 9 4 47 5 1.2 0 0.08 0.2
meats-and-their-products>meats>prepared-meats>hams | ham | jambon | schinken | jamón | prosciutto | 20 5 1 0 2 0 0.7 0.37
condiments>sauces>groceries | sauce | sauce | sauce | salsa | salsa | 2 12 9 1 1.8 0 0.6 0.2
snacks>salty-snacks>appetizers>chips-and-fries>crisps | crisps | chips | chips | patatas fritas | patatine | 6 32 52 4 1.3 0 0.05 0.15
meals>prepared-meals>pizzas | pizza | pizza | pizza | pizza | pizza | 10 9 28 2 1.2 0 0.12 0.45
plant-based-foods-and-beverages>plant-based-foods>cereals-and-potatoes>cereals-and-their-products>pastas | pasta | pâtes | nudeln | pasta | pasta | 12 1.8 71 3 0.02 0 0.05 0.25
breakfasts>spreads>sweet-spreads>fruit-and-vegetable-preserves>jams | jam | confiture | konfitüre | mermelada | confettura | 0.5 0.2 58 1 0.03 0 0.96 0.2
plant-based-foods-and-beverages>plant-based-foods>breakfast-cereals>mueslis | muesli | muesli | müsli | muesli | muesli | 10 9 62 8 0.2 0 0.3 0.25
frozen-foods>desserts>frozen-desserts>ice-creams | ice cream | glace | eis | helado | gelato | 3.5 11 25 0.8 0.12 0 0.85 0.65
snacks>sweet-snacks>confectioneries>candies | candy | bonbons | bonbons | caramelos | caramelle | 3 0.5 80 0.2 0.1 0 0.75 0.4
seafood>fishes-and-their-products>fishes>canned-fishes>tunas | tuna | thon | thunfisch | atún | tonno | 25 8 0.3 0 1 0 0.3 0.2
meats-and-their-products>meats>chicken-and-its-products>poultries>chickens | chicken | poulet | hähnchen | pollo | pollo | 21 6 1.5 0.2 0.8 0 0.3 0.3
plant-based-foods-and-beverages>plant-based-foods>fats>vegetable-fats>vegetable-oils>olive-oils | olive oil | huile d'olive | olivenöl | aceite de oliva | olio d'oliva | 0 91.6 0 0 0 0 0 0.15
plant-based-foods-and-beverages>beverages>hot-beverages>plant-based-beverages>teas | tea | thé | tee | té | tè | 0.3 0.1 0.5 0 0 0 0.4 0
plant-based-foods-and-beverages>plant-based-foods>nuts-and-their-products>nuts | nuts | noix | nüsse | nueces | noci | 19 52 14 8 0.1 0 0.35 0.12
dairies>milks | milk | lait | milch | leche | latte | 3.3 1.6 4.8 0 0.1 0 1 0.65
meats-and-their-products>meats>prepared-meats>sausages | sausage | saucisse | wurst | salchichas | salsiccia | 14 25 2 0.3 2 0 0.4 0.39
canned-foods>plant-based-foods>legumes-and-their-products>legumes>beans | beans | haricots | bohnen | alubias | fagioli | 7 0.7 14 6 0.6 0 0.1 0.2
meals>soups | soup | soupe | suppe | sopa | zuppa | 1.6 1.8 6 1.2 0.8 0 0.35 0.4
beverages>alcoholic-beverages>beers | beer | bière | bier | cerveza | birra | 0.4 0 3.6 0 0 5 0.1 0
beverages>alcoholic-beverages>wines | wine | vin | wein | vino | vino | 0.1 0 1.5 0 0 12.5 0.4 0
plant-based-foods-and-beverages>plant-based-foods>cereals-and-potatoes>cereals-and-their-products>rices | rice | riz | reis | arroz | riso | 7.5 0.9 78 1.5 0.01 0 0.01 0.25
snacks>sweet-snacks>bars>cereal-bars | bar | barre | riegel | barrita | barretta | 9 16 60 5 0.4 0 0.5 0.35
breakfasts>spreads>sweet-spreads>bee-products>honeys | honey | miel | honig | miel | miele | 0.4 0 81 0.1 0.01 0 0.98 0
dairies>fats>milkfat>dairy-spread>butters | butter | beurre | butter | mantequilla | burro | 0.7 82 0.7 0 0.5 0 1 0.65
plant-based-foods-and-beverages>plant-based-foods>fruits-and-vegetables-based-foods>vegetables-based-foods>vegetables | vegetables | légumes | gemüse | verduras | verdure | 2 0.5 5 3 0.1 0 0.6 0.2
seafood>fishes-and-their-products>fishes>fatty-fishes>salmons | salmon | saumon | lachs | salmón | salmone | 21 13 0.5 0 2.5 0 0.4 0.18
meals>prepared-meals>salads | salad | salade | salat | ensalada | insalata | 5 9 11 2 0.9 0 0.3 0.15
desserts>dairy-desserts>puddings | pudding | crème dessert | pudding | flan | budino | 3.5 4 19 0.5 0.15 0 0.8 0.6
plant-based-foods-and-beverages>plant-based-foods>coffees | coffee | café | kaffee | café | caffè | 0.2 0.1 0.5 0 0 0 0.1 0
beverages>waters>mineral-waters | water | eau | wasser | agua | acqua | 0 0 0 0 0.01 0 0 0
plant-based-foods-and-beverages>meat-alternatives>tofu | tofu | tofu | tofu | tofu | tofu | 13 8 1.5 1.5 0.1 0 0.3 0.15
farming-products>eggs>chicken-eggs | eggs | œufs | eier | huevos | uova | 12.5 10 0.5 0 0.35 0 0.5 0.28
dietary-supplements>bodybuilding-supplements>protein-powders | protein | protéine | protein | proteína | proteine | 76 6 8 1.5 0.6 0 0.6 0.35
`;

export const KINDS: readonly Kind[] = KIND_TABLE.trim()
  .split('\n')
  .map((row) => {
    const [path, ...rest] = row.split(' | ');
    const [protein, fat, carbs, fiber, salt, alcohol, sugarShare, saturatedShare] = rest
      .pop()!
      .split(' ')
      .map(Number);
    return {
      path: path!.split('>'),
      nouns: Object.fromEntries(LANGUAGES.map((language, at) => [language, rest[at]!])) as Record<
        Language,
        string
      >,
      profile: { protein, fat, carbs, fiber, salt, alcohol, sugarShare, saturatedShare } as Profile,
    };
  });

/** Flavours, processes and claims, most frequent first. */
const COMMON_WORDS: Record<Language, string> = {
  en: `organic with and natural milk dark strawberry vanilla original fresh classic free light whole sweet hot spicy
    smoked roasted salted unsalted lemon orange apple banana cherry raspberry blueberry mango coconut almond hazelnut
    peanut caramel mint ginger cinnamon garlic onion tomato basil pepper herb mushroom spinach cheddar cream honey oat
    wheat grain seeds protein zero sugar low fat premium extra mini family style homemade traditional crunchy creamy
    sliced chopped frozen dried baked grilled crispy mixed green red white black golden gluten vegan deluxe finest`,
  fr: `de bio au et à la aux lait noir fraise vanille nature le en extra sans fin doux entier demi écrémé citron orange
    pomme banane cerise framboise myrtille mangue coco amande noisette cacahuète caramel menthe gingembre cannelle ail
    oignon tomate basilic poivre herbes champignons épinards comté crème miel avoine blé céréales graines sucre allégé
    supérieur mini familial maison tradition croustillant fondant tranches haché surgelé séché cuit grillé mélange vert
    rouge blanc doré pur beurre campagne fermier artisanal pruneaux chèvre emmental volaille porc bœuf saumon`,
  de: `bio mit und natur milch zartbitter erdbeer vanille original frisch klassisch ohne leicht vollkorn süß scharf
    geräuchert geröstet gesalzen zitrone orange apfel banane kirsche himbeere heidelbeere mango kokos mandel haselnuss
    erdnuss karamell minze ingwer zimt knoblauch zwiebel tomate basilikum pfeffer kräuter champignon spinat gouda sahne
    honig hafer weizen korn samen protein zucker fettarm feine extra mini familien art hausgemacht knusprig cremig
    scheiben gehackt tiefgekühlt getrocknet gebacken gegrillt gemischt grün rot weiß schwarz goldene vegan bauern`,
  es: `de con y ecológico leche negro fresa vainilla natural el la sin extra fresco clásico ligero integral dulce
    picante ahumado tostado salado limón naranja manzana plátano cereza frambuesa arándano mango coco almendra avellana
    cacahuete caramelo menta jengibre canela ajo cebolla tomate albahaca pimienta hierbas champiñón espinacas manchego
    nata miel avena trigo cereales semillas proteína azúcar bajo grasa selección mini familiar casero tradicional
    crujiente cremoso lonchas picado congelado seco horneado asado mezcla verde rojo blanco dorado ibérico virgen`,
  it: `di con e biologico latte fondente fragola vaniglia naturale al alla senza extra fresco classico leggero integrale
    dolce piccante affumicato tostato salato limone arancia mela banana ciliegia lampone mirtillo mango cocco mandorla
    nocciola arachidi caramello menta zenzero cannella aglio cipolla pomodoro basilico pepe erbe funghi spinaci
    parmigiano panna miele avena grano cereali semi proteine zucchero magro selezione mini famiglia casa tradizionale
    croccante cremoso fette tritato surgelato secco cotto grigliato misto verde rosso bianco dorato vergine`,
};

const SYLLABLES: Record<Language, string> = {
  en: 'bar ber brook chel cot dal den dor fen fer field gran hol ing ker lan ley lin mar mere mon nor pem ral ridge shaw ston ter ton wick wood',
  fr: 'ai au bel bou bre cha chi cor dou elle eau fer gal ger in jar lan ler lou mar mont nac oi per quer ret rou sa ti val vi yer',
  de: 'ach all ber burg dorf eck eis feld gen gold haus heim hof kel korn lan ler lich mühl nau nig ober reich rot sal schau stein tal wald wein zel zer',
  es: 'al ar ba be ca cor da del ez fe gar go jo la lle lo man mar mo na no ñi pe que ra ri ro sal ta to vi za',
  it: 'al bel ca ce chi co da do el fa gi gli gna lo ma mi na no o pe ra ri ro sa sca ta ti to val ve zi zo',
};

/** Different words in one language. The rarest appear once in a million rows or never, as in the real dump. */
export const WORDS_PER_LANGUAGE = 60_000;

/** The word of a rank: common ones first, then words made of syllables; the same rank always gives the same word. */
export function listWords(language: Language): string[] {
  const words = new Set(COMMON_WORDS[language].trim().split(/\s+/));
  const syllables = SYLLABLES[language].split(' ');
  for (let number = 0; words.size < WORDS_PER_LANGUAGE; number++) words.add(makeWord(number, syllables));
  return [...words];
}

/** Multiplying by an odd constant visits all numbers in an order that looks random. */
export function makeWord(number: number, syllables: readonly string[]): string {
  let rest = Math.imul(number + 1, 0x9e3779b1) >>> 0;
  let word = '';
  const length = 2 + (rest % 5 > 1 ? 1 : 0) + (number > 30_000 ? 1 : 0);
  for (let syllable = 0; syllable < length; syllable++) {
    word += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length) + number;
  }
  return word;
}

/** Different brands: about as many as a million real rows have. */
export const BRAND_COUNT = 60_000;

export function listBrands(): string[] {
  const brands = new Set<string>();
  for (let number = 0; brands.size < BRAND_COUNT; number++) {
    const language = LANGUAGES[number % LANGUAGES.length]!;
    const syllables = SYLLABLES[language].split(' ');
    const first = capitalize(makeWord(number, syllables));
    const second = number % 3 === 0 ? ` ${capitalize(makeWord(number + 7919, syllables))}` : '';
    brands.add(number % 17 === 0 ? `${first}'s` : `${first}${second}`);
  }
  return [...brands];
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function toSlug(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
