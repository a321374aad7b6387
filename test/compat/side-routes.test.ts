import { afterAll, describe, expect, test } from 'bun:test';
import { openCatalog } from '../../src/catalog/open.ts';
import { serveApp } from './served-app.ts';
import { has, TAGGED, taggedCatalog } from './tagged-products.ts';

const catalog = openCatalog(await taggedCatalog());
const send = serveApp({ catalog });
afterAll(() => catalog.close());

describe('Lists that apps fetch when they start', () => {
  test.each(['attribute_groups', 'preferences'])('%s are bare before version 3', async (name) => {
    const { status, body } = await send(`/api/v2/${name}?lc=en`);
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(3);
    for (const version of ['v3', 'v3.4', 'v3.6']) {
      expect((await send(`/api/${version}/${name}`)).body).toEqual({
        [name]: body,
        status: 'success',
        errors: [],
        warnings: [],
      });
    }
  });

  test('have everything that an app shows', async () => {
    const { body } = await send('/api/v2/attribute_groups');
    for (const { id, name, attributes } of body) {
      expect({ id, name }).toEqual({ id: expect.any(String), name: expect.any(String) });
      for (const attribute of attributes)
        expect(attribute).toEqual({
          id: expect.any(String),
          name: expect.any(String),
          setting_name: expect.any(String),
          values: ['not_important', 'important', 'very_important', 'mandatory'],
        });
    }
  });
});

describe('Suggestions of a taxonomy', () => {
  const suggest = async (query: string) => (await send(`/api/v3/taxonomy_suggestions?${query}`)).body;
  const count = (tag: string) => TAGGED.filter(has('categories_tags', tag)).length;

  test('are names of categories and brands that begin with a text, the most common first', async () => {
    const expected = [
      ['en:snacks', 'Snacks'],
      ['en:sweet-snacks', 'Sweet snacks'],
    ].sort(([one], [other]) => count(other!) - count(one!));
    const { suggestions, ...rest } = await suggest('tagtype=categories&string=S&lc=en');
    expect(suggestions).toEqual(expected.map(([, name]) => name));
    expect(rest).toEqual({ status: 'success', errors: [], warnings: [] });
    expect((await suggest('tagtype=categories&term=s&limit=1')).suggestions).toHaveLength(1);
    expect((await suggest('tagtype=brands&string=MARKS')).suggestions).toEqual(['Marks & Spencer']);
  });

  test('are none of others', async () => {
    for (const query of ['tagtype=labels&string=o', 'string=s', 'tagtype=categories&string=zzz', '']) {
      expect((await suggest(query)).suggestions).toEqual([]);
    }
  });
});

test.each([
  '/api/v2/taxonomy_suggestions?tagtype=brands&string=a',
  '/api/v2/attribute_groups/',
  '/api/vx/preferences',
  '/api/v2/preference',
  '/cgi/nutrients.pl',
  '/data/taxonomies/labels.json',
])('%s does not exist', async (path) => {
  expect((await send(path)).status).toBe(401);
});
