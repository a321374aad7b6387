import { describe, expect, test } from 'bun:test';
import { type Admission, anonymousReads } from '../../src/admission/admission.ts';
import { readStarterCatalog } from '../../src/catalog/locate-catalog.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { createApp } from '../../src/http/app.ts';
import { createPageRoutes } from '../../src/site/routes.ts';
import { openPages } from './page-client.ts';

const pages = await openPages();

const recipe = (lines: readonly string[], more: Record<string, string> = {}) =>
  pages.get(`/recipes?${new URLSearchParams({ lines: lines.join('\r\n'), ...more })}`);

describe('the recipe page', () => {
  test.each([
    ['en', 'merely stands in for what the line names'],
    ['de', 'steht nur stellvertretend für das, was die Zeile nennt'],
    ['fr', 'ne fait que remplacer ce que nomme la ligne'],
    ['es', 'solo sustituye a lo que nombra la línea'],
  ])('says in %s that a food merely stands in for another', async (lang, words) => {
    const starter = await openPages({ catalog: openCatalog(await readStarterCatalog()) });
    const [manchego, gouda] = await Promise.all(
      ['50 g manchego', '50 g gouda'].map((lines) =>
        starter.get(`/recipes?${new URLSearchParams({ lines, lang })}`),
      ),
    );
    expect(manchego!.text).toContain(words);
    expect(gouda!.text).not.toContain(words);
  });

  test.each([
    [0, 1],
    [1, 1],
    [10, 1],
    [11, 2],
    [50, 5],
    [500, 5],
  ])('with %i lines counts for %i pages, like the same lines in the API', async (count, cost) => {
    const costs: (number | undefined)[] = [];
    const admission: Admission = {
      ...anonymousReads,
      admit(caller, facts) {
        costs.push(facts.cost);
        return anonymousReads.admit(caller as null, facts);
      },
    };
    const { catalog } = pages;
    const site = { catalog, images: 'on', publicUrl: null } as const;
    const app = createApp({ catalog, admission, pages: createPageRoutes(site) });
    const lines = Array.from({ length: count }, () => '1 g salt').join('\n');
    const { status } = await app.handle(
      new Request(`http://localhost/recipes?${new URLSearchParams({ lines })}`),
    );
    expect([status, costs]).toEqual([200, [cost]]);
  });

  test('begins with an empty form and an example that can be followed', async () => {
    const { status, text } = await pages.get('/recipes');
    expect(status).toBe(200);
    expect(text).toContain('<textarea id="lines" name="lines"');
    expect(text).not.toContain('Nutrition facts');
    const [, example = ''] = /<a href="(\/recipes\?[^"]+)">Try an example/.exec(text) ?? [];
    const followed = await pages.get(example.replaceAll('&amp;', '&'));
    expect(followed.text).toContain('What each line was read as');
  });

  test('says with which confidence a line was read that names more than one food', async () => {
    const { text } = await recipe(['30 g hazelnut cocoa spread and 20 g butter']);
    expect(text).toContain('Not counted: 20 g butter · confidence 0.50');
  });

  test('shows what each line was read as, and the totals per serving', async () => {
    const { text } = await recipe(['30 g hazelnut cocoa spread', '', 'salt to taste'], { servings: '2' });
    expect(text).toMatch(
      /value="30" autocomplete="off"> g[^\n]*<\/span>\s*<span class="item-energy"><b>162<\/b> kcal/,
    );
    expect(text).toContain('Not counted: no food found for “salt”');
    expect(text).toMatch(/Energy<\/th><td>80\.9 <span class="unit">kcal<\/span><\/td><td>162 /);
    expect(text).toContain('2 servings. One of the lines is not counted.');
    expect(text).not.toContain('confidence 0.');
    expect(text).toContain('>30 g hazelnut cocoa spread\nsalt to taste</textarea>');
    expect(text).toContain('<meta name="robots" content="noindex">');
  });

  test.each([
    ['1', ['total']],
    ['2', ['per serving', 'total']],
  ])('says the same thing once: with %s servings the columns are %p', async (servings, columns) => {
    const { text } = await pages.get(`/recipes?lines=30+g+hazelnut+cocoa+spread&servings=${servings}`);
    const heads = [...text.matchAll(/<th scope="col">([^<]+)<\/th>/g)].map(([, head]) => head);
    expect(heads).toEqual(columns);
  });

  test('shows no label where no line was understood', async () => {
    const { text } = await recipe(['xqzv']);
    expect(text).toContain('None of these lines was understood');
    expect(text).not.toContain('Nutrition facts');
  });

  test('marks totals that lack the value of a food', async () => {
    const { text } = await recipe(['30 g hazelnut cocoa spread', '100 g unlabelled cookies']);
    expect(text).toContain('≥ 9.27');
    expect(text).toContain('With ≥, some of these foods have no value');
  });

  test('lets another food be chosen for a line, in an address that can be shared', async () => {
    const line = '30 g hazelnut cocoa spread';
    const { text } = await recipe([line]);
    const [, name = ''] = /<select id="food-0" name="(as-[^"]+)"/.exec(text) ?? [];
    const [food] = pages.catalog.search({ q: 'cookies', limit: 1, source: null });
    // The choice belongs to the line, wherever it is.
    const chosen = await recipe(['1 g zzzz', line], { [name]: String(food!.id) });
    expect(chosen.text).toContain(`<option value="${food!.id}" selected>`);
    const unknown = await recipe([line], { [name]: '7' });
    // The footer has the address of the page.
    const content = (page: string) => page.slice(0, page.indexOf('<footer>'));
    expect(content(unknown.text)).toBe(content(text));
  });

  test('lets the weight of a line be changed in place, which another food keeps; what nobody changed is weighed by the other food', async () => {
    const line = '1 cup milk';
    const weightOf = (text: string) => /id="g-0" name="(g-[^"]+)"[^>]* value="([^"]*)"/.exec(text) ?? [];
    const beforeOf = (text: string) => /name="(was-[^"]+)" value="([^"]*)"/.exec(text) ?? [];
    const starter = await openPages({ catalog: openCatalog(await readStarterCatalog()) });
    const get = async (more: Record<string, string> = {}) =>
      (await starter.get(`/recipes?${new URLSearchParams({ lines: line, ...more })}`)).text;
    const page = await get();
    const [, grams = '', weight = ''] = weightOf(page);
    const [, before = ''] = beforeOf(page);
    expect(beforeOf(page)[2]).toBe(weight);
    const changed = await get({ [grams]: '150', [before]: weight });
    expect(weightOf(changed)[2]).toBe('150');
    expect(weightOf(await get({ [grams]: '150', [before]: beforeOf(changed)[2]! }))[2]).toBe('150');
    const [, food = ''] = /<select id="food-0" name="(as-[^"]+)"/.exec(page) ?? [];
    const [honey] = starter.catalog.search({ q: 'honey', limit: 1, source: null });
    const other = await get({ [grams]: weight, [before]: weight, [food]: String(honey!.id) });
    expect(Number(weightOf(other)[2])).toBeGreaterThan(300);
    const both = await get({ [grams]: '150', [before]: weight, [food]: String(honey!.id) });
    expect(weightOf(both)[2]).toBe('150');
  });

  test.each([
    ['0', '1'],
    ['-3', '1'],
    ['many', '1'],
    ['99999', '1'],
    ['9999', '1000'],
    ['2,5', '2.5'],
  ])('reads %p servings as %p', async (servings, value) => {
    expect((await recipe(['1 g salt'], { servings })).text).toContain(`step="any" value="${value}"`);
  });

  test('reads at most fifty lines of 200 characters, and says so', async () => {
    const { text } = await recipe(new Array(60).fill('a'.repeat(300)));
    expect(text.match(/class="read-line"/g)).toHaveLength(50);
    expect(text).toContain('Only the first 50 lines are read.');
    expect(text).not.toContain('a'.repeat(201));
  });

  test('shows what was typed as text, whatever it is', async () => {
    const { text } = await recipe(['1 g <script>alert(1)</script>', '"><img src=x>']);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img src=x>');
  });

  test('is in the bar of every page', async () => {
    expect((await pages.get('/about')).text).toContain('<a href="/recipes">Recipes</a>');
    expect((await pages.get('/recipes')).text).toContain(
      '<a href="/recipes" aria-current="page">Recipes</a>',
    );
  });
});
