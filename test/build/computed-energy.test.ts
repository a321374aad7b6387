import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { renderFood } from '../../src/cli/food-card.ts';
import { addDetails } from '../../src/food/add-details.ts';
import type { DetailedFood } from '../../src/food/detailed-food.ts';
import { openPages, type PageClient } from '../site/page-client.ts';
import { temporaryFolder } from './export-file.ts';

/** Invented products, in the form of the export of 2026, with the energies that real ones have in it. */
const FIXTURE = join(import.meta.dir, '../fixtures/open-food-facts/energy.jsonl');
const GINGER_THINS = '093001234567';
const GALETTES = '5901234123457';

let folder: string;
let pages: PageClient;
beforeAll(async () => {
  folder = temporaryFolder();
  const out = join(folder, 'catalog.db');
  await buildCatalog(
    { base: null, sources: [{ source: 'off', path: FIXTURE }], out, force: false },
    () => {},
  );
  pages = await openPages({ catalog: openCatalog(out) });
});
afterAll(() => {
  pages.catalog.close();
  rmSync(folder, { recursive: true });
});

function explained(barcode: string): DetailedFood {
  const food = pages.catalog.findBarcode(barcode)!;
  const asked = { grams: null, servings: null, explain: true, full: true, lang: null };
  return addDetails(pages.catalog, food, asked);
}

describe('the energy of a product', () => {
  test.each([
    ['that a mass edit replaced by 4 × carbohydrate is calculated', GINGER_THINS, 486, 'energy_computed'],
    ['that no food can have is calculated', GALETTES, 377, 'energy_computed'],
    ['in kJ, typed as kcal and multiplied again, is converted', '4006381333931', 450, 'energy_unit_mended'],
    ['of a serving of a few grams is calculated', '093491234566', 320, 'energy_computed'],
  ])('%s', (_, barcode, kcal, finding) => {
    const { calories_kcal, explanation } = explained(barcode);
    expect(calories_kcal).toBeCloseTo(kcal, 0);
    expect(explanation!.confidence.findings.map(({ rule }) => rule)).toContain(finding);
  });

  test('that a label gives is shown as it is, and one that it does not give stays unknown', () => {
    expect(explained('7610000000011')).toMatchObject({
      calories_kcal: 412,
      full: { nutrients: { energy_kj: 1738 } },
    });
    expect(explained('4000000000006').calories_kcal).toBeNull();
  });
});

describe('a calculated energy', () => {
  test('limits the confidence', () => {
    for (const barcode of [GINGER_THINS, GALETTES]) {
      expect(explained(barcode).confidence).toBeLessThanOrEqual(0.75);
    }
  });

  test('leaves no kJ of the source beside it', () => {
    for (const barcode of [GINGER_THINS, GALETTES]) {
      expect(explained(barcode).full!.nutrients).not.toHaveProperty('energy_kj');
    }
  });

  test('is said to be calculated in the terminal', () => {
    const card = renderFood(explained(GINGER_THINS), { write() {}, columns: 80 });
    expect(card.replaceAll(/\s+/g, ' ')).toContain(
      'it is calculated from protein, fat and carbohydrate instead',
    );
  });

  test.each([
    ['en', 'it is calculated from protein, fat and carbohydrate instead'],
    ['de', 'aus Eiweiß, Fett und Kohlenhydraten berechnet'],
    ['fr', 'elle est calculée à partir des protéines, des lipides et des glucides'],
    ['es', 'se ha calculado a partir de las proteínas, las grasas y los hidratos de carbono'],
  ])(
    'is said to be calculated on its page in %s, beside the energy and among the reasons',
    async (lang, words) => {
      const { static_url } = explained(GINGER_THINS);
      const { text } = await pages.get(`${static_url}?lang=${lang}`);
      expect(text.split(words)).toHaveLength(3);
      const labelled = await pages.get(`${explained('7610000000011').static_url}?lang=${lang}`);
      expect(labelled.text).not.toContain(words);
    },
  );
});
