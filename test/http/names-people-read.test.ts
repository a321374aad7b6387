import { afterAll, describe, expect, test } from 'bun:test';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { type OpenedCatalog, openCatalog } from '../../src/catalog/open.ts';
import type { Food } from '../../src/food/food.ts';
import { createApp } from '../../src/http/app.ts';

/** Catalogues of the same foods, as installations in English and in German open them. */
const catalogs: Record<string, OpenedCatalog> = {};
await makeStarter();
for (const language of ['en', 'de'])
  catalogs[language] = openCatalog(STARTER, language, null, { publicUrl: null, language });
afterAll(() => {
  for (const catalog of Object.values(catalogs)) catalog.close();
});

async function get(path: string, language = 'en'): Promise<Food[]> {
  const app = createApp({ catalog: catalogs[language]! });
  const body = (await (await app.handle(new Request(`http://localhost${path}`))).json()) as Food | Food[];
  return Array.isArray(body) ? body : [body];
}
const namesOf = async (path: string, language?: string) =>
  (await get(path, language)).map(({ name }) => name);

/** Words that no English name of a food has, but German and French ones do. */
const FOREIGN = /[äöüßéèêœ]|\b(roh|gekocht|mit|und|avec|cuite?|cru|au|de la)\b/i;

describe('Without lang, a generic food', () => {
  test.each([
    '/foods/find?min_protein_g=20&max_calories_kcal=120&sort=-protein_g&limit=5',
    '/foods/find?source=bls&limit=50',
    '/foods/find?source=ciqual&limit=50',
  ])('of a table in another language has its English name: %s', async (path) => {
    const names = await namesOf(path);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => FOREIGN.test(name))).toEqual([]);
  });

  test('of a table in English is called as there, exactly', async () => {
    const [food] = await get('/search?q=whole+milk&limit=1');
    expect(food).toMatchObject({
      source: 'usda',
      name: expect.stringContaining('Milk, whole, 3.25% milkfat'),
    });
  });

  test('has the same name wherever it is shown, and the same address', async () => {
    const [found] = await get('/search?q=Vollmilch&limit=1');
    const { id, name, static_url } = found!;
    for (const path of [`/food/${id}`, `/foods/bulk?ids=${id}`, `/food/${id}?full=true`])
      expect(await get(path)).toEqual([expect.objectContaining({ name, static_url })]);
  });
});

test('An operator sets another language for those who ask for none', async () => {
  const [english] = await get('/search?q=Vollmilch&limit=1');
  const [german] = await get('/search?q=Vollmilch&limit=1', 'de');
  expect(german!.id).toBe(english!.id);
  expect(english!.name).toMatch(/milk/i);
  expect(german!.name).toMatch(/Vollmilch/);
  // Whoever asks for a language gets it from either.
  for (const language of ['en', 'de'])
    expect(await namesOf(`/food/${german!.id}?lang=de`, language)).toEqual([
      (await namesOf(`/food/${german!.id}?lang=de`))[0]!,
    ]);
});

test('A language in which a food has no name leaves it the name of the installation', async () => {
  const [found] = await get('/search?q=Vollmilch&limit=1');
  expect(await namesOf(`/food/${found!.id}?lang=fi`)).toEqual([found!.name]);
});

test('A label is called as printed', async () => {
  expect(await namesOf('/barcode/3017620422003', 'de')).toEqual(['Nutella']);
});
