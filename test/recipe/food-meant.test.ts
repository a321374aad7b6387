import { describe, expect, test } from 'bun:test';
import { openLineReader } from './starter-lines.ts';

const readLine = openLineReader();

function food(line: string): string {
  return readLine(line).food?.name ?? '';
}

describe('a food that is cooked', () => {
  test.each([
    ['200 g grilled salmon', /^Fish, salmon, Atlantic, farmed, cooked, dry heat/],
    ['200 g gegrillter Lachs', /^Fish, salmon, Atlantic, farmed, cooked, dry heat/],
    ['200 g saumon grillé', /^Fish, salmon, Atlantic, farmed, cooked, dry heat/],
    ['200 g salmón a la plancha', /^Fish, salmon, Atlantic, farmed, cooked, dry heat/],
    ['200 g salmone grigliato', /^Fish, salmon, Atlantic, farmed, cooked, dry heat/],
    ['1 (8.8-ounce) pouch cooked basmati rice', /rice.*cooked/i],
    ['2 cups cooked pasta', /^Pasta, cooked/],
    ['200 g gekochte Nudeln', /^Pasta, cooked/],
    ['200 g de quinoa cuit', /^Quinoa, cooked/],
    ['200 g de lentejas cocidas', /^Lentils, mature seeds, cooked/],
    ['200 g di patate cotte', /^Potatoes.*cooked/],
    ['2 boiled eggs', /^Egg, whole, cooked, hard-boiled/],
    ['200 g grilled chicken breast', /^Chicken.*breast.*cooked, grilled/],
    ['500 g roasted potatoes', /^Potatoes, baked/],
    ['1 baked potato', /^Potatoes, baked/],
    ['200 g gekochte Kartoffeln', /^Potatoes, boiled/],
    ['8 oz cooked shrimp', /^Crustaceans, shrimp,.* cooked/],
    ['200 g steamed broccoli', /^Broccoli, cooked, boiled, drained, without salt/],
  ])('is not the raw one: %p', (line, name) => expect(food(line)).toMatch(name));
  test.each([
    ['1 cup rice, cooked', /raw/],
    ['4 slices bacon, cooked and crumbled', /unprepared/],
    ['200 g gekochter Schinken', /^Ham/],
    ['1 cup fried rice', /fried rice/],
    ['100 g roasted almonds', /almonds.*roasted/],
    ['100 g baked beans', /^Beans, baked/],
  ])('but cooking behind a comma comes later, and a dish is itself: %p', (line, name) =>
    expect(food(line)).toMatch(name),
  );
  test.each([
    ['2 stalks celery with leaves', /^Celery, raw/],
    ['200 g bay scallops', /^Mollusks, scallop.*raw/],
  ])('is not meant where the line does not say so: %p', (line, name) => expect(food(line)).toMatch(name));
});

describe('the noun of a name', () => {
  test.each([
    ['1 scoop vanilla protein powder', /protein powder/i],
    ['1 Pck. Puddingpulver Vanille', /^(?:Puddings, vanilla, dry mix|Puddingpulver Vanille)/],
    ['1 Pck. Puddingpulver Schokolade', /^(?:Puddings, |Puddingpulver Schokolade)/],
    ['150g Greek-style yoghurt', /^Yogurt, Greek/],
    ['25g packet ready salted crisps', /^Snacks, potato chips/],
    ['1 can of tomatoes with basil', /^Tomatoes/],
    ['100 g chocolate with 70 % cocoa', /chocolate/i],
    ['1 cup hot chocolate', /hot cocoa/],
    ['1 cup mashed potatoes', /^Potatoes, mashed/],
    ['1 cup dried black beans', /^Beans, black, mature seeds, raw/],
    ['200 g getrocknete Kidneybohnen', /^Beans, kidney.*raw/],
    ['2 tbsp apricot jam', /^Jams and preserves, apricot/],
    ['1 cup marinara sauce', /marinara/],
    ['1 lb Italian sausage, casings removed', /^Sausage, Italian, pork, raw/],
    ['1 cup corn flakes', /Corn Flakes$/],
    ['1 Schüssel Cornflakes', /Corn Flakes$/],
  ])('says what it is: %p', (line, name) => expect(food(line)).toMatch(name));
  test.each(['1 protein bar', '1 energy bar', '1 candy bar', '1 snack bar'])(
    'in English is English: %p',
    (line) => expect(food(line)).not.toMatch(/^Fish/),
  );
  test('that is in no list leaves what stands before it in doubt', () => {
    const confidence = (line: string) => readLine(line).confidence;
    expect(confidence('10 g chocolate zogblat')).toBe(0.5);
    expect(confidence('10 g zogblat chocolate')).toBe(0.8);
    expect(confidence('10 g smoked mackerel fillets')).toBe(0.8);
  });
  test('in French is French', () => {
    expect(readLine('200 g de bar', '1 oignon haché').food?.name).toMatch(/^Fish, sea bass/);
  });
});

describe('a cut or kind that the list of foods has', () => {
  test.each([
    ['1 lb flank steak', /^Beef, flank, steak/],
    ['1 bavette de boeuf', /^Beef, flank, steak/],
    ['1 lb skirt steak', /^Beef, plate steak.*skirt/],
    ['1 pomelo', /^Pummelo/],
    ['1 packet instant oatmeal', /^Cereals, oats, instant/],
    ['1 tbsp chipotle in adobo', /^Peppers, hot chili, red, canned/],
    ['2 chipotle peppers in adobo sauce', /^Peppers, hot chili, red, canned/],
  ])('is that: %p', (line, name) => expect(food(line)).toMatch(name));
});
