import { describe, expect, test } from 'bun:test';
import { openCatalog } from '../../src/catalog/open.ts';
import { DAILY_VALUES } from '../../src/food/daily-values.ts';
import { FURTHER_NUTRIENTS } from '../../src/food/further-nutrients.ts';
import { NUTRIENTS } from '../../src/food/nutrients.ts';
import { listMeasures } from '../../src/site/measures.ts';
import { CREPES, extendedCatalog, SKYR, TEA } from '../contract/extended-catalog.ts';
import { openPages } from './page-client.ts';

const pages = await openPages({ catalog: openCatalog(await extendedCatalog()) });

const pageOf = async (id: number, query = '') =>
  (await pages.get((pages.catalog.findFood(id)?.static_url ?? '') + query)).text;
/** One card of the page as text. */
const cardOf = (text: string, title: string) =>
  (
    new RegExp(`<section class="card" aria-labelledby="${title}-title">([\\s\\S]*?)</section>`).exec(
      text,
    )?.[1] ?? ''
  )
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('the full record on the page of a food', () => {
  test('has ingredients, grades and what is known about the product', async () => {
    const text = await pageOf(SKYR);
    expect(cardOf(text, 'ingredients')).toBe('Ingredients Skimmed milk, cultures');
    expect(text).toContain('<p dir="auto">Skimmed milk, cultures</p>');
    expect(cardOf(text, 'grades')).toStartWith('Grades Nutri-Score A A B C D E');
    expect(cardOf(text, 'grades')).toEndWith('NOVA group 1 Unprocessed or minimally processed');
    const product = cardOf(text, 'product');
    expect(product).toContain('Quantity 450 g');
    expect(product).toContain('Labels No additives');
    expect(product).toContain('Sold in Austria, Germany');
    expect(product).toContain('Plain skyr English');
    expect(product).toContain('Skyr nature French');
    expect(product).toContain('Skyr natur German');
    expect(product).toContain('Record changed 1 January 2026');
  });

  test('distinguishes allergens, no allergens and unknown allergens', async () => {
    expect(cardOf(await pageOf(CREPES), 'allergens')).toBe(
      'Allergens Contains Eggs Gluten Milk May contain traces of Nuts If you have an allergy, trust the package only.',
    );
    expect(cardOf(await pageOf(TEA), 'allergens')).toContain(
      'Contains none, according to the source May contain traces of unknown',
    );
    const mystery = cardOf(await pageOf(4006381000062), 'allergens');
    expect(mystery).toContain('Contains unknown May contain traces of unknown');
    expect(mystery).toContain('Unknown does not mean free of them.');
  });

  test('leaves out what nobody knows', async () => {
    const text = await pageOf(4006381000062);
    for (const title of ['ingredients', 'grades', 'vitamins']) expect(cardOf(text, title)).toBe('');
    const [generic] = pages.catalog.search({ q: 'porridge bowl', limit: 1, source: null });
    expect(cardOf(await pageOf(generic?.id ?? 0), 'allergens')).toBe('');
  });

  test('shows vitamins and minerals with their share of the daily value', async () => {
    expect(cardOf(await pageOf(SKYR), 'vitamins')).toBe(
      'Vitamins and minerals Nutrient per 100 g in 150 g % DV Calcium 120 mg 180 mg 14 %',
    );
    expect(cardOf(await pageOf(SKYR, '?grams=650'), 'vitamins')).toEndWith('Calcium 120 mg 780 mg 60 %');
  });
});

test('daily values are of nutrients that foods have, and none is zero', () => {
  const known = new Set<string>([...NUTRIENTS, ...FURTHER_NUTRIENTS]);
  for (const [name, value] of Object.entries(DAILY_VALUES)) {
    expect(known.has(name), name).toBe(true);
    expect(value).toBeGreaterThan(0);
  }
});

test('household measures are offered once for each weight', () => {
  const measures = '1 cup: 244|1 fl oz: 30.5|1 tbsp: 15|1 glass: 244|broken|1 quart: 976';
  expect(listMeasures(measures, [15])).toEqual([
    { name: '1 cup', grams: 244 },
    { name: '1 fl oz', grams: 30.5 },
    { name: '1 quart', grams: 976 },
  ]);
  expect(listMeasures(null, [])).toEqual([]);
});
