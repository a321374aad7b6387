import { describe, expect, test } from 'bun:test';
import { EXAMPLE_FOOD } from '../../src/http/openapi-examples.ts';
import { renderFoods } from '../../src/site/food-list.ts';
import { localeOf } from '../../src/site/locale.ts';
import { emptyCatalog } from '../http/empty-catalog.ts';

const site = { catalog: emptyCatalog(), images: 'off' as const, publicUrl: null };
const kindsOf = (text: string) => [...text.matchAll(/class="kind">([^<]*)</g)].map(([, kind]) => kind);

describe('a list of foods', () => {
  test('shows the barcode where name and brand do not tell two foods apart', () => {
    const food = { ...EXAMPLE_FOOD, brand: null, category: null };
    const { text } = renderFoods(
      [
        { ...food, id: 1, name: 'Nutella', barcode: '59027904' },
        { ...food, id: 2, name: 'nutella', barcode: '80050865' },
        { ...food, id: 3, name: 'Nutella', brand: 'Ferrero', barcode: '80051428' },
      ],
      site,
      localeOf('en'),
    );
    expect(kindsOf(text)).toEqual(['59027904', '80050865', 'Ferrero']);
  });

  test('says in which language the name of a generic food is', () => {
    const food = { ...EXAMPLE_FOOD, source: 'usda' as const, name: 'Milk' };
    expect(renderFoods([food], site, localeOf('de')).text).toContain('dir="auto" lang="en">Milk<');
    expect(renderFoods([food], site, localeOf('en')).text).toContain('dir="auto">Milk<');
  });
});
