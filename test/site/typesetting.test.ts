import { expect, test } from 'bun:test';
import { localeOf } from '../../src/site/locale.ts';
import { LANGUAGES } from '../../src/site/names.ts';
import { typeset } from '../../src/site/typesetting.ts';

test.each([
  ['Fett, je 100 g', 'Fett, je\u00a0100\u00a0g'],
  ['per 1000 g', 'per 1000\u00a0g'],
  ['1 cup (240 ml), 5.7 % of it', '1 cup (240\u00a0ml), 5.7\u00a0% of it'],
  ['in {weight} {unit}', 'in {weight}\u00a0{unit}'],
  ['2,000 kcal a day', '2,000\u00a0kcal a day'],
  ['100 grapes and 3 gallons', '100 grapes and 3 gallons'],
])('a number stays with its unit: %s', (text, expected) => {
  expect(typeset(text)).toBe(expected);
});

test.each([
  ['Wiederherstellungscodes', 'Wiederherstellungs\u00adcodes'],
  ['Schalenfrüchte', 'Schalen\u00adfrüchte'],
  ['davon Kohlenhydrate', 'davon Kohlen\u00adhydrate'],
  ['Schalen', 'Schalen'],
  ['Zartbitterschokolade', 'Zartbitter\u00adschokolade'],
  ['Butter', 'Butter'],
])('a long word has soft hyphens: %s', (text, expected) => {
  expect(typeset(text)).toBe(expected);
});

test.each(LANGUAGES)('no message in %s leaves a number and its unit apart', (language) => {
  const apart: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string' && /\d (?:g|ml|kcal|%)(?!\p{L})/u.test(value)) apart.push(value);
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(localeOf(language).words);
  expect(apart).toEqual([]);
  expect([localeOf(language).share(0.057), localeOf(language).percent(0.05)].join()).not.toContain(' ');
});
