import { describe, expect, test } from 'bun:test';
import { type CleanFood, normalize } from '../../../build/normalize/normalize.ts';
import { emptyRawFood, type RawFood } from '../../../build/raw/raw-food.ts';
import { emptyRawRecord } from '../../../build/raw/raw-record.ts';
import { confidenceOf, mergeFoods } from '../../../build/stage/deduplicate.ts';
import { listFindings } from '../../../src/food/findings.ts';
import { readRecord } from '../../../src/food/food-record.ts';
import { randomOf, shuffled } from '../../random.ts';

function food(written: Partial<RawFood>, source: RawFood['source'] = 'off'): CleanFood {
  const clean = normalize({
    ...emptyRawFood(source, 1),
    code: '3017620422003',
    names: ['Spread'],
    ...written,
  });
  if (typeof clean === 'string') throw new Error(clean);
  return clean;
}
function withKj(energy_kj: number): RawFood['record'] {
  return { ...emptyRawRecord(), nutrients: { energy_kj } };
}
const LABEL = { calories_kcal: 539, protein_g: 6.3, fat_g: 30.9, carbs_g: 57.5, sugar_g: 56.3 };

describe('records with one barcode', () => {
  test('become the better one, with its gaps filled in from the other', () => {
    const merged = mergeFoods([
      food({ names: ['Nuttela'], brand: 'Ferrero', fiber_g: 3 }),
      food({ names: ['Nutella'], ...LABEL }),
    ]);
    expect(merged).toMatchObject({ name: 'Nutella', brand: 'Ferrero', calories_kcal: 539, fiber_g: 3 });
  });

  describe('of which one has a calculated energy', () => {
    // A mass edit counted carbohydrate alone.
    const computed = food({ ...LABEL, calories_kcal: 230, is_usda_import: true, modified_t: 2e9 });
    const labelled = food({ ...LABEL, energy_kj: 2255, record: withKj(2255) });

    test('show the energy of the label, in both units', () => {
      expect(listFindings(computed.findings)).toEqual(['energy_computed']);
      const merged = mergeFoods([computed, labelled]);
      expect(merged.calories_kcal).toBe(539);
      expect(listFindings(merged.findings)).toEqual([]);
      expect(readRecord(merged.record).nutrients).toEqual({ energy_kj: 2255 });
    });

    test('show it where no label has one, and say so', () => {
      const merged = mergeFoods([computed, food({ ...LABEL, calories_kcal: null, brand: 'Ferrero' })]);
      expect(merged).toMatchObject({ calories_kcal: computed.calories_kcal, brand: 'Ferrero' });
      expect(listFindings(merged.findings)).toEqual(['energy_computed']);
    });

    test('do not count it as an agreement of sources', () => {
      const own = food({ calories_kcal: 539, names: ['Spread'] }, 'community');
      expect(listFindings(mergeFoods([computed, own]).findings)).not.toContain('sources_agree');
    });
  });

  test('are two products where their names share no word, and then fill nothing', () => {
    const crackers = food({ names: ['Vitória crackers'], ...LABEL });
    const kale = food({
      names: ['Grünkohl'],
      brand: 'Le Potager',
      image_url: 'https://x.org/kale.jpg',
      fiber_g: 4,
      scans: 9,
    });
    for (const order of [
      [crackers, kale],
      [kale, crackers],
    ]) {
      const merged = mergeFoods(order);
      expect(merged).toMatchObject({
        name: 'Vitória crackers',
        brand: null,
        image: null,
        fiber_g: null,
        scans: null,
      });
      expect(listFindings(merged.findings)).toContain('code_shared');
    }
  });

  test.each([
    ['Tomates pelées', 'Tomate pelée entière', true],
    ['Crème dessert vanille', 'Dessert à la vanille', true],
    ['Eggs of the farm', 'Whey of the cow', false],
    ['7 Up', '7 Up', true],
    ['Gorgonzola', 'Erdbeer-Vanille Samt Klein', false],
    ['Bio Apfelsaft', 'Bio Leberwurst', false],
    ['Bio', 'Bio', true],
    ['巧克力', '牛奶', false],
  ])('named %p and %p are one product: %p', (one, other, isOne) => {
    const merged = mergeFoods([food({ names: [one], ...LABEL }), food({ names: [other], brand: 'Some' })]);
    expect(merged.brand).toBe(isOne ? 'Some' : null);
  });

  test('are two products where hardly a value is the same, whatever their names share', () => {
    const chocolate = food({ names: ['Milk chocolate'], ...LABEL });
    const drink = { calories_kcal: 45, protein_g: 3.3, fat_g: 1.5, carbs_g: 4.8 };
    const merged = mergeFoods([chocolate, food({ names: ['Milk drink'], brand: 'Weide', ...drink })]);
    expect(merged.brand).toBeNull();
    expect(listFindings(merged.findings)).toContain('code_shared');
    const lessFat = { ...LABEL, fat_g: 20, calories_kcal: 450 };
    expect(
      mergeFoods([chocolate, food({ names: ['Milk chocolate'], brand: 'Some', ...lessFat })]).brand,
    ).toBe('Some');
  });

  test('have the countries of all of them, and the language of the better one', () => {
    const records = [
      food({ ...LABEL, countries: 'be fr', lang: 'fr' }),
      food({ countries: 'de', lang: 'de' }),
      food({ names: ['Paste'], countries: null }),
    ];
    for (const order of [records, records.toReversed()]) {
      expect(mergeFoods(order)).toMatchObject({ countries: 'be de fr', language: 'fr' });
    }
    expect(mergeFoods([food({ ...LABEL }), food({ lang: 'de' })])).toMatchObject({ language: 'de' });
  });

  test('from the same export twice are one record', () => {
    const record = food({ names: ['Nutella'], ...LABEL });
    expect(mergeFoods([record, { ...record }, { ...record }])).toEqual(record);
  });

  test('with two dates become the newer one', () => {
    const old = food({ ...LABEL, sugar_g: 50, modified_t: 1_500_000_000 });
    const recent = food({ ...LABEL, sugar_g: 56.3, modified_t: 1_700_000_000 });
    expect(mergeFoods([old, recent]).sugar_g).toBe(56.3);
    expect(mergeFoods([recent, old]).sugar_g).toBe(56.3);
  });

  test('do not lend values that contradict the better label', () => {
    const merged = mergeFoods([
      food({ calories_kcal: 40, protein_g: 1, fat_g: 0, carbs_g: 9 }),
      food({ sugar_g: 60, saturated_fat_g: 20 }),
    ]);
    expect(merged).toMatchObject({ carbs_g: 9, sugar_g: null, saturated_fat_g: null });
    expect(listFindings(merged.findings)).toEqual([]);
  });

  test('from a label and an estimate keep the estimate out of the label', () => {
    const merged = mergeFoods([
      food({ names: ['Soup'], fat_g: 2 }),
      food({ ...LABEL, brand: 'Guess' }, 'ai_estimate'),
    ]);
    expect(merged).toMatchObject({ source: 'off', name: 'Soup', calories_kcal: null, brand: null });
  });

  test('from two sources confirm or contradict each other', () => {
    const label = food(LABEL);
    expect(
      listFindings(mergeFoods([label, food({ ...LABEL, calories_kcal: 540 }, 'community')]).findings),
    ).toEqual(['sources_agree']);
    expect(
      listFindings(mergeFoods([label, food({ ...LABEL, calories_kcal: 420 }, 'community')]).findings),
    ).toContain('sources_disagree');
  });

  test('fill in an impossible value, which is then no longer a finding', () => {
    const merged = mergeFoods([
      food({ ...LABEL, sodium_mg: 1e6, modified_t: 1_700_000_002 }),
      food({ ...LABEL, sodium_mg: 42, modified_t: 1_700_000_001 }),
    ]);
    expect(merged.sodium_mg).toBe(42);
    expect(listFindings(merged.findings)).toEqual([]);
  });

  test('give the same food in any order and no matter how often each occurs', () => {
    const random = randomOf(3);
    for (let round = 0; round < 300; round++) {
      const records = Array.from({ length: 2 + Math.floor(random() * 4) }, () => {
        const known = Object.entries({
          ...LABEL,
          brand: 'Ferrero',
          salt_g: 0.1,
          scans: 7,
          modified_t: Math.floor(random() * 3),
        });
        const source = random() < 0.2 ? 'community' : random() < 0.2 ? 'ai_estimate' : 'off';
        return food(Object.fromEntries(known.filter(() => random() < 0.6)), source);
      });
      const merged = mergeFoods(records);
      const again = mergeFoods(shuffled([...records, ...records.slice(0, 1)], random));
      expect(again).toEqual(merged);
      expect(confidenceOf(again)).toBe(confidenceOf(merged));
    }
  });
});
