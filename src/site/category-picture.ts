/**
 * The drawing of a food that has no picture of its own. A picture of something else is worse than none, so only a category
 * whose foods all look like the drawing has one: fruits do not, bananas do. Other foods get the same neutral sign.
 */
const DRAWN: ReadonlyMap<string, string> = new Map([
  ['Avocados', 'avocado'],
  ['Baguettes', 'baguette-bread'],
  ['Bananas', 'banana'],
  ['Beers', 'beer-mug'],
  ['Blueberries', 'blueberries'],
  ['Broccoli', 'broccoli'],
  ['Butters', 'butter'],
  ['Carrots', 'carrot'],
  ['Cherries', 'cherries'],
  ['Chicken eggs', 'egg'],
  ['Croissants', 'croissant'],
  ['Cucumbers', 'cucumber'],
  ['Eggplants', 'eggplant'],
  ['French fries', 'french-fries'],
  ['Grapes', 'grapes'],
  ['Hamburgers', 'hamburger'],
  ['Honeys', 'honey-pot'],
  ['Mineral waters', 'droplet'],
  ['Onions', 'onion'],
  ['Popcorn', 'popcorn'],
  ['Potatoes', 'potato'],
  ['Pretzels', 'pretzel'],
  ['Strawberries', 'strawberry'],
  ['Sushi', 'sushi'],
  ['Tomatoes', 'tomato'],
  ['Waffles', 'waffle'],
  ['Watermelons', 'watermelon'],
  ['Waters', 'droplet'],
]);
export const NEUTRAL_SIGN = 'fork-and-knife-with-plate';

/** The names of all pictures that stand for foods without one of their own. */
export const CATEGORY_PICTURES: readonly string[] = [...new Set([...DRAWN.values(), NEUTRAL_SIGN])];

export function pictureOfCategory(category: string | null): string {
  return (category === null ? null : DRAWN.get(category)) ?? NEUTRAL_SIGN;
}
