/**
 * The category a person would browse by, for a food of USDA SR28. The first two digits of an NDB number tell
 * the food group it was filed in; where a group is too wide to browse, the first words of the name tell more.
 * The names are those that Open Food Facts uses in English, so that generic foods stand beside products.
 */
type Rule = readonly [category: string, name?: RegExp];

const BEEF: readonly Rule[] = [['Beef']];

const SOUPS_AND_SAUCES: readonly Rule[] = [
  [
    'Soups',
    /\b(?:soup|soups|broth|chowder|bouillon|stew|chili|gumbo|bisque|consomme)\b|^campbell's (?:red|chunky|homestyle)/i,
  ],
  ['Sauces'],
];

const BAKED_GOODS: readonly Rule[] = [
  ['Soups', /^soup\b/i],
  ['Cooking helpers', /^leavening|stuffing mix|shake 'n' bake|^bread (?:crumbs|stuffing)|flour mix/i],
  ['Breads', /^(?:bread|bagel|rolls|english muffin)|english muffins/i],
  ['Pies', /^pie\b|pie crust/i],
  ['Biscuits', /^cookies?\b/i],
  ['Pastries', /^(?:pancakes|french toast|waffles?)\b|pop-tarts|eggo|cinnabon|pancakes|totally original/i],
  ['Snacks', /\b(?:tortilla|bean) chips\b|snack mix|party mix|pretzels$|pita crisps/i],
  ['Crackers', /crackers?\b|saltines|cheez-it/i],
  [
    'Biscuits',
    /cookies?\b|graham|wafers?\b|fudge (?:stick|stripe|shoppe)|shortbread|brownie|vienna fingers|ice cream cone/i,
  ],
  [
    'Pastries',
    /pastr|doughnut|croissant|danish|strudel|cream puff|eclair|sweet rolls|cinnamon (?:roll|bun)|muffin|popover|phyllo|tart\b|waffle/i,
  ],
  ['Cakes', /cake|gingerbread/i],
  ['Cereal bars', /\bbars?\b/i],
  ['Breads'],
];

const VEGETABLES: readonly Rule[] = [
  [
    'Vegetable juices',
    /^(?:tomato|carrot|vegetable) (?:juice|smoothie)|^(?:v8|campbell's|healthy request)\b/i,
  ],
  ['Condiments', /^pickle|pickled|^ketchup|^wasabi/i],
  ['Vegetables'],
];

const MEALS: readonly Rule[] = [
  ['Meat alternatives', /morningstar|worthington|loma linda/i],
  ['Pizzas', /pizza/i],
  ['Sandwiches', /sandwich|pockets|breakfast biscuit|burger\b/i],
  ['Meals'],
];

const BABY_FOODS: readonly Rule[] = [
  ['Waters', /, water, bottled/i],
  ['Baby milks', /^(?:infant|child|toddler) formula/i],
  ['Baby foods'],
];

const GROUPS: Readonly<Record<string, readonly Rule[]>> = {
  '01': [
    ['Ice creams', /ice cream|^milk dessert bar|^yogurt, frozen/i],
    ['Cheeses', /cheese|\bqueso\b|cheez/i],
    ['Yogurts', /^(?:yogurt|kefir)/i],
    ['Eggs', /^eggs?\b(?!nog)/i],
    ['Butters', /^butter\b/i],
    ['Creams', /cream\b|topping|^sour dressing/i],
    ['Milks', /^(?:milk|eggnog)\b/i],
    ['Dairies'],
  ],
  '02': [
    ['Condiments', /^(?:mustard, prepared|vinegar|horseradish|capers)/i],
    ['Salts', /^salt\b/i],
    ['Spices'],
  ],
  '03': BABY_FOODS,
  '04': [
    ['Salad dressings', /dressing|^mayonnaise|^sandwich spread/i],
    ['Fats', /^margarine|spread\b/i],
    ['Butters', /^butter\b/i],
    ['Vegetable oils', /^(?:oil|vegetable oil)\b|, oil,/i],
    ['Fats'],
  ],
  '05': [['Poultries']],
  '06': SOUPS_AND_SAUCES,
  '07': [
    ['Meat alternatives', /meatless/i],
    [
      'Sausages',
      /sausage|wurst|frankfurter|bologna|salami|kielbasa|pepperoni|wieners|chorizo|thuringer|mortadella|smokies/i,
    ],
    ['Prepared meats'],
  ],
  '08': [['Cereal bars', /bar$/i], ['Breakfast cereals']],
  '09': [['Fruit juices', /juice\b(?! pack)|nectar|smoothie/i], ['Fruits']],
  '10': [['Pork']],
  '11': VEGETABLES,
  '12': [['Seeds', /\bseeds?\b(?! kernels from shell, nuts)|sesame|cottonseed|flaxseed/i], ['Nuts']],
  '13': BEEF,
  '14': [
    ['Alcoholic beverages', /^alcoholic|hard cider|malt liquor/i],
    [
      'Waters',
      /^water\b|^beverages,.*\bwater, (?:bottled|tap)|mineral (?:bottled )?water|spring water|vitaminwater|dasani|propel|^beverages, water/i,
    ],
    ['Coffees', /\bcoffee\b(?!.*substitute)/i],
    ['Teas', /\btea\b/i],
    ['Plant-based milk alternatives', /(?:almond|rice|coconut) milk/i],
    ['Carbonated drinks', /(?<!non-)carbonated|(?<!coca-)\bcola\b|soft drink|energy drink/i],
    [
      'Fruit juices',
      /\b(?:orange|tomato|cranberry|apple) juice\b(?! drink)|juice blend|splash|v-fusion|ocean spray/i,
    ],
    ['Beverages'],
  ],
  '15': [
    [
      'Seafood',
      /\b(?:crab|crayfish|lobster|shrimp|crustaceans|abalone|clam|cuttlefish|mussel|octopus|oyster|scallop|squid|whelk|conch)\b/i,
    ],
    ['Fishes'],
  ],
  '16': [
    [
      'Meat alternatives',
      /meatless|veggie|vegetarian burger|morningstar|worthington|loma linda|gardenburger|meat extender/i,
    ],
    ['Plant-based milk alternatives', /soymilk|creamer/i],
    ['Yogurts', /yogurt/i],
    ['Spreads', /^peanut spread|peanut butter/i],
    ['Nuts', /^peanuts\b/i],
    ['Sauces', /^soy sauce/i],
    ['Legumes'],
  ],
  '17': [['Lamb', /^lamb/i], ['Veal', /^veal/i], ['Game']],
  '18': BAKED_GOODS,
  '19': [
    ['Ice creams', /ice cream|sherbet|frozen novelties|frozen yogurt/i],
    ['Sweeteners', /^(?:sugars?|sweeteners?|honey|syrups?|fruit syrup|molasses|toppings?)\b/i],
    ['Jams', /^(?:jams|jellies|marmalade|fruit butters)/i],
    ['Spreads', /hazelnut spread/i],
    ['Desserts', /^(?:desserts?|pudding|egg custard|flan|gelatin|rennin|pie fillings|frosting|pectin)/i],
    ['Cooking helpers', /^(?:baking chocolate|cocoa)\b/i],
    ['Candies', /^(?:candies|chewing gum|chocolate)\b/i],
    ['Cereal bars', /granola bar|rice bar|cereal bar|whole grain bar|milk bar|treats squares/i],
    ['Snacks'],
  ],
  '20': [
    ['Pastas', /^(?:pasta|macaroni|noodles|spaghetti)|noodles/i],
    ['Flours', /flour|cornmeal|cornstarch|semolina/i],
    ['Rices', /^(?:rice|wild rice)\b(?! bran)/i],
    ['Cereal grains'],
  ],
  '21': MEALS,
  '22': MEALS,
  '23': BEEF,
  '25': [['Cereal bars', /\bbars?\b|^formulated/i], ['Crackers', /cracker/i], ['Snacks']],
  '27': SOUPS_AND_SAUCES,
  '28': BAKED_GOODS,
  '31': VEGETABLES,
  '32': MEALS,
  '33': BABY_FOODS,
  '35': [['Native American foods']],
  '36': MEALS,
};

/** For numbers beyond the groups, which USDA gave to foods of every kind. */
const ELSEWHERE: readonly Rule[] = [
  ['Baby foods', /^baby food/i],
  ['Alcoholic beverages', /^alcoholic/i],
  ['Coffees', /coffee/i],
  ['Fruit juices', /^cranberry juice|juice drink/i],
  ['Vegetable juices', /vegetable juice/i],
  ['Beverages', /^(?:beverages?|fluid replacement)/i],
  ['Meat alternatives', /meatless|vegetarian/i],
  ['Ice creams', /ice cream|frozen (?:novelties|yogurt)|^milk dessert|^yogurt, frozen/i],
  ['Cheeses', /cheese(?! dressing)/i],
  ['Salad dressings', /dressing|^mayonnaise/i],
  ['Yogurts', /yogurt/i],
  ['Milks', /^milk/i],
  ['Creams', /cream substitute|whipped/i],
  ['Eggs', /^eggs/i],
  ['Fats', /^margarine|oil-butter|butter replacement/i],
  ['Vegetable oils', /^oil/i],
  ['Breakfast cereals', /^cereals|^millet, puffed/i],
  ['Cereal bars', /(?:granola|breakfast) bars?/i],
  ['Snacks', /chips|^(?:snacks|pretzels|popcorn|rice cake|papad)/i],
  ['Candies', /^(?:candies|chewing gum)/i],
  ['Desserts', /^(?:puddings|pie fillings|pectin)/i],
  ['Sweeteners', /^(?:sweeteners|syrup)/i],
  ['Jams', /^(?:jams|jellies)/i],
  ['Spreads', /^peanut butter|spread$/i],
  ['Sausages', /sausage|frankfurter|bologna/i],
  ['Prepared meats', /^turkey ham/i],
  ['Poultries', /^(?:turkey|quail|pheasant|dove|chicken)/i],
  ['Pork', /^pork/i],
  ['Fishes', /^mackerel/i],
  ['Seafood', /^(?:scallop|snail|jellyfish|turtle|frog)/i],
  ['Breads', /^rolls/i],
  ['Flours', /^(?:vital wheat gluten|gums)/i],
  ['Sauces', /^tomato sauce/i],
  ['Condiments', /pickled/i],
  ['Legumes', /^(?:beans|vermicelli|soybean)/i],
  ['Spices', /flakes, dried/i],
  ['Vegetables', /^(?:potatoes|vegetables|turnip|hearts|cabbage)/i],
];

/** The category of a food by its NDB number and its name as a person writes it, or null when neither tells. */
export function categorizeFood(ndbNumber: string, name: string): string | null {
  const rules = GROUPS[ndbNumber.slice(0, 2)] ?? ELSEWHERE;
  return rules.find(([, pattern]) => pattern === undefined || pattern.test(name))?.[0] ?? null;
}
