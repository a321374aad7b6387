/**
 * The picture that stands for a category on pages, where a food has no picture. Categories come from any catalogue, so
 * they are recognised by their words; the first rule that fits decides.
 */
const RULES: readonly (readonly [picture: string, words: RegExp])[] = [
  ['baby-bottle', /\bbaby|infant/],
  ['ice-cream', /ice cream|sorbet|frozen dessert/],
  ['pizza', /pizza/],
  ['sushi', /sushi|surimi/],
  ['sandwich', /sandwich/],
  ['burrito', /wrap|burrito/],
  ['hamburger', /burger/],
  ['french-fries', /fries/],
  ['popcorn', /popcorn/],
  ['chocolate-bar', /chocolate(?! (?:powder|spread|drink))|bonbon/],
  ['cupcake', /cupcake|muffin/],
  ['doughnut', /doughnut/],
  ['pancakes', /pancake|crepe/],
  ['waffle', /waffle/],
  ['croissant', /croissant|viennoiserie|pastr|brioche/],
  ['cookie', /biscuit|cookie|madeleine|macaron|gingerbread/],
  ['pie', /\bpies?\b|quiche|tart/],
  ['birthday-cake', /cake(?!s? mix)/],
  ['custard', /dessert|pudding|compote|custard/],
  ['candy', /cand|confection|sweet snack|marshmallow|nougat|marzipan|caramel|chewing gum|lollipop/],
  ['rice-cracker', /cracker|rice cake|crispbread/],
  ['pretzel', /snack|crisps|chips|pretzel|appetizer/],
  ['peanuts', /\bnuts?\b|peanut|almond(?! milk)|seed/],
  ['chocolate-bar', /\bbars?\b/],
  ['honey-pot', /honey|syrup|sweetener|sugar|spread|jam|marmalade/],
  ['cheese-wedge', /chees|mozzarella|feta|cheddar/],
  ['bowl-with-spoon', /yogurt|cereal(?!s? and)|muesli|granola|porridge|oats|flakes|kefir/],
  ['butter', /butter|margarine|\bfats?\b|lard/],
  ['egg', /\beggs?\b/],
  ['beer-mug', /beer|cider/],
  ['wine-glass', /wine|alcoholic/],
  ['tumbler-glass', /spirit|liqueur|whisky|rum\b|rums|vodka/],
  ['teapot', /\bteas?\b|infusion/],
  ['hot-beverage', /coffee|cocoa|hot beverage/],
  ['droplet', /water/],
  ['cup-with-straw', /carbonated|soda|cola|lemonade|energy drink|sports drink|kombucha/],
  ['beverage-box', /juice|nectar|smoothie|beverage|drink/],
  ['glass-of-milk', /milk|dair|cream/],
  ['bacon', /bacon|ham\b|hams|prepared meat/],
  ['hot-dog', /sausage|salami|frankfurter/],
  ['poultry-leg', /poultr|chicken|turkey|duck|nugget/],
  ['cut-of-meat', /beef|pork|lamb|veal|game|meat(?! (?:alt|anal))|pate|terrine|rillette|rabbit/],
  ['shrimp', /seafood|shrimp|crustacean|mollus/],
  ['fish', /fish|salmon|tuna|sardine|mackerel|cod\b|cods|herring|trout|anchov|caviar/],
  ['beans', /legume|bean|lentil|chickpea|peas|tofu|tempeh|hummus|meat a/],
  ['cooked-rice', /\brices?\b/],
  ['spaghetti', /pasta|noodle|lasagna|spaghetti/],
  ['flatbread', /tortilla|pita/],
  [
    'bread',
    /bread|bun\b|buns|rusk|baguette|dough|flour|cereal|grain|couscous|quinoa|bulgur|semolina|polenta|starch/,
  ],
  ['steaming-bowl', /soup|broth|bouillon/],
  ['pot-of-food', /stew|curr|meal|dish/],
  ['salt', /salt|spice|herb|pepper(?:$|s? spice)|condiment|cooking helper|yeast|baking/],
  ['hot-pepper', /hot sauce|salsa/],
  ['olive', /olive/],
  ['jar', /\boils?\b|vinegar|mayonnaise|mustard|dressing|chutney|dips?\b|pesto/],
  ['tomato', /ketchup|tomato|sauce/],
  ['banana', /banana/],
  ['blueberries', /berr/],
  ['tangerine', /citrus|orange/],
  ['pineapple', /tropical/],
  ['red-apple', /fruit|apple/],
  ['potato', /potato/],
  ['brown-mushroom', /mushroom/],
  ['green-salad', /salad/],
  ['carrot', /vegetable|carrot|pickle|sauerkraut|seaweed/],
];
const ANY_FOOD = 'fork-and-knife-with-plate';

/** The names of all pictures that stand for a category. */
export const CATEGORY_PICTURES: readonly string[] = [
  ...new Set([...RULES.map(([picture]) => picture), ANY_FOOD]),
];

export function pictureOfCategory(category: string | null): string {
  if (category === null) return ANY_FOOD;
  const words = category.toLowerCase();
  return RULES.find(([, pattern]) => pattern.test(words))?.[0] ?? ANY_FOOD;
}
