import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openParquet, readTyped } from '../../../build/read/parquet.ts';
import { failureOf, readAll, rowsOf } from './read-all.ts';

/** Five made-up products in row groups of two, with the nested columns of the real export. */
const FIXTURE = await Bun.file(
  join(import.meta.dir, '../../fixtures/open-food-facts/products.parquet'),
).bytes();

/** Counts the bytes that are read, like a server with range requests would. */
function ranges(bytes: Uint8Array) {
  const taken = { bytes: 0 };
  const slice = async (start: number, end: number = bytes.length) => {
    taken.bytes += end - start;
    return bytes.slice(start, end).buffer as ArrayBuffer;
  };
  return { byteLength: bytes.length, slice, taken };
}

describe('the Parquet export', () => {
  test('is read row group by row group, numbering the records', async () => {
    const input = await openParquet(ranges(FIXTURE), 'food.parquet');
    expect(input.rows).toBe(5);
    const sizes: number[] = [];
    const codes: [number, string | null][] = [];
    for await (const { foods } of rowsOf(input)) {
      sizes.push(foods.length);
      for (const { line, code } of foods) codes.push([line, code]);
    }
    expect(sizes).toEqual([2, 2, 1]);
    expect(codes).toEqual([
      [1, '3991234500016'],
      [2, '0012345600012'],
      [3, '4099999900014'],
      [4, '20000042'],
      [5, '8000000000019'],
    ]);
  });

  test('stores amounts in 32 bits: the rounding noise is removed', async () => {
    const { foods } = await readAll(rowsOf(await openParquet(ranges(FIXTURE), 'food.parquet')));
    expect(foods[0]).toMatchObject({ fat_g: 30.9, saturated_fat_g: 10.6, sugar_g: 56.3, salt_g: 0.107 });
    expect(foods[1]).toMatchObject({ fat_g: 14, carbs_g: 62.5 });
  });

  test('has names by language, and images by revision', async () => {
    const { foods } = await readAll(rowsOf(await openParquet(ranges(FIXTURE), 'food.parquet')));
    expect(foods[3]!.names).toEqual(['  Still Mineral Water  ', 'Agua mineral']);
    expect(foods[2]).toMatchObject({ names: ['Helles Lagerbier'], generic_name: 'Helles Lagerbier' });
    expect(foods[0]!.image_url).toBe(
      'https://images.openfoodfacts.org/images/products/399/123/450/0016/front_fr.7.400.jpg',
    );
    expect(foods[1]!.image_url).toBeNull();
  });

  test('is not read beyond the columns that are needed', async () => {
    const source = ranges(FIXTURE);
    const input = await openParquet(source, 'food.parquet');
    // The footer is fetched in one or two reads; only the rows follow.
    source.taken.bytes = 0;
    await readAll(rowsOf(input));
    const unread = await columnBytes([
      'scans_n',
      'nutriments.list.element.serving',
      'images.list.element.imgid',
    ]);
    expect(unread).toBeGreaterThan(0);
    expect(source.taken.bytes).toBeLessThanOrEqual((await columnBytes(null)) - unread);
  });

  test('that is truncated or altered is an error', async () => {
    for (const length of [4, 100, FIXTURE.length / 2, FIXTURE.length - 1]) {
      const cut = FIXTURE.slice(0, length);
      const reading = openParquet(ranges(cut), 'food.parquet').then((file) => readAll(rowsOf(file)));
      expect(await failureOf(reading)).toMatch(
        /^food\.parquet: the Parquet file is truncated or damaged \(.*\); download it again$/,
      );
    }
    // The pages lie between the first and the last four bytes; this wipes out the rows of the first group.
    const wiped = FIXTURE.slice().fill(0xff, 4, 1500);
    const reading = openParquet(ranges(wiped), 'food.parquet').then((file) => readAll(rowsOf(file)));
    expect(await failureOf(reading)).toMatch(/: the Parquet file is truncated or damaged/);
  });

  test('with another table is not a dump, and the error names the missing column', async () => {
    const renamed = Buffer.from(FIXTURE);
    for (let at = renamed.indexOf('product_name'); at !== -1; at = renamed.indexOf('product_name', at)) {
      renamed.write('another_name', at);
    }
    expect(await failureOf(openParquet(ranges(renamed), 'food.parquet'))).toStartWith(
      'food.parquet: the Parquet file has no `product_name` column in the form Open Food Facts uses; ',
    );
  });
});

/** The compressed size of some leaves of the fixture, or of all. */
async function columnBytes(leaves: readonly string[] | null): Promise<number> {
  const { parquetMetadataAsync } = await import('hyparquet');
  const metadata = await parquetMetadataAsync(ranges(FIXTURE));
  let bytes = 0;
  for (const { columns } of metadata.row_groups) {
    for (const { meta_data } of columns) {
      const leaf = meta_data!.path_in_schema.join('.');
      if (leaves === null || leaves.includes(leaf)) bytes += Number(meta_data!.total_compressed_size);
    }
  }
  return bytes;
}

test('amounts typed for one serving are read in the unit that was typed', () => {
  const names = ['nova-group', 'salt', 'carbohydrates', 'energy', 'energy-kcal', 'alcohol', 'fat'];
  const amounts = [null, 2727.5, 21.209999084472656, 84.84, 84.84, 5, null];
  const units = [null, 'mg', 'g', 'kcal', 'kcal', '% vol', 'g'];
  expect(readTyped(names, amounts, units)).toEqual({
    calories_kcal: 84.84,
    energy_kj: 84.84 * 4.184,
    carbs_g: 21.21,
    salt_g: 2.7275,
    alcohol_g: 5 * 0.789,
  });
  expect(readTyped(['fat'], [3], ['% DV'])).toBeNull();
});
