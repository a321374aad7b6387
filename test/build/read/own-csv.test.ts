import { describe, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openOwnCsv } from '../../../build/read/own-csv.ts';
import { FOOD_FIELDS } from '../../../src/food/food.ts';
import { temporaryFolder } from '../export-file.ts';
import { failureOf, piped, readAll } from './read-all.ts';

async function read(...parts: (string | Uint8Array)[]) {
  const input = await openOwnCsv('-', 'community', piped(...parts));
  return readAll(input.batches);
}

describe('our own CSV', () => {
  test('needs only a name', async () => {
    const { foods } = await read('name\nPorridge\n');
    expect(foods).toHaveLength(1);
    expect(foods[0]).toMatchObject({
      source: 'community',
      line: 2,
      names: ['Porridge'],
      code: null,
      fat_g: null,
    });
  });

  test('accepts every field of a food as a column, and ignores those that the build computes', async () => {
    const values: Record<string, string> = {
      id: '7',
      name: 'Porridge',
      brand: 'Mill & Co',
      barcode: '3991234500016',
      category: 'Breakfasts',
      serving_desc: '1 bowl',
      image_url: 'https://example.org/a.jpg',
      image_thumb_url: 'https://example.org/b.jpg',
      source: 'off',
      confidence: '2',
      static_url: '/food/7/porridge.html',
    };
    const row = FOOD_FIELDS.map((field, at) => values[field] ?? String(at));
    const { foods, refused } = await read(`${FOOD_FIELDS.join(',')}\n${row.join(',')}\n`);
    expect(refused).toEqual([]);
    expect(foods[0]).toMatchObject({
      source: 'community',
      names: ['Porridge'],
      brand: 'Mill & Co',
      code: '3991234500016',
      categories: ['Breakfasts'],
      serving_desc: '1 bowl',
      serving_size_g: FOOD_FIELDS.indexOf('serving_size_g'),
      calories_kcal: FOOD_FIELDS.indexOf('calories_kcal'),
      potassium_mg: FOOD_FIELDS.indexOf('potassium_mg'),
      image_url: 'https://example.org/a.jpg',
      image_thumb_url: 'https://example.org/b.jpg',
    });
  });

  test('can be quoted, and keeps the line of each row', async () => {
    const { foods } = await read('name,brand\n"Porridge, ""the best""\nof all",A\n\nToast,"B\nC"\nTea,D\n');
    expect(foods.map(({ line, names, brand }) => [line, names[0], brand])).toEqual([
      [2, 'Porridge, "the best"\nof all', 'A'],
      [5, 'Toast', 'B\nC'],
      [7, 'Tea', 'D'],
    ]);
  });

  test('may have a byte order mark, CRLF, spaces around column names, and no final newline', async () => {
    const { foods } = await read('\ufeffname, protein_g\r\nPorridge,3\r\nToast,"8,5"');
    expect(foods.map(({ names, protein_g }) => [names[0], protein_g])).toEqual([
      ['Porridge', 3],
      ['Toast', 8.5],
    ]);
  });

  test('is not quoted where it is some other file, to which a link may lead', async () => {
    for (const secret of ['root:x:0:0:root\n', 'SECRET_KEY=abc,def\nmore,lines\n', 'password\n']) {
      const failure = await failureOf(read(secret));
      expect(failure).toStartWith(
        'standard input:1: has no header line; start with a header line that names',
      );
      for (const word of ['root', 'SECRET', 'password']) expect(failure).not.toContain(word);
    }
  });

  test('with an unknown column is refused, naming the column, so that a typo loses nothing', async () => {
    expect(await failureOf(read('name,protien_g\nPorridge,3\n'))).toStartWith(
      'standard input:1: unknown column `protien_g`; use these names: id, name, brand, ',
    );
    expect(await failureOf(read('brand\nX\n'))).toStartWith('standard input:1: no `name` column; ');
    expect(await failureOf(read('name,fat_g,fat_g\nX,1,2\n'))).toStartWith(
      'standard input:1: the column `fat_g` occurs twice',
    );
    expect(await failureOf(read('name;brand\nX;Y\n'))).toStartWith(
      'standard input:1: the columns are not separated',
    );
    expect(await failureOf(read('\n\n'))).toStartWith('standard input: has no header line; ');
  });

  test('with an invalid number refuses the row, naming line and column', async () => {
    const { foods, refused } = await read(
      'name,fat_g,sugar_g\nPorridge,1,2\nToast,some,2\nTea,,\nJam,1,2 g\n',
    );
    expect(foods.map(({ names }) => names[0])).toEqual(['Porridge', 'Tea']);
    expect(refused).toEqual([
      { line: 3, reason: 'bad_number', example: 'fat_g "some" in Toast,some,2' },
      { line: 5, reason: 'bad_number', example: 'sugar_g "2 g" in Jam,1,2 g' },
    ]);
  });

  test.each(['3.01762E+12', '3,01762E+12', '3e12', '4.9E+10'])(
    'with a barcode that a spreadsheet has rounded to %s refuses the row, and says what to do',
    async (barcode) => {
      const { foods, refused } = await read(`barcode,name\n3017620422003,Spread\n"${barcode}",Porridge\n`);
      expect(foods.map(({ names }) => names[0])).toEqual(['Spread']);
      expect(refused).toEqual([
        {
          line: 3,
          reason: 'bad_barcode',
          example: `Excel rewrote ${barcode}; format the column as text: ${barcode},Porridge`,
        },
      ]);
    },
  );

  test('may have barcodes that a program has written as numbers with decimals', async () => {
    const { foods } = await read('barcode,name\n3017620422003.0,Spread\nshelf-7,Porridge\n');
    expect(foods.map(({ code }) => code)).toEqual(['3017620422003', 'shelf-7']);
  });

  test('distinguishes null from zero', async () => {
    const { foods } = await read('name,fat_g,sugar_g\nWater,0,\n');
    expect(foods[0]).toMatchObject({ fat_g: 0, sugar_g: null });
  });

  test('may leave out fields at the end of a row, but not have one too many', async () => {
    const { foods, refused } = await read('name,brand,fat_g\nPorridge\nToast,B,1,2\nTea,C,0,,\n');
    expect(foods.map(({ names, fat_g }) => [names[0], fat_g])).toEqual([
      ['Porridge', null],
      ['Tea', 0],
    ]);
    expect(refused).toEqual([{ line: 3, reason: 'wrong_field_count', example: 'Toast,B,1,2' }]);
  });

  test('with broken quotes is an error with the line number, in plain words', async () => {
    expect(await failureOf(read('name,brand\nPorridge,A\n"Toast"y,B\n'))).toStartWith(
      'standard input:3: has text after a closing quote; quote fields that contain commas',
    );
    expect(await failureOf(read('name\nPorridge\n"Toast\nTea\n'))).toStartWith(
      'standard input:3: has a quote that is never closed; quote fields that contain commas',
    );
  });

  test('may have a quote inside a field that is not quoted', async () => {
    const { foods } = await read('name,brand\n12" pizza,A\n');
    expect(foods.map(({ names }) => names[0])).toEqual(['12" pizza']);
  });

  test('that is empty or a directory is refused as such, and not as an export', async () => {
    const folder = temporaryFolder();
    const empty = join(folder, 'empty.csv');
    writeFileSync(empty, '');
    const opened = (path: string) => failureOf(openOwnCsv(path, 'community'));
    expect(await opened(empty)).toBe(`${empty}: is empty; add foods to it, or leave it out`);
    expect(await opened(folder)).toBe(`${folder}: is a directory; give a CSV file with your own foods`);
    rmSync(folder, { recursive: true });
  });

  test('with an unclosed quote or an endless line is refused in bounded memory', async () => {
    let pieces = 0;
    const unclosed = openOwnCsv('-', 'community', async function* () {
      yield Buffer.from('name\nPorridge\n"');
      for (; pieces < 5000; pieces++) yield Buffer.from('many lines\n'.repeat(2000));
    });
    expect(await failureOf(unclosed.then(({ batches }) => readAll(batches)))).toStartWith(
      'standard input:3: has a quote that is never closed',
    );
    expect(pieces).toBeLessThan(100);
    expect(await failureOf(read('name\nPorridge\n', Buffer.alloc(2 * 1024 * 1024, 'x')))).toStartWith(
      'standard input:3: has a line of more than 1 MB; ',
    );
  });
});
