import { describe, expect, test } from 'bun:test';
import { EMPTY_RECORD } from '../../src/food/food-record.ts';
import { NOTHING_STORED } from '../../src/food/full-record.ts';
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

  test('shows the quantity where it tells foods with the same name apart, and reads at most 20 more records for it', () => {
    const read: number[] = [];
    const catalog = emptyCatalog({
      findRecord: ({ id }) => {
        read.push(id);
        return { ...NOTHING_STORED, record: { ...EMPTY_RECORD, quantity: `${id} g` } };
      },
    });
    const nutella = { ...EXAMPLE_FOOD, name: 'Nutella', brand: null, category: null };
    const other = { ...nutella, id: 350, name: 'Marmite', barcode: '1' };
    const kindsAmong = (ids: readonly number[]) => {
      read.length = 0;
      const foods = [...ids.map((id) => ({ ...nutella, id, barcode: `barcode ${id}` })), other];
      return kindsOf(renderFoods(foods, { ...site, catalog }, localeOf('en')).text);
    };
    expect(kindsAmong([400, 750])).toEqual(['400 g', '750 g', '']);
    const many = kindsAmong(Array.from({ length: 30 }, (_, at) => 1000 + at));
    expect(many.slice(18, 21)).toEqual(['1018 g · barcode 1018', '1019 g · barcode 1019', 'barcode 1020']);
    // Names in the reader's language need each record once.
    expect(read.length).toBe(31 + 20);
  });

  test('says in which language the name of a generic food is', () => {
    const food = { ...EXAMPLE_FOOD, source: 'usda' as const, name: 'Milk' };
    expect(renderFoods([food], site, localeOf('de')).text).toContain('dir="auto" lang="en">Milk<');
    expect(renderFoods([food], site, localeOf('en')).text).toContain('dir="auto">Milk<');
  });
});
