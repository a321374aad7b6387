import { categoryList, wordList } from './word-list.ts';

/**
 * The words and categories by which a salty food, a mild one, an egg or a vitamin tablet is recognised. Words are whole
 * and without accents, in the languages of the data.
 */

export const SALT_CATEGORIES = categoryList(`
  Salts, Spices, Herbs, Pepper, Spice mixes, Bouillons, Broths, Baking powders, Food additives, Cooking helpers,
  Dietary supplements, Bodybuilding supplements, Vitamins`);
export const BRINED_CATEGORIES = categoryList('Soy sauces, Anchovies, Caviars, Seaweeds, Olives, Pickles');
export const SAVOURY_CATEGORIES = categoryList(
  'Sauces, Condiments, Hot sauces, Curry sauces, Soups, Instant noodles, Seeds, Dips, Yeasts, Salted spreads',
);
/** Drinks, milk, sweets, bread and fruit. */
export const MILD_CATEGORIES = categoryList(`
  Beverages, Waters, Spring waters, Mineral waters, Flavored waters, Carbonated drinks, Sodas, Colas, Lemonades, Iced teas,
  Energy drinks, Sports drinks, Syrups, Juices and nectars, Fruit juices, Orange juices, Apple juices, Vegetable juices,
  Smoothies, Hot beverages, Teas, Green teas, Black teas, Herbal teas, Coffees, Instant coffees, Coffee capsules,
  Cocoa and chocolate powders, Plant based milk alternatives, Soy milks, Oat milks, Almond milks, Rice milks, Coconut milks,
  Coffee drinks, Kombuchas, Alcoholic beverages, Beers, Wines, Red wines, White wines, Sparkling wines, Ciders, Spirits,
  Liqueurs, Whisky, Rums, Vodkas, Dairies, Milks, Whole milks, Semi skimmed milks, Skimmed milks, Creams, Butters, Yogurts,
  Greek style yogurts, Dairy desserts, Fermented milk products, Fermented dairy desserts, Dairy drinks, Kefir, Baby milks,
  Desserts, Puddings, Frozen desserts, Ice creams, Sorbets, Compotes, Jelly desserts, Sweet snacks, Confectioneries,
  Chocolates, Chocolate candies, Bonbons, Candies, Chewing gum, Lollipops, Dark chocolates, Milk chocolates,
  White chocolates, Biscuits, Cakes, Bars, Cereal bars, Energy bars, Protein bars, Pastries, Viennoiseries, Croissants,
  Brioches, Doughnuts, Muffins, Waffles, Pancakes, Sweet pies, Gingerbreads, Madeleines, Macarons, Marshmallows, Nougats,
  Marzipan, Caramels, Rice cakes, Fresh fruits, Apples, Bananas, Berries, Canned fruits, Frozen fruits, Fresh vegetables,
  Breakfast cereals, Mueslis, Granolas, Porridge, Rolled oats, Corn flakes, Rices, Breads, White breads, Wholemeal breads,
  Sliced breads, Baguettes, Buns, Honeys, Maple syrups, Agave syrups, Sugars, Sweet spreads, Jams, Marmalades,
  Chocolate spreads, Hazelnut spreads, Peanut butters, Nut butters, Caramel spreads, Margarines, Vegetable oils, Olive oils,
  Sunflower oils, Coconut oils, Baby foods`);
export const EGG_CATEGORIES = categoryList('Eggs, Chicken eggs');
export const CONCENTRATE_CATEGORIES = categoryList(
  'Dietary supplements, Bodybuilding supplements, Vitamins, Food additives, Seaweeds',
);

export const SALT_WORDS = wordList(`
  salt salts sel sels salz meersalz steinsalz jodsalz tafelsalz krautersalz sal zout zeezout sare tuz guerande halite соль`);
/** Without its accent "salé" is salted, and not the Italian for salt; "so" and "sol" are other words. */
export const ACCENTED_SALT_WORDS = wordList('sale sól só');
/** What is eaten with salt is not salt, beside all that is mild: "crisps with sea salt". */
export const SALTED_WORDS = wordList(`
  chips crisps crackers cracker popcorn nuts nut peanuts peanut almonds almond cashews cashew pistachios pistachio
  cacahuetes amandes pistaches noix pretzels pretzel bretzels galettes palets tortilla tortillas potato potatoes nachos
  cream creme glace vinegar vinaigre fries frites snack snacks edamame kartoffelchips erdnusse mandeln cheese fromage ham
  jambon sausage chicken poulet tuna thon salmon saumon rice pasta unsalted no without sans ohne sin senza`);

/** Bouillon, spice mixes and leavening. */
export const SEASONING_WORDS = wordList(`
  seasoning seasonings seasoned assaisonnement assaisonnements condimento condimenti sazon sazonador sazonadores tempero
  temperos przyprawa przyprawy kruiden kruidenmix kryddor krydda krydderi gewurz gewurze gewurzmischung wurze wurzmittel
  wurzmischung streuwurze spice spices epice epices spezie especias rub rubs masala adobo tajin furikake gomasio vegeta
  aromat herbamare maggi kub avecrem
  bouillon bouillons boullion broth broths stock cube cubes brodo dado dadi caldo caldos bruhe bruhen gemusebruhe huhnerbruhe
  fleischbruhe rinderbruhe suppengewurz bulion buljong fond fonds fumet consomme dashi gravy gravies marinade marinades
  tenderizer insaporitore insaporitori glutamate glutamat glutamato msg vetsin tsin ajinomoto umami leavening bicarbonate bicarbonato natron backpulver belacan terasi
  colatura приправа бульон специи`);
export const LEAVENING =
  /\bbaking (?:powder|soda)\b|\blevure chimique\b|\bpoudre a lever\b|\bpolvo (?:para|de) hornear\b/;
/** "Jus de canard" and "au jus" are gravies, "jus d'orange" is a juice. */
export const GRAVY =
  /\bau jus\b|\bjus (?:de |d )?(?:canard|veau|roti|agneau|boeuf|volaille|viande|porc|cuisson)\b/;
/** Salts to be dissolved, unless the name is that of a drink or a bar of chocolate: "tablette de chocolat". */
export const DISSOLVED_WORDS = wordList(`
  tablet tablets tablettes tabletten pastillas compresse comprimes effervescent effervescente effervescents
  brausetabletten electrolyte electrolytes elektrolyt elektrolyte electrolitos rehydration hydration`);

/** What lies in brine or is dried with salt, and soups, which are often powders. */
export const BRINED_WORDS = wordList(`
  sojasauce shoyu tamari ponzu teriyaki worcestershire worcester nuoc mam miso doenjang ssamjang gochujang doubanjiang furu
  fuyu anchovy anchovies anchois anchoa anchoas anchovas sardellen sardelle acciuga acciughe alici boquerones anchoiade
  morue bacalhau bacalao baccala stockfish klippfisk cod hering herring hareng harengs matjes mackerel jellyfish bottarga
  poutargue boutargue roe caviar kaviar charque jerky biltong capers capres caper kapern capperi alcaparras olive olives
  oliven aceitunas azeitonas pickle pickles pickled brine saumure salmuera salamoia umeboshi ume tsukemono kimchi
  soup soups soupe soupes suppe suppen sopa sopas zuppa minestra minestrone zupa supa soep soppa potage veloute
  marmite vegemite bovril cenovis seaweed seaweeds algue algues alga algas algen kelp kombu wakame nori dulse salicorne`);
/** Sauces that are mostly brine, such as fish sauce, in either order of the words. */
export const SAUCE_KINDS = wordList('soy soja soya soia fish poisson pescado oyster huitres shrimp соевый');
export const SAUCE_WORDS = wordList('sauce sauces salsa saus sos sosse molho соус');
/** Scripts without spaces: salt, soy sauce and its pastes, miso, broth, seasoning, pickles, fish sauce. */
export const SALTY_SIGNS =
  /[\u5869\u76d0\u9e7d\u91a4\u9171\u91ac]|しょうゆ|味噌|みそ|だし|調味|调味|調料|调料|高湯|漬|泡菜|간장|된장|소금|น้ำปลา/u;
/** Often as salty as what lies in brine, unless another word says that it is mild: "chocolate sauce", "cake mix". */
export const SAVOURY_WORDS = wordList(`
  soy soja soya soia sauce sauces salsa saus sos sosse molho соус paste pates pate sambal harissa sriracha hoisin wasabi
  horseradish mustard moutarde senf curry tandoori tom yum pho ramen noodle noodles nouilles vermicelles nudeln dip dips
  dressing dressings vinaigrette tapenade yeast levure extract extrait extrakt arome aroma taco tacos fajita fajitas chili
  chilli chile chipotle cajun creole jerk bbq barbecue ranch piri preserved seeds seed kernel kernels sunflower tournesol plum plums
  pepper poivre pfeffer pepe pimienta herb herbs herbes krauter paprika lupins altramuces tzatziki
  mix mixes blend blends melange mischung mezcla mistura mieszanka kit fix`);
/** Dried with salt, unless only eaten with it, as nuts are. */
export const DRIED_WITH_SALT = wordList(
  'salted salee salees salado salada salato salata gesalzen gesalzene gezouten',
);
/** Soups, which are sold as powders as well: "crème d'asperges", "cream of mushroom". */
export const CREAM_SOUP =
  /\bcreme (?:de |d )(?:champignons?|asperges?|poireaux|legumes|volaille|tomates?|potiron)\b|\bcream of (?:mushroom|chicken|asparagus|celery|tomato)\b/;

export const MILD_WORDS = wordList(`
  water waters eau eaux wasser mineralwasser agua aguas acqua woda vatten vand vesi
  juice juices jus saft orangensaft apfelsaft zumo jugo succo suco sap sok mehu nectar nektar smoothie smoothies
  lemonade limonade limonada limonata soda sodas cola coke pepsi fanta sprite 7up schweppes refresco drink drinks
  boisson boissons bebida bebidas bevanda getrank napoj beer beers bier biere bieres birra cerveza cerveja piwo
  wine wein vino vinho wijn cider cidre coffee kaffee caffe cafe koffie kawa cappuccino espresso tea teas tee tisane
  infusion kombucha
  milk milks lait laits milch sojamilch hafermilch leche latte leite melk mleko mjolk maelk maito buttermilk buttermilch kefir
  yogurt yogurts yoghurt yoghurts yaourt yaourts joghurt yogur yogures iogurte jogurt skyr quark butter beurre burro
  mantequilla manteiga boter maslo custard pudding puddings
  chocolate chocolates chocolat chocolats schokolade cioccolato chocolade czekolada choklad
  candy candies bonbon bonbons caramelle caramel caramels caramelo gummy gummies gummi fruchtgummi lollipop
  marshmallow marshmallows jelly jellies licorice gum cookie cookies keks kekse galletas biscotti biscuit biscuits cake
  cakes gateau gateaux kuchen torta brownie brownies muffin muffins donut donuts doughnut doughnuts croissant brioche
  waffle waffles gaufre gaufres pancake pancakes icecream gelato sorbet sherbet sundae taffy
  sugar sucre zucker azucar zucchero honey miel honig miele syrup sirop sirup jam jams confiture confitures marmelade
  marmalade mermelada marmellata compote compotes applesauce
  bread breads pain pains brot pan pane brood chleb baguette toast cereal cereals muesli granola oats oatmeal porridge whey protein proteine
  apple apples pomme pommes banana bananas banane bananes strawberry strawberries fraise fraises trail
  вода сок молоко кефир йогурт шоколад пиво вино чай кофе хлеб`);
/** Without its accent "thé" is an article. */
export const ACCENTED_MILD_WORDS = wordList('thé thés tè té chá');
export const ICE_CREAM = /\bice cream\b|\bcreme glacee\b/;
/** What follows these is in or on the food, and not the food itself: "fajita with lime juice", "moutarde au vin". */
export const WITH = wordList(
  'with in au aux a avec con mit met al alla en and et und y e og och for pour para fur com from',
);
/** Still to be diluted, so it has more of everything than what is drunk or eaten. */
export const DRY_WORDS = wordList(`
  mix mixes powder powders powdered poudre poudres pulver polvo polvere proszek poeder dry dried instant enhancer enhancers
  concentrate concentrated concentre concentree konzentrat concentrado sachet sachets stick sticks deshydrate deshydratee
  preparation`);

export const EGG_OR_BRAIN_WORDS = wordList(`
  egg eggs yolk yolks oeuf oeufs jaune jaunes ei eier eigelb vollei volleipulver eipulver eigelbpulver huevo huevos yema
  yemas uovo uova tuorlo tuorli ovo ovos gema gemas eieren eidooier eigeel jaja jajko jajka zoltko agg aggula aeg munat
  muna brain brains cervelle cervelles hirn sesos cervello miolos mozdzek яйцо яйца желток`);
export const EGG_SIGNS = /[\u5375\u86cb]|달걀|계란/u;

/** Supplements, and foods that are known for how much they hold. */
export const CONCENTRATE_WORDS = wordList(`
  vitamin vitamins vitamine vitamines vitamina vitaminas multivitamin multivitamins multivitamine multivitamines
  acerola camu rosehip hagebutte cynorrhodon ascorbic ascorbique ascorbinsaure ascorbico supplement supplements complement
  complements nahrungserganzung nahrungserganzungsmittel suplemento suplementos integratore capsule capsules kapseln
  gelules softgels tablet tablets tablettes tabletten comprimes compresse pastilles lozenges drops gouttes tropfen
  effervescent effervescente brausetabletten magnesium calcium kalzium zinc zink iron eisen selenium selen iodine
  potassium kalium potasio niacin biotin folate folic b12 d3 k2 electrolyte electrolytes elektrolyte
  spirulina spiruline chlorella kelp kombu seaweed seaweeds algue algues algen wakame nori dulse laminaria fucus
  premix nigari tartar tartre weinstein eggshell`);
/** Salt and its substitutes, as ingredients are called. */
export const SALT_INGREDIENTS = wordList(`
  salt sel salz speisesalz meersalz steinsalz siedesalz jodsalz sal sale zout zeezout sol sare suola tuz соль 食塩 盐`);
/** "Dehydrated onion", "préparation déshydratée". */
export const DRIED_INGREDIENTS = /d[eé]s?hydrat/i;
export const INGREDIENT_HEADINGS = wordList(
  'ingredients ingredient ingredientes ingredienti zutaten ingredienten skladniki',
);
