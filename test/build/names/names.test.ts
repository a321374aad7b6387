import { describe, expect, test } from 'bun:test';
import { nameAll } from '../../../build/names/names.ts';
import { type FoodName, namesByLanguage, readNames, writeNames } from '../../../src/food/food-names.ts';
import { identifyByWords } from '../../../src/food/identity.ts';

const namesOf = (name: string, brand: string | null = null): FoodName[] =>
  readNames(nameAll({ id: 1, name, brand, source: 'usda', language: null, names: null }));
const listed = (name: string, kind: FoodName['kind'], language: string) =>
  namesOf(name)
    .filter((one) => one.kind === kind && one.language === language)
    .map((one) => one.name);
const fromTable = writeNames([{ language: 'en', kind: 'official', name: 'oatmeal' }]);

describe('The build names a food', () => {
  test('as people do, in each language that has a word for it', () => {
    expect(listed('Egg, whole, raw, fresh', 'everyday', 'en')).toContain('eggs');
    const [, ...others] = ['en', 'de', 'fr', 'es', 'it'];
    for (const language of others) expect(listed('Butter, salted', 'everyday', language)).not.toEqual([]);
  });
  test('as people do where they eat it, by its table and code', () => {
    const food = { name: 'Speisequark Magerstufe', brand: null, source: 'usda', language: 'de' } as const;
    const namesOfCode = (code: string) =>
      namesByLanguage(readNames(nameAll({ ...food, id: identifyByWords(['bls', code]), names: null })));
    expect(namesOfCode('M713100')).toMatchObject({ de: 'Magerquark', en: 'low-fat quark' });
    expect(namesOfCode('M713101').de).toBeUndefined();
  });
  test('by what it stands in for, and by what only recipes call it', () => {
    expect(listed('Beverages, carbonated, cola, regular', 'stand-in', 'en')).toContain('pepsi');
    expect(
      listed('Bread, white, commercially prepared (includes soft bread crumbs)', 'ingredient', 'en'),
    ).toContain('bread');
  });
  test('by other words for those of its own name', () => {
    expect(listed('Eggplant, pickled', 'derived', 'en')).toEqual(['aubergine, pickled', 'brinjal, pickled']);
    expect(listed('Pickles, eggplant, in oil', 'derived', 'en')).toContain('Pickles, aubergine, in oil');
  });
  test('in other languages word by word, where what comes first is known', () => {
    expect(listed('Soup, lentil, canned', 'derived', 'de')[0]).toMatch(/^Linsen ?suppe/i);
    expect(listed('Cake, cherry, dry mix', 'derived', 'de')[0]).toMatch(/^Kirsch ?kuchen/i);
    expect(listed('Soup, lentil, canned', 'derived', 'fr')[0]).toMatch(/^soupe.* lentille/i);
    expect(listed('Zzyzx, lentil', 'derived', 'de')).toEqual([]);
  });
  test('with what its source also calls it, and each name once', () => {
    const names = readNames(
      nameAll({ id: 1, name: 'Porridge', brand: null, source: 'usda', language: null, names: fromTable }),
    );
    expect(names.filter(({ kind }) => kind === 'official').map(({ name }) => name)).toEqual(['oatmeal']);
    const keys = namesOf('Milk, whole, 3.25% milkfat, with added vitamin D').map(
      ({ language, kind, name }) => `${language} ${kind} ${name.toLowerCase()}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
  test('of a brand by no words but those of the brand', () =>
    expect(namesOf('Eggplant, pickled', 'Somebody').filter(({ kind }) => kind === 'derived')).toEqual([]));
  test('of a label by the names of the label alone', () => {
    const label = { id: 1, name: 'Butter, salted', brand: null, source: 'off', language: 'en' } as const;
    expect(nameAll({ ...label, names: null })).toBeNull();
    expect(nameAll({ ...label, names: fromTable })).toBe(fromTable);
  });
});

describe('Names', () => {
  const names: FoodName[] = [
    { language: 'de', kind: 'official', name: 'Hühnerei' },
    { language: 'de', kind: 'everyday', name: 'Ei' },
    { language: 'de', kind: 'derived', name: 'ei, ganz' },
    { language: 'fr', kind: 'ingredient', name: 'œuf' },
    { language: 'es', kind: 'stand-in', name: 'huevo' },
    { language: 'it', kind: 'official', name: 'Uovo' },
  ];
  test('are read as they were written', () => expect(readNames(writeNames(names))).toEqual(names));
  test('are none where nothing or nonsense is stored', () => {
    expect(writeNames([])).toBeNull();
    for (const stored of [null, '', '\t', 'de', 'de x Ei', 'deutsch e Ei'])
      expect(readNames(stored)).toEqual([]);
  });
  test('that are shown are everyday or official, one for each language', () =>
    expect(namesByLanguage(names)).toEqual({ de: 'Ei', it: 'Uovo' }));
});
