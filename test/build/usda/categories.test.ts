import { describe, expect, test } from 'bun:test';
import { categorizeFood } from '../../../build/usda/categories.ts';

describe('a generic food is filed where a person would look', () => {
  const foods: [ndbNumber: string, name: string, category: string][] = [
    ['01009', 'Cheese, cheddar', 'Cheeses'],
    ['01077', 'Milk, whole, 3.25% milkfat, with added vitamin D', 'Milks'],
    ['01116', 'Yogurt, plain, whole milk', 'Yogurts'],
    ['01123', 'Egg, whole, raw, fresh', 'Eggs'],
    ['01057', 'Eggnog', 'Milks'],
    ['01145', 'Butter, without salt', 'Butters'],
    ['01053', 'Cream, fluid, heavy whipping', 'Creams'],
    ['02047', 'Salt, table', 'Salts'],
    ['03117', 'Baby food, fruit, applesauce, strained', 'Baby foods'],
    ['03803', 'Infant formula, Mead Johnson, Enfamil, with iron, ready-to-feed', 'Baby milks'],
    ['04053', 'Oil, olive, salad or cooking', 'Vegetable oils'],
    ['05064', 'Chicken, broilers or fryers, breast, meat only, cooked, roasted', 'Poultries'],
    ['06216', 'Soup, chicken noodle, canned, condensed', 'Soups'],
    ['06150', 'Sauce, barbecue', 'Sauces'],
    ['07022', 'Frankfurter, beef, unheated', 'Sausages'],
    ['08121', 'Cereals, oats, instant, fortified, plain, dry', 'Breakfast cereals'],
    ['09003', 'Apples, raw, with skin', 'Fruits'],
    ['09206', 'Orange juice, raw', 'Fruit juices'],
    ['09355', 'Pears, canned, juice pack, drained', 'Fruits'],
    ['11352', 'Potatoes, flesh and skin, raw', 'Vegetables'],
    ['12061', 'Almonds', 'Nuts'],
    ['12036', 'Sunflower seed kernels, dried', 'Seeds'],
    ['13001', 'Beef, grass-fed, strip steaks, lean, raw', 'Beef'],
    ['14209', 'Beverages, coffee, brewed, prepared with tap water', 'Coffees'],
    ['14278', 'Beverages, tea, green, brewed, regular', 'Teas'],
    ['14411', 'Beverages, water, tap, drinking', 'Waters'],
    ['14400', 'Beverages, carbonated, cola, regular', 'Carbonated drinks'],
    ['14003', 'Alcoholic beverage, beer, regular, all', 'Alcoholic beverages'],
    ['15076', 'Salmon, Atlantic, wild, raw', 'Fishes'],
    ['15139', 'Crab, blue, raw', 'Seafood'],
    ['16056', 'Chickpeas, mature seeds, raw', 'Legumes'],
    ['17164', 'Game meat, deer, raw', 'Game'],
    ['18064', 'Bread, wheat', 'Breads'],
    ['18096', 'Cake, chocolate, commercially prepared with chocolate frosting', 'Cakes'],
    ['18159', 'Cookies, chocolate chip, commercially prepared', 'Biscuits'],
    ['18229', 'Crackers, standard snack-type, regular', 'Crackers'],
    ['19095', 'Ice creams, vanilla', 'Ice creams'],
    ['19411', 'Potato chips, plain, salted', 'Snacks'],
    ['20044', 'Rice, white, long-grain, regular, raw, enriched', 'Rices'],
    ['20120', 'Pasta, dry, enriched', 'Pastas'],
    ['21299', 'Fast food, pizza chain, 14" pizza, cheese topping, regular crust', 'Pizzas'],
    ['28297', 'Sunshine, Cheez-It, Original Crackers', 'Crackers'],
    ['35001', 'Agutuk, fish/berry with seal oil (ice cream) (Alaska Native)', 'Native American foods'],
    ['42231', 'Oil, flaxseed, cold pressed', 'Vegetable oils'],
    ['43449', 'Beans, baked, canned, no salt added', 'Legumes'],
  ];
  for (const [ndbNumber, name, category] of foods) {
    test(`${name}: ${category}`, () => expect(categorizeFood(ndbNumber, name)).toBe(category));
  }
});

test('a food of no known group that nothing tells about has no category', () => {
  expect(categorizeFood('99999', 'Moonrock, raw')).toBeNull();
});
