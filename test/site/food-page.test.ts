import { describe, expect, test } from 'bun:test';
import { openPages, SPREAD } from './page-client.ts';

const pages = await openPages();

/** The rows of the label as text: name, per 100 g, in a portion, and the share of the daily value. */
function labelOf(text: string): Map<string, string[]> {
  const table = /<table class="nutrients" id="facts">([\s\S]*?)<\/table>/.exec(text)?.[1] ?? '';
  const rows = [...table.matchAll(/<tr class[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row]) =>
    [...(row as string).matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell]) =>
      (cell as string).replace(/<[^>]+>/g, '').replaceAll('&lt;', '<'),
    ),
  );
  return new Map(rows.map(([name, ...values]) => [name as string, values]));
}

describe('the label', () => {
  test('shows values per 100 g and per serving', async () => {
    const label = labelOf((await pages.get(SPREAD)).text);
    expect(label.get('Energy')).toEqual(['539 kcal', '80.9 kcal', '']);
    expect(label.get('Fat')).toEqual(['30.9 g', '4.64 g', '6 %']);
    expect(label.get('Sodium')).toEqual(['42.8 mg', '6.4 mg', '< 1 %']);
    expect(label.get('as salt')).toEqual(['0.11 g', '0.02 g', '']);
    expect(label.get('Energy in kJ')).toEqual(['2,255 kJ', '338 kJ', '']);
  });

  test('shows values for any weight in the address', async () => {
    const label = labelOf((await pages.get(`${SPREAD}?grams=250`)).text);
    expect(label.get('Energy')).toEqual(['539 kcal', '1,348 kcal', '']);
    expect(label.get('Protein')).toEqual(['6.3 g', '15.8 g', '32 %']);
  });

  test('says unknown where the source has no value, and never 0', async () => {
    const food = pages.catalog.findBarcode('9000000000025');
    for (const query of ['', '?grams=40']) {
      const label = labelOf((await pages.get((food?.static_url ?? '') + query)).text);
      expect(label.size).toBe(12);
      for (const values of label.values()) expect(values).toEqual(['unknown', '–', '']);
    }
  });

  test('says 0 where the source says 0', async () => {
    const food = pages.catalog.findBarcode('7610000000011');
    expect(labelOf((await pages.get(food?.static_url ?? '')).text).get('Carbohydrate')).toEqual([
      '0 g',
      '0 g',
      '0 %',
    ]);
  });

  test('shows no portion where no serving size is known and no weight is given', async () => {
    const food = pages.catalog.findBarcode('10012345678902');
    const { text } = await pages.get(food?.static_url ?? '');
    // The head of the column, twelve lines, and the note that daily values are for the portion.
    expect(text.match(/data-portion hidden/g)).toHaveLength(14);
    expect((await pages.get(`${food?.static_url}?grams=50`)).text).not.toContain('data-portion hidden');
  });
});

describe('the page of a food', () => {
  test('has structured data for search engines, without unknown values', async () => {
    const { text } = await pages.get('/food/5901234123457/hazelnut-cream.html');
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? '');
    expect(data).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'NutritionInformation',
      name: 'Hazelnut cream, Leszczyna',
      servingSize: '100 g',
      calories: '550 kcal',
      fatContent: '33.2 g',
    });
    expect(data).not.toHaveProperty('fiberContent');
  });

  test('shows picture, barcode, source, confidence, the API call and a link to Open Food Facts', async () => {
    const { text } = await pages.get(SPREAD);
    expect(text).toContain(
      '<img src="https://images.example/4006381333931.jpg" alt="Packaging of Hazelnut cocoa spread" width="400" height="400" loading="lazy" decoding="async" referrerpolicy="no-referrer">',
    );
    expect(text).toContain('aria-label="Barcode 4006381333931"');
    expect(text).toContain('href="https://world.openfoodfacts.org/product/4006381333931"');
    expect(text).toContain('curl http://localhost/food/4006381333931');
    expect(text).toContain('Complete label');
    expect(text).toContain('Unknown: saturated fat.');
  });

  test('warns of an AI estimate, and links only products that are at Open Food Facts', async () => {
    const [food] = pages.catalog.search({ q: 'street-stall pancake', limit: 1, source: null });
    const { text } = await pages.get(food?.static_url ?? '');
    expect(text).toContain('from-ai_estimate');
    expect(text).toContain('Nobody measured them');
    expect(text).not.toContain('openfoodfacts.org/product/');
    expect(text).not.toContain('class="barcode"');
  });

  test('draws where the energy comes from, or says why not', async () => {
    const { text } = await pages.get(SPREAD);
    const shares = [...text.matchAll(/<b>(\d+) %<\/b>/g)].map(([, share]) => Number(share));
    expect(shares).toEqual([5, 43, 52]);
    const unknown = pages.catalog.findBarcode('9000000000025');
    expect((await pages.get(unknown?.static_url ?? '')).text).toContain(
      'Not shown because protein, carbohydrate and fat are unknown.',
    );
  });
});
