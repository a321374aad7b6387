import { expect, test } from 'bun:test';
import { staticUrl } from '../../src/food/static-url.ts';

test('the page of a food is named by its id and its name', () => {
  expect(staticUrl(3017620422003, 'Nutella')).toBe('/food/3017620422003/nutella.html');
});
