import { describe, expect, test } from 'bun:test';
import { openCatalog } from '../../src/catalog/open.ts';
import { CREPES, extendedCatalog, SKYR, TEA } from '../contract/extended-catalog.ts';
import { openPages } from './page-client.ts';

const BAR = 4006381000048;
const MYSTERY = 4006381000062;

const pages = await openPages({ catalog: openCatalog(await extendedCatalog()) });

const compare = async (query: string) => (await pages.get(`/compare?${query}`)).text;
/** The rows of the table as text: name, then one cell for each food. */
const rowsOf = (text: string) =>
  new Map(
    [...text.matchAll(/<tr><th scope="row">([\s\S]*?)<\/tr>/g)].map(([, row]) => {
      const [name = '', ...cells] = row!
        .split(/<\/t[hd]>/)
        .map((cell) => cell.replace(/<[^>]+>/g, '').trim())
        .slice(0, -1);
      return [name, cells];
    }),
  );
const headsOf = (text: string) =>
  [...text.matchAll(/<th scope="col">[\s\S]*?<a class="name" href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].map(
    ([, , name]) => name!,
  );

describe('/compare', () => {
  test('shows foods side by side in the order asked for, per 100 g and per serving', async () => {
    const text = await compare(`ids=${SKYR},${CREPES}`);
    expect(headsOf(text)).toEqual(['Plain skyr', 'Crêpes']);
    const rows = rowsOf(text);
    expect(rows.get('Energy')).toEqual(['63 kcalper serving: 94.5 kcal', '300 kcal']);
    expect(rows.get('Serving')).toEqual(['150 g', 'unknown']);
    expect(rows.get('Sodium')).toEqual(['50 mgper serving: 75 mg', 'unknown']);
    expect(rows.get('Calcium')).toEqual(['120 mgper serving: 180 mg', 'unknown']);
    expect(rows.get('Nutri-Score')).toEqual(['A', 'D']);
    expect(rows.get('Allergens')).toEqual(['Milk', 'Eggs, Gluten, Milk']);
  });

  test('says nothing of servings where no food has one', async () => {
    const text = await compare(`ids=${CREPES}`);
    expect([...rowsOf(text).keys()]).not.toContain('Serving');
    expect(text).toContain('<p class="note">Per 100 g</p>');
  });

  test('distinguishes foods without allergens from those whose allergens are unknown', async () => {
    expect(rowsOf(await compare(`ids=${TEA},${MYSTERY}`)).get('Allergens')).toEqual([
      'none, according to the source',
      'unknown',
    ]);
  });

  test('takes the ids of a form, each once, and four at most', async () => {
    const text = await compare(`ids=${SKYR}&ids=${SKYR}&ids=${TEA}&ids=${CREPES}&ids=${BAR}&ids=${MYSTERY}`);
    expect(headsOf(text)).toEqual(['Plain skyr', 'Peppermint tea', 'Crêpes', 'Protein bar']);
    expect(text).toContain('Only the first four foods are shown.');
    expect(text).toContain('Four foods fit. Remove one to add another.');
  });

  test('removes and adds foods by plain links', async () => {
    const text = await compare(`ids=${SKYR},${TEA}&q=crepes`);
    expect(text).toContain(`class="remove" href="/compare?ids=${TEA}" aria-label="Remove Plain skyr"`);
    expect(text).toContain(
      `class="offer" href="/compare?ids=${SKYR},${TEA},${CREPES}" aria-label="Add Crêpes"`,
    );
    expect(await compare(`ids=${SKYR}&q=skyr`)).not.toContain('aria-label="Add Plain skyr"');
  });

  test.each(['', 'ids=', 'q=a', 'ids=1', 'ids=abc', 'ids=99999999999999999999', 'ids=%3Cscript%3E'])(
    'with %p is a page that says what to do',
    async (query) => {
      const { status, text } = await pages.get(`/compare?${query}`);
      expect(status).toBe(200);
      expect(text).toContain('Search for a food to begin with');
      expect(text).not.toContain('<script>');
    },
  );

  test('says which food it does not know', async () => {
    const text = await compare(`ids=${SKYR},12345`);
    expect(text).toContain('There is no food with the id 12345, so it was left out.');
    expect(headsOf(text)).toEqual(['Plain skyr']);
  });

  test('counts only foods that exist among the four', async () => {
    const text = await compare(`ids=1,2,abc,${SKYR},${TEA}`);
    expect(headsOf(text)).toEqual(['Plain skyr', 'Peppermint tea']);
    expect(text).not.toContain('Only the first four foods are shown.');
  });

  test('ends with what is not an amount', async () => {
    const text = await compare(`ids=${SKYR}`);
    expect([...text.matchAll(/scope="rowgroup"[^>]*>([^<]+)/g)].map(([, title]) => title)).toEqual([
      'Nutrition facts',
      'Vitamins and minerals',
      'About the food',
    ]);
  });

  test('is reached from foods and from lists', async () => {
    const food = pages.catalog.findFood(SKYR);
    expect((await pages.get(food?.static_url ?? '')).text).toContain(`href="/compare?ids=${SKYR}"`);
    const list = (await pages.get('/?q=skyr')).text;
    expect(list).toContain('<form class="picks" action="/compare" method="get">');
    expect(list).toContain(`<input type="checkbox" name="ids" value="${SKYR}">`);
  });
});
