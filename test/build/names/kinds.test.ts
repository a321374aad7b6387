import { describe, expect, test } from 'bun:test';
import { type KindMember, kindOfFood, nameKind } from '../../../build/names/kinds.ts';
import { nameAll } from '../../../build/names/names.ts';
import type { FoodSource } from '../../../src/food/food.ts';
import { type FoodName, readNames } from '../../../src/food/food-names.ts';
import { identifyByWords } from '../../../src/food/identity.ts';

const ZUCCHINI = 'Squash, summer, zucchini, includes skin, raw';

const memberOf = (source: FoodSource, code: string, name: string): KindMember => ({
  id: identifyByWords([source, code]),
  name,
  source,
  names: readNames(
    nameAll({ id: identifyByWords([source, code]), name, brand: null, source, language: null, names: null }),
  ),
});

const EGG = 'Egg, whole, raw, fresh';
const usda = memberOf('usda', '01123', EGG);
const bls = memberOf('bls', 'E111100', 'Hühnerei, roh');
const swiss = memberOf('swiss', '290', 'Hühnerei, ganz, roh');

describe('Foods that are the same in several tables', () => {
  const kind = kindOfFood(usda)!;
  const { main, names } = nameKind(kind, [usda, bls, swiss]);
  const listed = ({ id }: KindMember, of: FoodName['kind'], language: string) =>
    names
      .get(id)!
      .filter((one) => one.kind === of && one.language === language)
      .map(({ name }) => name);

  test('are of one kind, for which the food stands that data/names.tsv names', () => {
    expect([bls, swiss].map(kindOfFood)).toEqual([kind, kind]);
    expect(main).toBe(usda.id);
  });
  test('are called by the words of a language only in the first table of its country', () => {
    expect(listed(bls, 'everyday', 'de')).toContain('Eier');
    expect(listed(swiss, 'everyday', 'de')).toEqual([]);
    expect(listed(usda, 'everyday', 'de')).toEqual([]);
    expect(listed(swiss, 'everyday', 'it')).toContain('uova');
    expect(listed(usda, 'everyday', 'en')).toContain('eggs');
    expect(listed(usda, 'everyday', 'pt')).toContain('ovos');
  });
  test('are shown by these words everywhere else', () => {
    expect(listed(usda, 'version', 'de')).toHaveLength(1);
    expect(listed(swiss, 'version', 'de')).toEqual(listed(usda, 'version', 'de'));
    expect(listed(bls, 'version', 'en')).toEqual(['egg']);
  });
  test('are meant in a recipe by the one that stands for them', () => {
    expect(listed(bls, 'ingredient', 'en')).toEqual([]);
    expect(listed(swiss, 'stand-in', 'de')).toEqual([]);
  });
  test('are British where only the British table uses the word', () => {
    const american = memberOf('usda', '11477', ZUCCHINI);
    const british = memberOf('cofid', '13-627', 'Courgette, raw');
    const { names: both } = nameKind(ZUCCHINI, [american, british]);
    const said = ({ id }: KindMember) =>
      both
        .get(id)!
        .filter((one) => one.kind === 'everyday' && one.language === 'en')
        .map(({ name }) => name);
    expect(said(british)).toContain('courgette');
    expect(said(american)).toContain('zucchini');
    expect(said(american)).not.toContain('courgette');
  });
  test('are not British where most people who speak English use the word', () => {
    const american = memberOf('usda', '09148', 'Kiwifruit, green, raw');
    const british = memberOf('cofid', '14-371', 'Kiwi fruit, flesh only, raw');
    const { names: both } = nameKind(american.name, [american, british]);
    const said = both.get(american.id)!.filter((one) => one.kind === 'everyday' && one.language === 'en');
    expect(said.map(({ name }) => name)).toContain('kiwi');
  });
  test('are not British where a word has a row of its own', () => {
    const american = memberOf('usda', '18075', 'Bread, whole-wheat, commercially prepared');
    const british = memberOf('cofid', '11-981', 'Bread, wholemeal, average');
    const { names: both } = nameKind(american.name, [american, british]);
    const said = both.get(american.id)!.filter((one) => one.kind === 'everyday' && one.language === 'en');
    expect(said.map(({ name }) => name)).toContain('wholemeal bread');
  });
  test('are of no kind where a name is the same by chance, or on a label', () => {
    expect(kindOfFood(memberOf('cnf', '0', EGG))).toBeNull();
    expect(kindOfFood(memberOf('off', '0', EGG))).toBeNull();
  });
});
