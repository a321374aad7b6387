import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenedCatalog, openCatalog } from '../../src/catalog/open.ts';
import { writeAsSchema3 } from '../catalog/schema-3.ts';
import { serveApp } from './served-app.ts';
import { has, isFreeOf, TAGGED, taggedCatalog } from './tagged-products.ts';

const REBUILD = /built by an earlier version of larder.*`larder build`/;

let folder: string;
let catalog: OpenedCatalog;
let send: ReturnType<typeof serveApp>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'larder-schema-3-'));
  const path = join(folder, 'catalog.db');
  writeAsSchema3(await taggedCatalog(), path);
  catalog = openCatalog(path);
  send = serveApp({ catalog });
});
afterAll(() => {
  catalog.close();
  rmSync(folder, { recursive: true });
});

describe('A catalogue of schema 3', () => {
  test('still answers what needs no tags', async () => {
    const words = await send('/api/v2/search?search_terms=chocolate&page_size=5');
    expect(words.status).toBe(200);
    expect(words.body.products).toHaveLength(5);
    const france = await send('/api/v2/search?countries_tags=en:france');
    expect(france.body.count).toBe(TAGGED.filter(has('countries_tags', 'en:france')).length);
    const free = await send('/api/v2/search?allergens_tags=-en:milk');
    expect(free.body.count).toBe(TAGGED.filter(isFreeOf('en:milk')).length);
    const service = await send('/search-a-licious/search?q=chocolate&sort_by=-unique_scans_n');
    expect(service.status).toBe(200);
    expect(service.body.hits).toHaveLength(10);
  });

  test('says in the form of each dialect that it cannot be filtered by tags', async () => {
    for (const query of [
      'labels_tags=en:vegan',
      'search_terms=milk&nova_groups_tags=-4',
      'additives=without',
    ]) {
      const { status, body } = await send(`/api/v2/search?${query}`);
      expect({ query, status }).toEqual({ query, status: 501 });
      expect(body).toEqual({ status: 0, status_verbose: expect.stringMatching(REBUILD) });
    }
    const q = encodeURIComponent('labels_tags:"en:vegan"');
    const { status, body } = await send(`/search-a-licious/search?q=${q}`);
    expect(status).toBe(501);
    const error = { title: 'CatalogError', description: expect.stringMatching(REBUILD), status: 501 };
    expect(body).toEqual({ debug: {}, errors: [error] });
  });

  test('counts the facets it has, and warns of the others', async () => {
    const { status, body } = await send('/search-a-licious/search?q=chocolate&facets=brands,labels');
    expect(status).toBe(200);
    expect(body.facets.brands.items.length).toBeGreaterThan(3);
    expect(body.facets.labels.items).toEqual([]);
    expect(body.warnings).toEqual([
      { title: 'IncompleteFacets', description: expect.any(String), status: 200 },
    ]);
  });
});
