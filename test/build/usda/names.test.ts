import { describe, expect, test } from 'bun:test';
import { nameFood } from '../../../build/usda/names.ts';

function expectNames(names: Readonly<Record<string, string>>): void {
  for (const [description, name] of Object.entries(names)) {
    test(`${description} is "${name}"`, () => expect(nameFood(description)).toBe(name));
  }
}

describe('abbreviations are spelled out, in sentence case', () => {
  expectNames({
    'APPLES, RAW, WITH SKIN': 'Apples, raw, with skin',
    'BANANAS, RAW': 'Bananas, raw',
    'BUTTER, WITH SALT': 'Butter, with salt',
    'MILK, WHL, 3.25% MILKFAT, WITH ADDED VITAMIN D': 'Milk, whole, 3.25% milkfat, with added vitamin D',
    'EGG, WHL, CKD, SCRMBLD': 'Egg, whole, cooked, scrambled',
    'RICE, WHITE, LONG-GRAIN, REG, RAW, ENR': 'Rice, white, long-grain, regular, raw, enriched',
    'BREAD, WHITE, COMMLY PREP, TSTD': 'Bread, white, commercially prepared, toasted',
    'POTATOES, MSHD, HOME-PREPARED, WHL MILK ADDED': 'Potatoes, mashed, home-prepared, whole milk added',
    'TOMATOES, RED, RIPE, CND, PACKED IN TOMATO JUC': 'Tomatoes, red, ripe, canned, packed in tomato juice',
    'BEANS, SNAP, GRN, FRZ, CKD, BLD, DRND, WITHOUT SALT':
      'Beans, snap, green, frozen, cooked, boiled, drained, without salt',
    'APPLE JUC, FRZ CONC, UNSWTND, DIL WITH 3 VOLUME H2O, WITH VIT C':
      'Apple juice, frozen concentrate, unsweetened, diluted with 3 volumes water, with vitamin C',
    'APRICOTS, CND, EX HVY SYRUP PK, WITHOUT SKN, SOL AND LIQUIDS':
      'Apricots, canned, extra heavy syrup pack, without skin, solids and liquids',
    'PUDDINGS, CHOC, DRY MIX, INST, PREP WITH 2% MILK':
      'Puddings, chocolate, dry mix, instant, prepared with 2% milk',
    'SEEDS, SUNFLOWER SD KRNLS FROM SHELL, DRY RSTD, WITH SALT ADDED':
      'Seeds, sunflower seed kernels from shell, dry roasted, with salt added',
    'SALAD DRSNG, 1000 ISLAND DRSNG, RED FAT': 'Salad dressing, Thousand Island dressing, reduced fat',
    'BABYFOOD, DINNER, VEG AND BF, STR': 'Baby food, dinner, vegetable and beef, strained',
    'MARGARINE, REG, 80% FAT, COMP, STK, WITH SALT':
      'Margarine, regular, 80% fat, composite, stick, with salt',
    'BISCUITS, PLN OR BTTRMLK, REFR DOUGH, HIGHER FAT, BKD':
      'Biscuits, plain or buttermilk, refrigerated dough, higher fat, baked',
    'AVOCADOS, RAW, ALL COMM VAR': 'Avocados, raw, all commercial varieties',
    'TORTILLAS, RTB OR -FRY, FLR, REFR': 'Tortillas, ready-to-bake or -fry, flour, refrigerated',
    'WAFFLES, PLN, FRZ, RTH': 'Waffles, plain, frozen, ready-to-heat',
    'CLAM, MIXED SPECIES, RAW': 'Clam, mixed species, raw',
    'CRAB, BLUE, CKD, MOIST HEAT': 'Crab, blue, cooked, moist heat',
  });
});

describe('cuts of meat are read as cuts of meat', () => {
  expectNames({
    'BEEF, RIB, LRG END, LN AND FAT, CKD, RSTD': 'Beef, rib, large end, lean and fat, cooked, roasted',
    'BEEF, SHRT LN, T-BONE STK, BN-IN, LN, 1/8" FAT, CHOIC, CKD, GRILLD':
      'Beef, short loin, T-bone steak, bone-in, lean, trimmed to 1/8" fat, choice, cooked, grilled',
    'BEEF, LN, TP LN STK, BNLESS, LIPON, LN AND FAT, 1/8" FAT, ALL GRDS, RW':
      'Beef, loin, top loin steak, boneless, lip-on, lean and fat, trimmed to 1/8" fat, all grades, raw',
    'BF, CHK, CLOD, SHLDR TENDER, MED, LN AND FAT, 0" FAT, SE, CKD, GRILLED':
      'Beef, chuck, clod, shoulder tender, medallion, lean and fat, trimmed to 0" fat, select, cooked, grilled',
    'BEEF, RIB EYE STK, BNE-IN, LIP-ON, LN AND FT, 1/8" FAT, CHOC, CKD, GRL':
      'Beef, rib eye steak, bone-in, lip-on, lean and fat, trimmed to 1/8" fat, choice, cooked, grilled',
    'BEEF, CHUCK, TOP BLADE, LN ONLY, TO 0" FAT, ALL GRDS, CKD, BRLD':
      'Beef, chuck, top blade, lean only, trimmed to 0" fat, all grades, cooked, broiled',
    'BEEF, GROUND, 80% LN MEAT / 20% FAT, RAW': 'Beef, ground, 80% lean meat / 20% fat, raw',
    'PORK, FRSH, SHLDR, (BSTN BUTT), BLDE (STKS), LN, WITH ADDED SOLN, RAW':
      'Pork, fresh, shoulder (Boston butt), blade (steaks), lean, with added solution, raw',
    'PORK  FRSH  LOIN  TENDERLOIN   LN ONLY  RAW': 'Pork, fresh, loin, tenderloin, lean only, raw',
    'PORK, CURED, HAM -- H2O ADDED, WHL, BNLESS, LN, UNHTD':
      'Pork, cured, ham, water added, whole, boneless, lean, unheated',
    'LAMB, NZ, IMP, FRZ, SHLDR, WHL (ARM AND BLD), LN AND FAT, CKD, BRSD':
      'Lamb, New Zealand, imported, frozen, shoulder, whole (arm and blade), lean and fat, cooked, braised',
    'LAMB, AUS, IMP, FRSH, LEG, BTTM, BNLESS, LN, 1/8" FAT, CKD, RSTD':
      'Lamb, Australian, imported, fresh, leg, bottom, boneless, lean, trimmed to 1/8" fat, cooked, roasted',
    'CHICKEN, BROILERS OR FRYERS, BREAST, MEAT ONLY, CKD, RSTD':
      'Chicken, broilers or fryers, breast, meat only, cooked, roasted',
    'CHICkN, BROILR OR FRYRS, BRST, SKNLSS, BNLESS, MEAT ONLY, CKD, BRSD':
      'Chicken, broiler or fryers, breast, skinless, boneless, meat only, cooked, braised',
    'CHICKEN, BROILERS OR FRYERS, WING, MEAT AND SKN, CKD, ROTISSERIE, OR':
      'Chicken, broilers or fryers, wing, meat and skin, cooked, rotisserie, original seasoning',
    'Beef, shoulder steak, boneless, lean only, 0", choice, grill':
      'Beef, shoulder steak, boneless, lean only, trimmed to 0" fat, choice, grilled',
  });
});

describe('an abbreviation is read by what stands beside it', () => {
  expectNames({
    'PEPPERS, SWT, RED, RAW': 'Peppers, sweet, red, raw',
    'CHEESE, CHEDDAR, RED FAT': 'Cheese, cheddar, reduced fat',
    'MILK, DRY, NONFAT, CA RED': 'Milk, dry, nonfat, calcium reduced',
    'TURKEY STKS, BREADED, BATTERED, FRIED': 'Turkey sticks, breaded, battered, fried',
    'POTATOES, FRENCH FR, STK CUT, SALT NOT ADDED IN PROC, FRZ, UNPREP':
      'Potatoes, French fries, steak cut, salt not added in processing, frozen, unprepared',
    'SNACKS, POTATO CHIPS, FRM DRIED POTATOES, FAT-FREE, WITH OLESTRA':
      'Snacks, potato chips, from dried potatoes, fat-free, with olestra',
    'PORK, FRSH, VAR MEATS AND BY-PRODUCTS, BRAIN, RAW':
      'Pork, fresh, variety meats and by-products, brain, raw',
    'SMART SOUP, MOROCCAN CHICK PEA': 'Smart Soup, Moroccan Chickpea',
    'FISH, TUNA, LT, CND IN H2O, DRND SOL': 'Fish, tuna, light, canned in water, drained solids',
    'BASS, FRSH H2O, MXD SP, RAW': 'Bass, freshwater, mixed species, raw',
    'BEVERAGES, CARB, COLA, REG': 'Beverages, carbonated, cola, regular',
    'ALCOHOLIC BEV, BEER, LT, LO CARB': 'Alcoholic beverage, beer, light, low carb',
    'WHISKEY SOUR MIX, BTLD, WITH K AND NA': 'Whiskey sour mix, bottled, with potassium and sodium',
    'MILK, LOWFAT, FLUID, 1% MILKFAT, PROT FORT, WITH ADDED VIT A AND D':
      'Milk, lowfat, fluid, 1% milkfat, protein fortified, with added vitamins A and D',
    'PEANUT BUTTER, SMOOTH, VIT AND MINERAL FORT': 'Peanut butter, smooth, vitamin and mineral fortified',
    'CHEESE SUB, MOZZARELLA': 'Cheese substitute, mozzarella',
    'RESTAURANT, CHINESE, VEG LO MEIN, WITHOUT MEAT': 'Restaurant, Chinese, vegetable lo mein, without meat',
    'SQUASH, SMMR, ZUCCHINI, INCL SKN, RAW': 'Squash, summer, zucchini, including skin, raw',
    'LETTUCE, ICEBERG (INCL CRISPHEAD TYPES), RAW': 'Lettuce, iceberg (includes crisphead types), raw',
  });
});

describe('names keep their capitals, and products are written as names', () => {
  expectNames({
    "CEREALS RTE, KELLOGG, KELLOGG'S FRSTD FLAKES": "Cereals ready-to-eat, Kellogg's Frosted Flakes",
    "CEREALS RTE, KELLOGG, KELLOGG'S SPL K RED BERRIES":
      "Cereals ready-to-eat, Kellogg's Special K Red Berries",
    "MCDONALD'S, BACON, EGG AND CHS MCGRIDDLES": "McDonald's, Bacon, Egg and Cheese McGriddles",
    "CAMPBELL'S RED AND WHITE, CHICK NOODLEO'S SOUP, COND":
      "Campbell's Red and White, Chicken NoodleO's Soup, condensed",
    'KFC, FRIED CHICK, EX CRISPY, WING, MEAT AND SKN WITH BREADING':
      'KFC, Fried Chicken, Extra Crispy, wing, meat and skin with breading',
    'PIZZA HUT 14" CHS PIZZA, THIN \'N CRISPY CRUST': 'Pizza Hut 14" Cheese Pizza, Thin \'n Crispy Crust',
    "CANDIES, MARS SNACKFOOD US, M AND M'S MILK CHOC CANDIES":
      "Candies, Mars Snackfood US, M&M's Milk Chocolate Candies",
    'KASHI GO LN CRUNCH!, HONEY ALMOND FLAX': 'Kashi GoLean Crunch!, Honey Almond Flax',
    'BABYFOOD, GERBER, 2ND FOODS, APPL, CARROT AND SQUASH, ORGANIC':
      'Baby food, Gerber, 2nd Foods, Apple, Carrot and Squash, organic',
    'V8 VEG JUC, CA ENR V8': 'V8 Vegetable Juice, Calcium Enriched V8',
    'OSCAR MAYER, SMOKIES SAUSAGE LITTLE CHS (PORK, TURKEY)':
      'Oscar Mayer, Smokies Sausage Little Cheese (pork, turkey)',
    'CHARD, SWISS, RAW': 'Chard, Swiss, raw',
    'NEW ZEALAND SPINACH, RAW': 'New Zealand spinach, raw',
    'WHALE, BELUGA, EYES (ALASKA NATIVE)': 'Whale, beluga, eyes (Alaska Native)',
    'PEARS, RAW, BARTLETT': 'Pears, raw, Bartlett',
    'USDA CMDTY, PNUT BUTTER, SMOOTH': 'USDA commodity, peanut butter, smooth',
    'BEVERAGES, FUZE, ORANGE MANGO, FORT WITH VITAMINS A, C, E, B6':
      'Beverages, Fuze, Orange Mango, fortified with vitamins A, C, E, B6',
  });
});

describe('slips of the pen are mended', () => {
  expectNames({
    'ACEROLA, (WEST INDIAN CHERRY), RAW': 'Acerola (West Indian cherry), raw',
    'SAUSAGE  BERLINER  PORK  BF': 'Sausage, berliner, pork, beef',
    'BAGEL, PLN, TSTD, ENR WITH CA PROP(INCLUDE ONION, POPPY, SESAME)':
      'Bagel, plain, toasted, enriched with calcium propionate (includes onion, poppy, sesame)',
    'AGUTUK, FISH WITH SHORTENING (ALASKAN ICE CREAM) (ALASKA NATIVE':
      'Agutuk, fish with shortening (Alaskan ice cream) (Alaska Native)',
    'POTATO\\, YEL FLSH, HASH BRN, SHRD, SALT ADDED IN PROC, FRZ, UNPREP':
      'Potato, yellow flesh, hash brown, shredded, salt added in processing, frozen, unprepared',
    'BEETS, CKD, BOILED. DRND, WITH SALT': 'Beets, cooked, boiled, drained, with salt',
    'INF FORMU, ME JOHNS, ENFAM, NUTRA, LIPI, WITH IRO, RTF, WITH ARA AND DHA':
      'Infant formula, Mead Johnson, Enfamil, Nutramigen, Lipil, with iron, ready-to-feed, with ARA and DHA',
    'Popcor, microwav, regula (butter) flavo, mad with pal oil':
      'Popcorn, microwave, regular (butter) flavor, made with palm oil',
    "CAMPBELL'S RED AND WHITE, CHICK BARLEY WITH ":
      "Campbell's Red and White, Chicken Barley with Mushrooms Soup, condensed",
  });
});

test('what needs no reading stays as it is written', () => {
  expect(nameFood('HONEY')).toBe('Honey');
  expect(nameFood('')).toBe('');
});
