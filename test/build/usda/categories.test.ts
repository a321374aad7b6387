import { describe, expect, test } from 'bun:test';
import { categorizeFood } from '../../../build/usda/categories.ts';

describe('a generic food is filed where a person would look', () => {
  const foods: [foodGroup: string, name: string, category: string][] = [
    ['Dairy and Egg Products', 'Cheese, cheddar', 'Cheeses'],
    ['Dairy and Egg Products', 'Milk, whole, 3.25% milkfat, with added vitamin D', 'Milks'],
    ['Dairy and Egg Products', 'Yogurt, plain, whole milk', 'Yogurts'],
    ['Dairy and Egg Products', 'Egg, whole, raw, fresh', 'Eggs'],
    ['Dairy and Egg Products', 'Eggnog', 'Milks'],
    ['Dairy and Egg Products', 'Butter, without salt', 'Butters'],
    ['Dairy and Egg Products', 'Cream, fluid, heavy whipping', 'Creams'],
    ['Spices and Herbs', 'Salt, table', 'Salts'],
    ['Baby Foods', 'Baby food, fruit, applesauce, strained', 'Baby foods'],
    ['Baby Foods', 'Infant formula, Mead Johnson, Enfamil, with iron, ready-to-feed', 'Baby milks'],
    ['Fats and Oils', 'Oil, olive, salad or cooking', 'Vegetable oils'],
    ['Poultry Products', 'Chicken, broilers or fryers, breast, meat only, cooked, roasted', 'Poultries'],
    ['Soups, Sauces, and Gravies', 'Soup, chicken noodle, canned, condensed', 'Soups'],
    ['Soups, Sauces, and Gravies', 'Sauce, barbecue', 'Sauces'],
    ['Sausages and Luncheon Meats', 'Frankfurter, beef, unheated', 'Sausages'],
    ['Breakfast Cereals', 'Cereals, oats, instant, fortified, plain, dry', 'Breakfast cereals'],
    ['Fruits and Fruit Juices', 'Apples, raw, with skin', 'Fruits'],
    ['Fruits and Fruit Juices', 'Orange juice, raw', 'Fruit juices'],
    ['Fruits and Fruit Juices', 'Pears, canned, juice pack, drained', 'Fruits'],
    ['Fruits and Fruit Juices', 'Nectarines, raw', 'Fruits'],
    ['Fruits and Fruit Juices', 'Peach nectar, canned', 'Fruit juices'],
    ['Vegetables and Vegetable Products', 'Catsup', 'Condiments'],
    ['Fast Foods', "McDonald's, Vanilla Triple Thick Shake", 'Beverages'],
    ['Fast Foods', "McDonald's, french fries", 'Meals'],
    ['Sweets', 'Snacks, fruit leather, rolls', 'Snacks'],
    ['Vegetables and Vegetable Products', 'Potatoes, flesh and skin, raw', 'Vegetables'],
    ['Nut and Seed Products', 'Almonds', 'Nuts'],
    ['Nut and Seed Products', 'Sunflower seed kernels, dried', 'Seeds'],
    ['Beef Products', 'Beef, grass-fed, strip steaks, lean, raw', 'Beef'],
    ['Beverages', 'Beverages, coffee, brewed, prepared with tap water', 'Coffees'],
    ['Beverages', 'Beverages, tea, green, brewed, regular', 'Teas'],
    ['Beverages', 'Beverages, water, tap, drinking', 'Waters'],
    ['Beverages', 'Beverages, carbonated, cola, regular', 'Carbonated drinks'],
    ['Beverages', 'Alcoholic beverage, beer, regular, all', 'Alcoholic beverages'],
    ['Finfish and Shellfish Products', 'Salmon, Atlantic, wild, raw', 'Fishes'],
    ['Finfish and Shellfish Products', 'Crab, blue, raw', 'Seafood'],
    ['Legumes and Legume Products', 'Chickpeas, mature seeds, raw', 'Legumes'],
    ['Lamb, Veal, and Game Products', 'Game meat, deer, raw', 'Game'],
    ['Baked Products', 'Bread, wheat', 'Breads'],
    ['Baked Products', 'Cake, chocolate, commercially prepared with chocolate frosting', 'Cakes'],
    ['Baked Products', 'Cookies, chocolate chip, commercially prepared', 'Biscuits'],
    ['Baked Products', 'Crackers, standard snack-type, regular', 'Crackers'],
    ['Sweets', 'Ice creams, vanilla', 'Ice creams'],
    ['Snacks', 'Potato chips, plain, salted', 'Snacks'],
    ['Cereal Grains and Pasta', 'Rice, white, long-grain, regular, raw, enriched', 'Rices'],
    ['Cereal Grains and Pasta', 'Pasta, dry, enriched', 'Pastas'],
    ['Fast Foods', 'Fast food, pizza chain, 14" pizza, cheese topping, regular crust', 'Pizzas'],
    ['Baked Products', 'Sunshine, Cheez-It, Original Crackers', 'Crackers'],
    [
      'American Indian/Alaska Native Foods',
      'Agutuk, fish/berry with seal oil (ice cream) (Alaska Native)',
      'Native American foods',
    ],
    ['Fats and Oils', 'Oil, flaxseed, cold pressed', 'Vegetable oils'],
    ['Legumes and Legume Products', 'Beans, baked, canned, no salt added', 'Legumes'],
  ];
  for (const [foodGroup, name, category] of foods) {
    test(`${name}: ${category}`, () => expect(categorizeFood(foodGroup, name)).toBe(category));
  }
});

test('a food of a group that USDA does not have has no category', () => {
  expect(categorizeFood('Minerals', 'Moonrock, raw')).toBeNull();
});
