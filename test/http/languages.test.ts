import { afterAll, describe, expect, test } from 'bun:test';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { anonymousReads } from '../../src/admission/admission.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import type { DetailedFood } from '../../src/food/detailed-food.ts';
import type { Suggestion } from '../../src/food/suggestion.ts';
import { createApp } from '../../src/http/app.ts';
import { createTools } from '../../src/mcp/tools.ts';
import type { Recipe } from '../../src/recipe/recipe.ts';

await makeStarter();
const catalog = openCatalog(STARTER);
const app = createApp({ catalog, admission: anonymousReads });
const get = async <Answer>(target: string) =>
  (await app.handle(new Request(`http://localhost${target}`))).json() as Promise<Answer>;
afterAll(() => catalog.close());

const first = async (target: string) => (await get<DetailedFood[]>(target))[0]!;

describe('lang', () => {
  test('names foods, and decides between names that languages share, in searches and lists', async () => {
    for (const route of ['/search?q=raisin', '/foods/find?q=raisin']) {
      expect((await first(`${route}&lang=FR`)).name).toBe('raisin');
      expect((await first(`${route}&lang=FR`)).id).not.toBe((await first(`${route}&lang=en`)).id);
    }
    expect((await first('/search?q=Vollmilch&lang=de')).name).toMatch(/milch$/i);
  });
  test('tells the name that was found in an explanation', async () => {
    const { explanation } = await first('/search?q=raisin&lang=fr&explain=true');
    expect(explanation!.match).toMatchObject({ name: 'raisin', language: 'fr' });
    const own = await first('/search?q=eggplant,+pickled&explain=true');
    expect(own.explanation!.match).toMatchObject({ name: 'Eggplant, pickled', language: 'en' });
  });
  test('decides between suggestions', async () => {
    const [french] = await get<Suggestion[]>('/suggest?q=raisin&lang=fr');
    const [english] = await get<Suggestion[]>('/suggest?q=raisin&lang=EN');
    expect([french!.text, english!.text]).toEqual(['raisin', 'raisin']);
    expect(french!.id).not.toBe(english!.id);
  });
  test('is the language of a line that does not tell its own', async () => {
    const foodOf = async (lang: string) =>
      (await get<Recipe>(`/recipe?line=100+g+raisin&lang=${lang}`)).lines[0]!.food!;
    // Grapes in French, and dried ones in English.
    expect(await foodOf('fr')).toMatchObject({ name: 'raisin', source: 'ciqual' });
    expect(await foodOf('en')).toMatchObject({ name: expect.stringMatching(/^raisins/i), source: 'usda' });
  });
  test.each(['/suggest?q=raisin', '/recipe?line=100+g+raisin', '/meal?text=100+g+raisin'])(
    'has two letters: %s',
    async (target) => {
      const { detail } = await get<{ detail: { type: string; loc: string[] }[] }>(`${target}&lang=fra`);
      expect(detail).toMatchObject([{ type: 'string_pattern_mismatch', loc: ['query', 'lang'] }]);
    },
  );
  test('names foods for agents', () => {
    const tool = createTools(catalog, null).find(({ name }) => name === 'search_foods')!;
    const answer = JSON.stringify(tool.call({ query: 'raisin', lang: 'FR', limit: 1 }));
    expect(answer).toContain('"name":"raisin"');
  });
});
