import { beforeAll, describe, expect, test } from 'bun:test';
import {
  bombAttacks,
  runAttacks,
  runMutations,
  schemaAttacks,
  valueAttacks,
} from '../../tools/faults/hostile-catalogues.ts';
import { extendedCatalog } from '../contract/extended-catalog.ts';

/** The long form has all of them: `npm run faults -- catalogues`. */
const VALUES = 48;
const MUTATIONS = 12;
const BOMB_BYTES = 1024 * 1024 * 1024;

/** The most memory that this process has had. */
const peakBytes = () => process.resourceUsage().maxRSS * 1024;

let catalog: string;
beforeAll(async () => {
  catalog = await extendedCatalog();
});

describe('A catalogue that somebody altered, with a right checksum', () => {
  test('is refused in one line, by verify and by whatever opens it, if it has a schema of its own', async () => {
    const attacks = schemaAttacks(catalog);
    const { catalogues, refused, bad } = await runAttacks(catalog, attacks);
    expect(bad).toEqual([]);
    expect({ catalogues, refused }).toEqual({ catalogues: attacks.length, refused: attacks.length });
  });

  test('gives valid JSON, pages without script and headers of one line, whatever its values are', async () => {
    const all = valueAttacks(catalog);
    // Prime to the number of kinds, so that each kind comes in turn.
    const step = Math.floor(all.length / VALUES) | 1;
    const { catalogues, bad } = await runAttacks(
      catalog,
      all.filter((_, at) => at % step === 0),
    );
    expect(bad).toEqual([]);
    expect(catalogues).toBeGreaterThan(VALUES / 2);
  }, 60_000);

  test('unpacks no more than its manifest allows', async () => {
    const peakBefore = peakBytes();
    const { catalogues, bad } = await runAttacks(catalog, bombAttacks(BOMB_BYTES));
    expect(bad).toEqual([]);
    expect(catalogues).toBe(3);
    expect(peakBytes() - peakBefore).toBeLessThan(BOMB_BYTES / 2);
  }, 30_000);

  test('gives the same, or a plain fault, where its pages were mutated', async () => {
    const { catalogues, bad } = await runMutations(catalog, MUTATIONS, 2);
    expect(bad).toEqual([]);
    expect(catalogues).toBeGreaterThan(0);
  }, 30_000);
});
