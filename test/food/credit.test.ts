import { describe, expect, test } from 'bun:test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { readStarterCatalog } from '../../src/catalog/locate-catalog.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import type { CatalogFacts } from '../../src/food/catalog.ts';
import { creditOf, licenceLink } from '../../src/food/credit.ts';
import { FOOD_TABLES } from '../../src/food/food-tables.ts';
import { createTools } from '../../src/mcp/tools.ts';
import { openPages } from '../site/page-client.ts';

describe('The credit', () => {
  test('names every source of a mixed catalogue', () => {
    const { licence, credit } = creditOf({
      foods_by_source: { off: 3, usda: 2, community: 1, ai_estimate: 1 },
      sources: [],
    });
    expect(licence).toContain('ODbL');
    for (const source of ['Open Food Facts', 'USDA SR28', 'entered for this catalogue', 'AI estimates']) {
      expect(credit).toContain(source);
    }
  });

  test('names only the sources that are there', () => {
    const of = (foods_by_source: Record<string, number>) => creditOf({ foods_by_source, sources: [] }).credit;
    expect(of({ off: 1 })).toBe('© Open Food Facts contributors, https://openfoodfacts.org (ODbL).');
    expect(of({ usda: 1, off: 0 })).toBe('Generic foods: USDA SR28, public domain.');
  });

  test('of a catalogue with nothing but SR28 links to its publisher, who asks for nothing', () => {
    const contents = { foods_by_source: { usda: 1 }, sources: [] };
    const facts = { ...contents, ...creditOf(contents) } as unknown as CatalogFacts;
    expect(licenceLink(facts)).toBe(
      '<https://www.ars.usda.gov/nea/bhnrc/mafcl>; rel="license"; title="No data of Open Food Facts; USDA SR28 is in the public domain"',
    );
  });

  test('of tables is given wherever their foods are', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-credit-'));
    const out = join(folder, 'catalog.db');
    writeFileSync(join(folder, 'bls.tsv'), 'code\tname_de\tenergy_kcal\nF503100\tBanane roh\t79\n');
    writeFileSync(
      join(folder, 'alps.tsv'),
      '# title: Foods of the Alps\n# licence: CC BY 4.0\n# licence_url: https://alps.example/\n# credit: © The Alps.\ncode\tname_de\n1\tBergkäse\n',
    );
    const sources = [
      { source: 'bls' as const, path: join(folder, 'bls.tsv') },
      { source: 'table' as const, path: join(folder, 'alps.tsv') },
    ];
    await buildCatalog({ base: null, sources, out, force: true }, () => {});
    const catalog = openCatalog(out);
    const [banana] = catalog.search({ q: 'Banane', limit: 1, source: null });
    expect(banana).toMatchObject({ source: 'bls', name: 'Banane roh' });
    const [cheese] = catalog.search({ q: 'Bergkäse', limit: 1, source: null });
    expect(cheese).toMatchObject({ source: 'table' });
    const { credit: bls, licence_url } = FOOD_TABLES.bls;
    const pages = await openPages({ catalog });
    for (const path of ['/about', '/llms.txt', '/openapi.json', `${banana!.static_url}`]) {
      expect((await pages.get(path)).text).toContain(bls);
    }
    for (const path of ['/about', '/llms.txt', `${cheese!.static_url}`]) {
      expect((await pages.get(path)).text).toContain('© The Alps.');
    }
    expect((await pages.get('/?q=banane')).text).toContain(
      'Foods of the Alps, CC BY 4.0; BLS 4.0, CC BY 4.0. Nothing here is from Open Food Facts.',
    );
    expect((await pages.get('/search?q=banane')).headers.get('link')).toBe(
      `<https://alps.example/>; rel="license"; title="Contains Foods of the Alps, CC BY 4.0", <${licence_url}>; rel="license"; title="Contains BLS 4.0, CC BY 4.0"`,
    );
    const [search] = createTools(catalog, null);
    expect(search!.call({ query: 'banane' })).toMatchObject({ credit: expect.stringContaining(bls) });
    catalog.close();
  });

  test('names Open Food Facts if other foods may have been completed from it', () => {
    const licenceOf = (kind: string) =>
      creditOf({ foods_by_source: { usda: 1 }, sources: [{ name: 'file', kind, rows: 1, newest: null }] })
        .licence;
    for (const kind of ['export-csv', 'jsonl', 'parquet']) expect(licenceOf(kind)).toContain('ODbL');
    for (const kind of ['usda', 'community', 'ai_estimate']) expect(licenceOf(kind)).not.toContain('ODbL');
  });

  test('of a mixed catalogue is asked for everywhere', async () => {
    const pages = await openPages();
    expect((await pages.get('/search?q=hazelnut')).headers.get('link')).toBe(
      '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"; title="Contains data from Open Food Facts, under the ODbL"',
    );
    const { info } = JSON.parse((await pages.get('/openapi.json')).text);
    expect(info.license.url).toBe('https://opendatacommons.org/licenses/odbl/1-0/');
    for (const path of ['/openapi.json', '/llms.txt']) {
      expect((await pages.get(path)).text).toContain('must credit Open Food Facts (ODbL)');
    }
  });

  test('of the starter catalogue names its tables, and says that nothing is from Open Food Facts', async () => {
    const tables = (['ciqual', 'bls', 'cofid', 'swiss'] as const).map((name) => FOOD_TABLES[name]);
    const catalog = openCatalog(await readStarterCatalog());
    expect(catalog.facts.credit).not.toContain('Open Food Facts');
    expect(catalog.facts.licence).toStartWith('No data of Open Food Facts');
    const [search] = createTools(catalog, null);
    expect(search!.call({ query: 'banana' })).toMatchObject({ credit: catalog.facts.credit });
    const pages = await openPages({ catalog });
    for (const path of ['/', '/?q=banana', '/categories', '/about', '/compare', '/food/1/nothing.html']) {
      const [, footer = ''] = /<footer>([\s\S]*)<\/footer>/.exec((await pages.get(path)).text) ?? [];
      expect(footer).toMatch(/USDA SR28, public domain(?:; [^<]*)?\. Nothing here is from Open Food Facts\./);
      for (const { title, licence } of tables) expect(footer).toContain(`${title}, ${licence}`);
      expect(footer).not.toContain('opendatacommons');
    }
    expect((await pages.get('/about')).text).toContain('This catalogue has no data from Open Food Facts.');
    const answer = await pages.get('/search?q=banana');
    expect(answer.headers.get('link')).toBe(
      [
        '<https://www.etalab.gouv.fr/licence-ouverte-open-licence/>; rel="license"; title="Contains Ciqual 2025, Licence Ouverte 2.0"',
        '<https://creativecommons.org/licenses/by/4.0/>; rel="license"; title="Contains BLS 4.0, CC BY 4.0"',
        '<https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/>; rel="license"; title="Contains CoFID 2021, Open Government Licence v3.0"',
        '<https://naehrwertdaten.ch/>; rel="license"; title="Contains Swiss Food Composition Database 7.0, open use, source required"',
      ].join(', '),
    );
    const { info } = JSON.parse((await pages.get('/openapi.json')).text);
    expect(info.license).toEqual({
      name: `Data: ${catalog.facts.licence}`,
      url: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence/',
    });
    for (const path of ['/openapi.json', '/llms.txt']) {
      const { text } = await pages.get(path);
      expect(text).not.toContain('must credit Open Food Facts');
      for (const { credit } of tables) expect(text).toContain(credit);
    }
  });
});
