import { beforeAll, describe, expect, test } from 'bun:test';
import { readStarterCatalog } from '../../src/catalog/locate-catalog.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { openPages, type PageClient } from './page-client.ts';

let pages: PageClient;
beforeAll(async () => {
  pages = await openPages({ catalog: openCatalog(await readStarterCatalog()) });
});

const get = async (...fields: [string, string][]) =>
  (await pages.get(`/recipes?${new URLSearchParams(fields)}`)).text;
const MEAL = 'two eggs and a slice of toast with butter, a zblorkel';

/** The fields of the list that a browser would send. */
function fieldsOf(page: string): [string, string][] {
  const own = page.slice(page.indexOf('class="meal"'));
  return Array.from(
    own.matchAll(/name="(item|g|as)"(?:[^>]*value="([^"]*)"|[^>]*><option value="(\d+)")/g),
    ([, name = '', value, chosen]): [string, string] => [name, value ?? chosen ?? ''],
  );
}

describe('A meal on the page of recipes', () => {
  test.each([
    ['en', 'What did you eat?'],
    ['de', 'Was haben Sie gegessen?'],
    ['fr', 'Qu’avez-vous mangé ?'],
    ['es', '¿Qué ha comido?'],
  ])('is asked for in %s', async (lang, title) => {
    expect(await get(['lang', lang])).toContain(`<h2 id="meal-title">${title}</h2>`);
  });

  test('is shown as a list with the label beside it', async () => {
    const page = await get(['meal', MEAL]);
    for (const text of ['two eggs', 'a slice of toast', 'butter', 'a zblorkel'])
      expect(page).toContain(`<p class="read-line" dir="auto">${text}</p>`);
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
    const again = await get(...fieldsOf(page));
    expect(fieldsOf(again)).toEqual(fieldsOf(page));
    expect(again).toContain('no amount given: a usual portion');
  });

  test('can be corrected: another amount, another food, one less, one more', async () => {
    const fields = fieldsOf(await get(['meal', MEAL]));
    const grams = fields.findIndex(([name]) => name === 'g');
    const heavier = fields.with(grams, ['g', '150']);
    expect(await get(...heavier)).toMatch(
      /two eggs<\/p>\s*<p class="read-as"><b>150 g<\/b>.*weight as written/,
    );
    const butter = fields.filter(([name]) => name === 'as')[2]![1];
    const food = fields.findIndex(([name]) => name === 'as');
    const swapped = fieldsOf(await get(...fields.with(food, ['as', butter])));
    expect(swapped.find(([name]) => name === 'as')![1]).toBe(butter);
    const fewer = await get(...fields, ['remove', '1']);
    expect(fewer).not.toContain('>a slice of toast<');
    expect(fewer).toContain('>two eggs<');
    const more = await get(...fields, ['meal', 'an apple']);
    expect(fieldsOf(more).filter(([name]) => name === 'item')).toHaveLength(5);
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
    expect(await get(['lines', '200 g flour and 50 g sugar'])).toContain('Not counted: 50 g sugar');
  });
});
