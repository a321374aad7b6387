import { memberOf } from '../../src/member-of.ts';

/**
 * The category a person would browse by, for a food of USDA SR28: its food group, split by name where the group is too
 * wide to browse. The names are those that Open Food Facts uses in English, so that generic foods appear beside
 * products.
 */
type Rule = readonly [category: string, name?: RegExp];

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
  ['Prepared salads', /^potato salad/i],
  [
    'Vegetable juices',
    /^(?:tomato|carrot|vegetable) (?:juice|smoothie)|^(?:v8|campbell's|healthy request)\b/i,
  ],
  ['Condiments', /^pickle|pickled|^(?:ketchup|catsup)|^wasabi/i],
  ['Vegetables'],
];

const MEALS: readonly Rule[] = [
  ['Meat alternatives', /morningstar|worthington|loma linda/i],
  ['Pizzas', /pizza/i],
  ['Beverages', /^[^,]+, [^,]*\bshake\b/i],
  ['Prepared salads', /\bsalads?\b(?!.*\bdressing\b)/i],
  // What a restaurant adds to a meal, and not a meal with or without it.
  ['Salad dressings', /^[^()]*\bdressing$/i],
  ['Sauces', /^(?!.*\b(?:with|in|without|and)\b).*\bsauce$/i],
  ['Sandwiches', /sandwich|pockets|breakfast biscuit|burger\b(?! king)|whopper|croissan'wich/i],
  ['Meals'],
];

const BABY_FOODS: readonly Rule[] = [
  ['Waters', /, water, bottled/i],
  ['Baby milks', /^(?:infant|child|toddler) formula/i],
  ['Baby foods'],
];

const GROUPS: Readonly<Record<string, readonly Rule[]>> = {
  'Dairy and Egg Products': [
    ['Ice creams', /ice cream|^milk dessert bar|^yogurt, frozen|frozen yogurt/i],
    ['Cheeses', /cheese|\bqueso\b|cheez/i],
    ['Yogurts', /^(?:yogurt|kefir)/i],
    ['Eggs', /^eggs?\b(?!nog)/i],
    ['Butters', /^butter\b/i],
    ['Creams', /cream\b|topping|^sour dressing|whipped/i],
    ['Beverages', /\bshakes?\b/i],
    ['Milks', /^(?:milk|eggnog)\b/i],
    ['Dairies'],
  ],
  'Spices and Herbs': [
    ['Condiments', /^(?:mustard, prepared|vinegar|horseradish|capers)/i],
    ['Salts', /^salt\b/i],
    ['Spices'],
  ],
  'Baby Foods': BABY_FOODS,
  'Fats and Oils': [
    ['Salad dressings', /dressing|^mayonnaise|^sandwich spread/i],
    ['Fats', /^margarine|spread\b/i],
    ['Butters', /^butter\b/i],
    ['Vegetable oils', /^(?:oil|vegetable oil)\b|, oil,/i],
    ['Fats'],
  ],
  'Poultry Products': [['Prepared meats', /^turkey ham/i], ['Poultries']],
  'Soups, Sauces, and Gravies': SOUPS_AND_SAUCES,
  'Sausages and Luncheon Meats': [
    ['Meat alternatives', /meatless/i],
    [
      'Sausages',
      /sausage|wurst|frankfurter|bologna|salami|kielbasa|pepperoni|wieners|chorizo|thuringer|mortadella|smokies/i,
    ],
    ['Prepared meats'],
  ],
  'Breakfast Cereals': [['Cereal bars', /bar$/i], ['Breakfast cereals']],
  'Fruits and Fruit Juices': [['Fruit juices', /juice\b(?! pack)|nectars?\b|smoothie/i], ['Fruits']],
  'Pork Products': [['Pork']],
  'Vegetables and Vegetable Products': VEGETABLES,
  'Nut and Seed Products': [
    ['Seeds', /\bseeds?\b(?! kernels from shell, nuts)|sesame|cottonseed|flaxseed/i],
    ['Nuts'],
  ],
  'Beef Products': [['Beef']],
  Beverages: [
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
  'Finfish and Shellfish Products': [
    [
      'Seafood',
      /\b(?:crab|crayfish|lobster|shrimp|crustaceans|abalone|clam|cuttlefish|mussel|octopus|oyster|scallop|squid|whelk|conch|snail|jellyfish|turtle|frog)\b/i,
    ],
    ['Fishes'],
  ],
  'Legumes and Legume Products': [
    [
      'Meat alternatives',
      /meatless|veggie|vegetarian burger|vegetarian|morningstar|worthington|loma linda|gardenburger|meat extender/i,
    ],
    ['Plant-based milk alternatives', /soymilk|creamer/i],
    ['Yogurts', /yogurt/i],
    ['Spreads', /^peanut spread|peanut butter/i],
    ['Nuts', /^peanuts\b/i],
    ['Sauces', /^soy sauce/i],
    ['Legumes'],
  ],
  'Lamb, Veal, and Game Products': [['Lamb', /^lamb/i], ['Veal', /^veal/i], ['Game']],
  'Baked Products': BAKED_GOODS,
  Sweets: [
    ['Ice creams', /ice cream|sherbet|frozen novelties|frozen yogurt/i],
    ['Sweeteners', /^(?:sugars?|sweeteners?|honey|syrups?|fruit syrup|molasses|toppings?)\b/i],
    ['Jams', /^(?:jams|jellies|marmalade|fruit butters)/i],
    ['Spreads', /hazelnut spread/i],
    ['Desserts', /^(?:desserts?|puddings?|egg custard|flan|gelatin|rennin|pie fillings|frosting|pectin)/i],
    ['Cooking helpers', /^(?:baking chocolate|cocoa|gums, seed)\b/i],
    ['Snacks', /^snacks/i],
    ['Candies'],
  ],
  'Cereal Grains and Pasta': [
    ['Pastas', /^(?:pasta|macaroni|noodles|spaghetti)|noodles/i],
    ['Flours', /flour|cornmeal|cornstarch|semolina|^vital wheat gluten/i],
    ['Rices', /^(?:rice|wild rice)\b(?! bran)/i],
    ['Cereal grains'],
  ],
  'Fast Foods': MEALS,
  'Meals, Entrees, and Side Dishes': MEALS,
  'Restaurant Foods': MEALS,
  Snacks: [
    ['Candies', /^candies/i],
    ['Cereal bars', /\bbars?\b|^formulated|treats squares/i],
    ['Crackers', /cracker/i],
    ['Snacks'],
  ],
  'American Indian/Alaska Native Foods': [['Native American foods']],
};

/** The category of a food by its USDA food group and its name; null for a group that SR28 does not have. */
export function categorizeFood(foodGroup: string, name: string): string | null {
  const rules = memberOf(GROUPS, foodGroup) ?? [];
  return rules.find(([, pattern]) => pattern === undefined || pattern.test(name))?.[0] ?? null;
}
