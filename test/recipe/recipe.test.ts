import { describe, expect, test } from 'bun:test';
import { STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { analyzeRecipe } from '../../src/recipe/analyze.ts';
import { openLineReader } from './starter-lines.ts';

const readLine = openLineReader();

function read(line: string) {
  const { food, grams, reason, unit } = readLine(line);
  return { food: food?.name ?? null, grams, reason: reason?.kind ?? null, unit };
}

function confidence(line: string): number {
  return readLine(line).confidence;
}

describe('an amount', () => {
  test.each([
    ['500 grs de carne picada', 500],
    ['1 hg burro', 100],
    ['2 T sugar', 25],
    ['1 c sugar', 200],
    ['1 lb 4 oz beef', 567],
    ['un cuarto de kilo de gambas', 250],
    ['un quarto di chilo di farina', 250],
    ['1. 2 cups flour', 250],
    ['1 bustina di lievito', 16],
    ['lievito 1 bustina', 16],
    ['24 Löffelbiskuits', 264],
    ['1 c vanilla ice cream', 132],
  ])('of %p is %d g', (line, grams) => expect(read(line).grams).toBeCloseTo(grams, 0));
});

describe('a chili is a pepper', () => {
  test.each(['2 chili peppers', '2 chili, gehackt', '2 chili', '2 chili, finely chopped', '2 rote Chili'])(
    'in %p',
    (line) =>
      expect(read(line)).toEqual({
        food: 'Peppers, hot chili, red, raw',
        grams: 90,
        reason: null,
        unit: null,
      }),
  );
  test('a green one too', () => expect(read('2 green chilies').food).toBe('Peppers, hot chili, green, raw'));
  test('but not where it is the stew', () => {
    expect(read('1 can chili').food).toStartWith('Chili with beans, canned');
    expect(read('2 chili con carne').grams).not.toBe(2000);
  });
  test.each([
    '2 chili di farina',
    "due chili d'uva",
    '2 chili della stessa uva',
    'patate, 2 chili',
    'farina 2 chili',
  ])('unless Italian counts kilograms: %p', (line) =>
    expect(read(line)).toMatchObject({ grams: 2000, unit: 'kg' }),
  );
});

describe('a measure without a size of its own is not a count', () => {
  test.each([
    '3 scoops ice cream',
    '2 ladles of soup',
    '1 mug flour',
    '2 Kellen Brühe',
    '1 Schüssel Reis',
    '2 louches de bouillon',
    '1 bol de riz',
    '2 cazos de caldo',
    '2 mestoli di brodo',
    '2 palline di gelato',
    '1 Löffel Mehl',
    '1 cuillère de miel',
    '1 cuchara de azúcar',
    '2 dollops sour cream',
    // Words that are in no table, before `of`.
    '2 hunks of bread',
    '2 florets of broccoli',
    '2 pétales de tomate',
    '3 bouts de pain',
    '2 montones de harina',
    '2 mucchi di farina',
    // An initial that is a unit only in English.
    '1 c de sucre',
  ])('in %p', (line) => expect(read(line)).toMatchObject({ grams: null, reason: 'noWeight' }));

  test('unless the food is measured by it', () => {
    expect(read('1 serving of ice cream')).toMatchObject({ grams: 66, unit: 'serving' });
    expect(read('2 ears of corn').grams).toBeGreaterThan(100);
    for (const line of [
      '1 cinnamon stick',
      '1 bâton de cannelle',
      '1 palo de canela',
      '1 stecca di cannella',
    ]) {
      expect(read(line)).toMatchObject({ grams: 2.6, unit: 'stick' });
    }
  });
  test.each([
    ['1 whole bulb of garlic', 'head', 40],
    ['3 thin slices of tomato', 'slice', 60],
    ['a healthy pinch of salt', 'pinch', 0.38],
    ['2 belles tranches de jambon', 'slice', 56],
  ])('unless it is a unit behind other words: %p', (line, unit, grams) => {
    expect(read(line)).toMatchObject({ unit, grams });
  });
  test('but a part of an animal or plant that is a food is counted', () => {
    for (const line of [
      '2 cuisses de poulet',
      '3 yemas de huevo',
      '2 petti di pollo',
      '2 tomates de colgar',
    ]) {
      expect(read(line).reason).toBeNull();
    }
  });
});

describe('a large number without a unit', () => {
  test.each([
    '500 Mehl',
    '250 farine',
    '200 harina',
    '200 butter',
    '500 gxs de carne picada',
    '500 grx beef',
  ])('is not believed: %p', (line) => expect(read(line)).toMatchObject({ grams: null, reason: 'noWeight' }));
  test.each([
    '500 tomates',
    '1000000 g sugar',
    '1e9 kg milk',
    '1e999 eggs',
    '2 tons of flour',
    '500 kg Mehl',
  ])('nor more than anyone cooks: %p', (line) =>
    expect(read(line)).toMatchObject({ grams: null, reason: 'tooMuch' }),
  );
  test.each([
    ['24 eggs', 1200],
    ['30 Kirschtomaten', 510],
    ['20 crevettes', 120],
    ['40 almonds', 48],
    ['20 chicken wings', 1800],
    ['40 marshmallows', 280],
    ['100 olives noires', 380],
  ])('is believed of foods that are counted: %p', (line, grams) => expect(read(line).grams).toBe(grams));
});

describe('what ten lines may ask of a catalogue', () => {
  const asked = (lines: readonly string[]) => {
    const catalog = openCatalog(STARTER);
    let [names, searches] = [0, 0];
    analyzeRecipe(
      {
        ...catalog,
        findNamed(...text) {
          names++;
          return catalog.findNamed(...text);
        },
        searchRead(request) {
          searches++;
          return catalog.searchRead(request);
        },
      },
      lines,
      1,
    );
    catalog.close();
    return { names, searches };
  };
  const wall = (at: number) =>
    Array.from({ length: 30 }, (_, word) => `w${'abcdefgh'[(at + word) % 8]}${at}x${word}`).join(' ');

  test('is bounded, however long they are', () => {
    const { names, searches } = asked(Array.from({ length: 10 }, (_, at) => wall(at)));
    expect(names).toBeLessThanOrEqual(90);
    expect(searches).toBeLessThanOrEqual(5);
  });

  test('and grows with the requests that they count as', () => {
    const { names, searches } = asked(Array.from({ length: 20 }, (_, at) => wall(at)));
    expect(names).toBeGreaterThan(90);
    expect(names).toBeLessThanOrEqual(180);
    expect(searches).toBeLessThanOrEqual(10);
  });
});

describe('no food', () => {
  test.each([
    ['2 cups', 'cup'],
    ['200 g', 'g'],
    ['2 tbsp (30 ml)', 'tbsp'],
    ['1 can', 'can'],
    ['1 Dose', 'can'],
    ['2 Tassen', 'cup'],
    ['3 cuillères à soupe', 'tbsp'],
    ['2 tazas', 'cup'],
    ['2 tazze', 'cup'],
  ])('is named in %p', (line, unit) => {
    expect(read(line)).toEqual({ food: null, grams: null, reason: 'noIngredient', unit });
  });
  test.each([
    ['2 cloves', 'Spices, cloves, ground'],
    ['2 noix', 'Nuts, walnuts, english'],
    ['1 dado', 'Soup, chicken broth cubes, dry'],
  ])('is missing where the unit is one: %p', (line, food) => expect(read(line).food).toBe(food));
});

describe('nuts', () => {
  test.each([
    '1 handful nuts',
    '1 Handvoll Nüsse',
    'une poignée de fruits secs',
    'un puñado de frutos secos',
    'una manciata di frutta secca',
  ])('are a mixture where none is named: %p', (line) => {
    expect(read(line).food).toStartWith('Nuts, mixed nuts');
    expect(read(line).grams).toBe(30);
  });
  test.each([
    ['50 g Paranüsse', 'Nuts, brazilnuts'],
    ['50 g Walnüsse', 'Nuts, walnuts'],
    ['50 g de noix de macadamia', 'Nuts, macadamia nuts'],
    ['1 Kokosnuss', 'Nuts, coconut meat, raw'],
  ])('with a name are those: %p', (line, food) => expect(read(line).food).toStartWith(food));
  test.each([
    ['15 cashews', 24],
    ['10 Cashewkerne', 16],
    ['10 noix de cajou', 16],
    ['10 anacardos', 16],
    ['10 anacardi', 16],
    ['10 pistachios', 7],
    ['10 Pistazien', 7],
    ['5 Brazil nuts', 25],
    ['5 Paranüsse', 25],
    ['10 macadamia nuts', 25.77],
    ['10 hazelnuts', 14],
    ['10 mandorle', 12],
    ['6 walnuts', 24],
    ['6 walnut halves', 12],
    ['6 Walnusshälften', 12],
    ['10 blanched almonds', 12],
    ['10 roasted almonds', 12],
    ['10 blueberries', 13.6],
    ['10 Pekannüsse', 30],
    ['10 pecan halves', 15],
    ['10 castagne', 84],
    ['20 peanuts', 20],
    ['1 coconut', 397],
    ['1 noix de coco', 397],
    ['1 coco', 397],
  ])('are weighed one by one: %p', (line, grams) => expect(read(line).grams).toBe(grams));
});

describe('an ounce or a cup is no piece', () => {
  test.each([
    '1 brisket',
    '2 lamb shanks',
    '4 squid',
    '2 Tintenfische',
    '1 poulpe',
    '1 ham',
    '1 beef tongue',
    '2 pork',
    '1 porc',
    '2 chili con carne',
    '1 sugar',
    '2 rice',
  ])('so that %p has no weight', (line) =>
    expect(read(line)).toMatchObject({ grams: null, reason: 'noWeight' }),
  );
  test.each([
    ['4 lamb chops', 380],
    ["4 côtelettes d'agneau", 380],
    ['4 Lammkoteletts', 380],
    ['4 chuletas de cordero', 380],
    ['4 costolette di agnello', 380],
    ['1 leg of lamb', 2700],
    ['1 Lammkeule', 2700],
    ["1 gigot d'agneau", 2700],
    ['1 lamb shoulder', 1600],
    ['1 pork shoulder', 2000],
    ['1 Schweineschulter', 2000],
    ['1 beef roast', 1783],
    ['1 pork loin', 1600],
    ['2 pork chops', 300],
    ['2 Schweineschnitzel', 300],
    ['2 Schnitzel', 300],
    ['1 magret de canard', 350],
    ['2 Berliner', 120],
    ['1 Kopfsalat', 163],
    ['1 pork tenderloin', 400],
    ['1 rabbit', 1100],
    ['1 lapin', 1100],
  ])('and %p is weighed as it is bought', (line, grams) => expect(read(line).grams).toBe(grams));
});

describe('a bird that is counted', () => {
  test.each([
    ['1 chicken', 1400],
    ['1 whole chicken', 1400],
    ['1 poulet', 1400],
    ['1 pollo', 1400],
    ['1 turkey', 5002],
    ['1 Pute', 5002],
    ['1 dinde', 5002],
    ['1 pavo', 5002],
    ['1 tacchino', 5002],
    ['1 duck', 1268],
    ['1 Ente', 1268],
    ['1 canard', 1268],
    ['1 goose', 2638],
    ['1 Gans', 2638],
    ['2 quails', 218],
    ['1 pintade', 690],
    ['1 chapon', 1928],
    ['1 Hühnchen', 1400],
    ['1 gallina', 1400],
  ])('is whole: %p', (line, grams) => expect(read(line).grams).toBe(grams));
  test('but what is weighed of it is its meat', () => {
    expect(read('500 g chicken').food).toContain('breast');
    expect(read('500 g turkey').food).toContain('breast');
  });
});

describe('a part of an animal is not the whole', () => {
  test.each([
    ['4 chicken drumsticks', 520],
    ['4 pilons de poulet', 520],
    ['2 jamoncitos de pollo', 260],
    ['2 chicken legs', 688],
    ['2 Hähnchenkeulen', 688],
    ['4 chicken thighs', 596],
    ['4 Hähnchenflügel', 360],
    ['4 duck legs', 800],
    ['4 Entenkeulen', 800],
    ['4 cuisses de canard', 800],
    ['4 muslos de pato', 800],
    ["4 cosce d'anatra", 800],
    ['2 duck breasts', 700],
    ['1 duck egg', 70],
    ['2 Wachteleier', 18],
    ['2 turkey legs', 1632],
    ['2 cuisses de dinde', 1632],
    ['1 Putenkeule', 816],
    ['4 turkey cutlets', 440],
    ['4 Kalbsschnitzel', 440],
    ['2 Putenschnitzel', 220],
    ['1 turkey breast', 1769],
  ])('in %p', (line, grams) => expect(read(line).grams).toBe(grams));
  test.each([
    '1 chicken carcass',
    '2 goose legs',
    '2 Gänsekeulen',
    '2 rabbit legs',
    '2 cuisses de lapin',
    '4 chicken tenders',
    '2 lamb shanks',
    '2 duck hearts',
  ])('and has no weight where nobody says what it weighs: %p', (line) => expect(read(line).grams).toBeNull());
});

describe('a fish', () => {
  test.each([
    '1 whole salmon',
    '1 salmon, whole',
    '1 ganzer Lachs',
    '1 saumon entier',
    '1 salmón entero',
    '1 whole cod',
    '1 whole halibut',
  ])('that is large and whole has no usual weight: %p', (line) =>
    expect(read(line)).toMatchObject({ grams: null, reason: 'noWeight' }),
  );
  test.each([
    ['2 salmon', 340],
    ['1 whole trout', 170],
  ])('is a portion otherwise: %p', (line, grams) => expect(read(line).grams).toBe(grams));
});

describe('a portion of a dish without a serving of its own', () => {
  test.each([
    ['1 Portion Bratkartoffeln', 200],
    ['2 Portionen Gulasch', 600],
    ['1 serving mashed potatoes', 210],
  ])('is what people usually eat at once: %p', (line, grams) => expect(read(line).grams).toBe(grams));

  test('is a guess', () => expect(confidence('1 Portion Bratkartoffeln')).toBe(0.5));
});

describe('a food is not taken for another of a similar name', () => {
  test.each([
    ['100 g queso fresco', 'Cheese, fresh, queso fresco'],
    ['100 g coconut sugar', 'Sugars, brown'],
    ['100 g Kokosblütenzucker', 'Sugars, brown'],
    ['100 g palm sugar', 'Sugars, brown'],
    ['1 tbsp arrowroot', 'Arrowroot flour'],
    ['2 tbsp arrowroot powder', 'Arrowroot flour'],
    ['1 tbsp tapioca starch', 'Tapioca, pearl, dry'],
    ['500 g frische Steinpilze', 'Mushrooms, white, raw'],
    ['500 g boletus', 'Mushrooms, white, raw'],
    ['500 g cèpes frais', 'Mushrooms, white, raw'],
    ['300 g funghi porcini freschi', 'Mushrooms, white, raw'],
    ['200 g porcini mushrooms', 'Mushrooms, white, raw'],
    ['20 g getrocknete Steinpilze', 'Mushrooms, shiitake, dried'],
    ['20 g Steinpilze, getrocknet', 'Mushrooms, shiitake, dried'],
    ['20 g cèpes séchés', 'Mushrooms, shiitake, dried'],
    ['20 g funghi porcini secchi', 'Mushrooms, shiitake, dried'],
    ['20 g dried porcini mushrooms', 'Mushrooms, shiitake, dried'],
    ['200 g Pfifferlinge', 'Mushrooms, Chanterelle, raw'],
    ['50 g abricots séchés', 'Apricots, dried, sulfured, uncooked'],
  ])('%p is %p', (line, food) => expect(read(line).food).toBe(food));
  test.each(['100 g paneer', '100 g risoer'])('an ending of another language is not cut off: %p', (line) =>
    expect(read(line).food ?? '').not.toMatch(/^(?:Bread|Rice)/),
  );
  test('a word whose ending was cut off is less sure', () => {
    expect(confidence('100 g Zwiebeln')).toBe(1);
    expect(confidence('100 g pollastro')).toBeLessThan(1);
    expect(confidence('100 g geriebenem Parmesan')).toBeLessThan(1);
  });
  test('nor for one that is only made with it', () => {
    expect(read('100 g tapioca starch brown rice flour').food ?? '').not.toStartWith('Bread');
  });
});

describe('wedges and rings', () => {
  test.each([
    ['4 lemon wedges', 28],
    ['1 wedge lemon', 7],
    ['1 wedge of lemon', 7],
    ['4 Zitronenspalten', 28],
    ['4 quartiers de citron', 28],
    ['2 gajos de limón', 14],
    ['2 spicchi di limone', 14],
    ['2 lime wedges', 16.75],
    ['2 orange wedges', 32.75],
    ['2 spicchi di mela', 45.5],
    ['1 wedge watermelon', 286],
    ['1 Spalte Wassermelone', 286],
    ['2 tomato wedges', 62],
    ['2 spicchi d’aglio', 6],
    ['2 rings pineapple', 168],
    ['2 pineapple rings', 168],
    ['2 Ananasringe', 168],
    ['2 rondelles de citron', 14],
    ['4 onion rings', 24],
    ['4 Zwiebelringe', 24],
    ['4 aros de cebolla', 24],
    ['4 anelli di cipolla', 24],
  ])('are part of a fruit: %p', (line, grams) => expect(read(line).grams).toBe(grams));
  test('have no weight where the food is no fruit', () => {
    expect(read('1 wedge of cheese')).toMatchObject({ grams: null, reason: 'noWeight', unit: 'wedge' });
  });
});

describe('a slice', () => {
  test.each([
    ['1 slice of pizza', 107],
    ['2 slices pepperoni pizza', 222],
    ['1 Stück Pizza', 107],
    ['1 part de pizza', 107],
    ['1 fetta di pizza', 107],
    ['1 slice apple pie', 125],
    ['1 piece of apple pie', 125],
    ['1 slice of cheesecake', 80],
    ['1 slice chocolate cake', 138],
    ['2 slices cucumber', 14],
    ['2 slices cheddar', 56],
    ['1 slice watermelon', 286],
  ])('is as large as of that food: %p', (line, grams) => expect(read(line).grams).toBe(grams));
});

describe('units of households', () => {
  test.each([
    ['10 dag Butter', 100],
    ['20 dag Mehl', 200],
    ['10 deka Zucker', 100],
    ['1 Rettich', 338],
    ['1 daikon', 338],
    ['10 Radieschen', 45],
    ['1 vasetto di yogurt', 125],
    ['1 tarro de yogur', 125],
    ['1 thumb ginger', 15],
    ['1 thumb of ginger', 15],
    ['1 thumb-sized piece of ginger', 15],
    ['1 daumengroßes Stück Ingwer', 15],
    ['1 2-inch piece of ginger', 12],
    ['1 teacup sugar', 120],
    ['1 coffee cup sugar', 60],
    ['1 dessertspoon sugar', 8.45],
    ['2 dsp sugar', 16.91],
    ['1 Dessertlöffel Zucker', 8.45],
    ['1 cuillère à dessert de sucre', 8.45],
    ['1 cucharada de postre de azúcar', 8.45],
    ['1 cucchiaio da dessert di zucchero', 8.45],
    ['1 12-fl-oz can evaporated milk', 377.95],
    ['1 14-oz. can chickpeas', 396.9],
    ['1 400-g-Dose Tomaten', 400],
    ['1 12-lb turkey', 5443],
    ['4 6-oz salmon fillets', 680],
    ['1 pot roast', 1783],
    ['2 chile peppers', 90],
    ['5 prunes', 47.5],
    ['2 stock cubes', 10],
    ['2 Brühwürfel', 10],
    ['1 rack of ribs', 1360],
    ['1 rack of pork ribs', 1360],
    ['1 slab of baby back ribs', 1360],
  ])('%p is %d g', (line, grams) => expect(read(line).grams).toBeCloseTo(grams, 0));
  test.each([
    ['1 rack of lamb', 500],
    ['1 lamb rack', 500],
    ["1 carré d'agneau", 500],
    ['1 carré di agnello', 500],
    ['1 costillar de cerdo', 1360],
    ['2 ribs celery', 80],
    ['2 celery ribs', 80],
    ['2 squares chocolate', 16],
  ])('%p is weighed as what it is', (line, grams) => expect(read(line).grams).toBe(grams));
  test.each(['4 ribs', '4 pork ribs', '4 beef ribs', '2 anelli di calamari'])(
    'and %p has no weight that anybody knows',
    (line) => expect(read(line).grams).toBeNull(),
  );
});

describe('the juice and the zest', () => {
  test.each([
    'juice and zest of 2 limes',
    'zest and juice of 2 limes',
    'the zest and juice of two limes',
    '2 limes, zested and juiced',
    '2 limes, juice and zest',
    'Saft und Abrieb von 2 Limetten',
    'Saft und Schale von 2 Limetten',
    'Abrieb und Saft von 2 Limetten',
    'jus et zeste de 2 citrons verts',
    'le zeste et le jus de 2 citrons verts',
    'zumo y ralladura de 2 limas',
    'ralladura y zumo de 2 limas',
    'succo e scorza di 2 lime',
    'la scorza e il succo di 2 lime',
  ])('count as the juice: %p', (line) => {
    expect(read(line)).toMatchObject({ food: 'Lime juice, raw', grams: 88 });
  });
});

describe('something made of a food, or a part of it, is not counted as the food', () => {
  test.each([
    '1 rabbit stew',
    '2 ostrich burgers',
    '1 salmon burger',
    '1 lemon tart',
    '2 walnut brownies',
    '10 fennel seeds',
    '10 pumpkin seeds',
    '1 broccoli floret',
    '1 quince juice',
  ])('in %p', (line) => expect(read(line).grams).toBeNull());
  test.each([
    ['1 pumpkin pie', 995],
    ['2 hamburger buns', 100],
    ['2 Brötchen', 100],
    ['4 pork sausages', 300],
    ['2 Bratwürste', 150],
    ['2 salsicce', 150],
    ['2 star anise', 2],
    ['2 anís estrellado', 2],
    ['2 mazorcas', 204],
    ['2 Ananasscheiben', 332],
    ['2 sticks butter', 226],
    ['1 celery stick', 40],
  ])('but %p is weighed by its own', (line, grams) => expect(read(line).grams).toBe(grams));
});
