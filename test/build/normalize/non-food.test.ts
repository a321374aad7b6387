import { expect, test } from 'bun:test';
import { isNonFood } from '../../../build/normalize/non-food.ts';

const OTHER = [
  'Trockenshampoo mit Hafermilch',
  'film étirable 30 m',
  'Frischhaltefolie',
  'Papel de aluminio',
  'pasta de dentes',
  'Pasta dental menta',
  'Brosse à dents souple',
  'Mundspülung',
  'Müllbeutel 25 l',
  'Sacs poubelle 30 L',
  'Paper towels',
  'Lingettes pour bébé',
  'Rasierschaum',
  'Peppermint Lip Balm',
  'Allzweckreiniger',
  'lejía perfumada',
];
test.each(OTHER)('Nobody eats %s', (name) => expect(isNonFood(name, [], [])).toBe(true));

const FOODS = [
  'Pasta de aceitunas',
  'Pasta al dente',
  'Mouchoirs de Cholet',
  'Bonbons brosses à dents',
  'Beef Tamales Wrapped In Parchment Paper',
  'Rice paper',
  'Haarlemer Mandeln',
  'Kitchen garden soup',
  'Crème dessert',
  'Apple shampain cider',
];
test.each(FOODS)('People eat %s', (name) => expect(isNonFood(name, [], [])).toBe(false));
