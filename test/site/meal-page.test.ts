import { describe, expect, test } from 'bun:test';
import { readStarterCatalog } from '../../src/catalog/locate-catalog.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { openPages } from './page-client.ts';

const pages = await openPages({ catalog: openCatalog(await readStarterCatalog()) });

const get = async (...fields: [string, string][]) =>
  (await pages.get(`/eaten?${new URLSearchParams(fields)}`)).text;
const MEAL = 'two eggs and a slice of toast with butter, a zblorkel';

/** The fields of the list that a browser would send. */
function fieldsOf(page: string): [string, string][] {
  return Array.from(
    page.matchAll(/name="(item|g|as|read|out)"(?:[^>]*value="([^"]*)"|[^>]*><option value="(\d+)")/g),
    ([, name = '', value, chosen]): [string, string] => [name, value ?? chosen ?? ''],
  );
}

const itemsOf = (page: string) =>
  fieldsOf(page)
    .filter(([name]) => name === 'item')
    .map(([, text]) => text);

describe('The page of meals', () => {
  test.each([
    ['en', 'What did you eat?'],
    ['de', 'Was haben Sie gegessen?'],
    ['fr', 'Qu’avez-vous mangé ?'],
    ['es', '¿Qué ha comido?'],
  ])('is asked for in %s', async (lang, title) => {
    expect(await get(['lang', lang])).toContain(`<h1>${title}</h1>`);
    expect((await pages.get(`/?lang=${lang}`)).text).toContain(`<h2 id="meal-title">${title}</h2>`);
  });

  test('is shown as a list with the label beside it', async () => {
    const page = await get(['meal', MEAL]);
    for (const text of ['two eggs', 'a slice of toast', 'butter', 'a zblorkel'])
      expect(page).toContain(`<span class="read-line" dir="auto">${text}</span>`);
    expect(page).toContain('no amount given: a usual portion');
    expect(page).toContain('no food found for “zblorkel”');
    expect(page).toContain('Nutrition facts of the meal');
    expect(page).toContain('One of the foods is not counted.');
  });

  test('names foods as people of its language do, and as their source does', async () => {
    const page = await get(['meal', 'ein Ei'], ['lang', 'de']);
    expect(page).toMatch(/<option value="\d+" selected>Ei · (?:Egg, whole, raw, fresh|Hühnerei roh)</);
    expect(page).toMatch(/<option value="\d+">Entenei · Egg, duck, whole, fresh, raw</);
    const offered = Array.from(page.matchAll(/<option value="(\d+)"/g), ([, id]) => id);
    expect(offered).toEqual([...new Set(offered)]);
  });

  test('stays as it is when it is sent again', async () => {
    const page = await get(['meal', MEAL]);
    const again = await get(...fieldsOf(page), ['meal', MEAL]);
    expect(fieldsOf(again)).toEqual(fieldsOf(page));
    expect(again).toContain('no amount given: a usual portion');
  });

  test('can be corrected: another amount, another food, one less, one more', async () => {
    const fields = fieldsOf(await get(['meal', MEAL]));
    const grams = fields.findIndex(([name]) => name === 'g');
    const heavier = fields.with(grams, ['g', '150']);
    expect(fieldsOf(await get(...heavier)).filter(([name]) => name === 'g')[0]).toEqual(['g', '150']);
    const butter = fields.filter(([name]) => name === 'as')[2]![1];
    const food = fields.findIndex(([name]) => name === 'as');
    const swapped = fieldsOf(await get(...fields.with(food, ['as', butter])));
    expect(swapped.find(([name]) => name === 'as')![1]).toBe(butter);
    const fewer = await get(...fields, ['remove', '1']);
    expect(fewer).not.toContain('>a slice of toast<');
    expect(fewer).toContain('>two eggs<');
    const more = await get(...heavier, ['meal', `${MEAL}, an apple`]);
    const [items, weights] = [itemsOf(more), fieldsOf(more).filter(([name]) => name === 'g')];
    expect(items).toEqual([...itemsOf(await get(['meal', MEAL])), 'an apple']);
    expect(weights[0]).toEqual(['g', '150']);
  });

  test('keeps the sentence in its box, and what was left out stays out when the sentence goes on', async () => {
    const page = await get(['meal', MEAL]);
    expect(page).toContain(`>${MEAL}</textarea>`);
    const fewer = await get(...fieldsOf(page), ['meal', MEAL], ['remove', '1']);
    expect(fewer).toContain(`>${MEAL}</textarea>`);
    expect(itemsOf(fewer)).toEqual(['two eggs', 'butter', 'a zblorkel']);
    const again = await get(...fieldsOf(fewer), ['meal', `${MEAL}, an apple`]);
    expect(itemsOf(again)).toEqual(['two eggs', 'butter', 'a zblorkel', 'an apple']);
  });

  test('begins with the total', async () => {
    const page = await get(['meal', MEAL]);
    const [sum, list] = [page.indexOf('class="sum"'), page.indexOf('class="read-lines"')];
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThan(list);
  });

  test('is also at the address that meals had with recipes', async () => {
    const { text } = await pages.get(`/recipes?${new URLSearchParams({ meal: MEAL })}`);
    expect(itemsOf(text)).toHaveLength(4);
  });

  test('says when nothing is recognised, and survives any field', async () => {
    expect(await get(['meal', '?!'])).toContain('No food was recognised in this text.');
    const odd = await get(
      ['item', 'milk'],
      ['item', ''],
      ['g', '-1'],
      ['as', '99999999999999999999'],
      ['remove', 'x'],
    );
    expect(odd).toContain('>milk<');
  });

  test('shows what a line of a recipe leaves out', async () => {
    const { text } = await pages.get(
      `/recipes?${new URLSearchParams({ lines: '200 g flour and 50 g sugar' })}`,
    );
    expect(text).toContain('Not counted: 50 g sugar');
  });
});
