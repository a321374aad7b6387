import { expect, test } from 'bun:test';
import { readServing } from '../../../build/normalize/serving.ts';

test.each([
  ['40g', null, 40, '40g'],
  ['2 biscuits (25 g)', null, 25, '2 biscuits (25 g)'],
  ['1.61 ONZ (45 g)', null, 45, '1.61 ONZ (45 g)'],
  ['2 ONZ (15 ml)', null, 15, '2 ONZ (15 ml)'],
  ['1 oz', null, 28.35, '1 oz'],
  ['8 OZA (240 ml)', null, 240, '8 OZA (240 ml)'],
  ['12 fl oz', null, 354.84, '12 fl oz'],
  ['0,33 L', null, 330, '0,33 L'],
  ['33 cl', null, 330, '33 cl'],
  ['30.05047g', null, 30.05, '30.05g'],
  ['14.000000000000002g', null, 14, '14g'],
  ['40 g (40 g)', null, 40, '40 g'],
  ['100 мл', null, 100, '100 мл'],
  ['serving', null, null, 'serving'],
  ['serving', 30, 30, 'serving'],
  ['1 portion', 0, null, '1 portion'],
  ['25000 g', null, null, '25000 g'],
  ['2 golden biscuits', null, null, '2 golden biscuits'],
  [null, 12.345, 12.35, null],
  [null, null, null, null],
  ['', -3, null, null],
])('%j with quantity %p is %p g, worded %j', (wording, quantity, grams, desc) => {
  expect(readServing(wording, quantity)).toEqual({ serving_size_g: grams, serving_desc: desc });
});
