import { describe, expect, test } from 'bun:test';
import { buildProducts, codeOfMany } from '../compat/compat-catalog.ts';
import { runLarder } from './captured-run.ts';
import { larderOnTerminal } from './larder-on-terminal.ts';

const env = { LARDER_DATA: '/nonexistent', LARDER_CATALOG: '' };

describe('A list of foods on a terminal', () => {
  test('says what was searched for instead, and tells foods apart whose names differ at the end', async () => {
    const { status, shown } = await larderOnTerminal(['search', 'dry whole millk', '--limit', '3'], { env });
    expect(status).toBe(0);
    const [note, ...table] = shown.trimEnd().split('\n');
    expect(note).toBe("showing results for 'dry whole milk'; there is nothing for 'dry whole millk'");
    for (const line of table) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(80);
    const names = table.slice(1).map((line) => line.slice(table[0]!.indexOf('food, ')));
    expect(names.join(' ')).toMatch(/with added vitamin D .* without added vitamin D/);
    expect(shown).not.toContain('…');
  });

  test('has its usual width where the terminal reports none', async () => {
    const { shown } = await larderOnTerminal(['search', 'banana', '--limit', '3'], { env, columns: 0 });
    expect(shown).toMatch(/^ *\d+ .*Banana/m);
    for (const line of shown.split('\n')) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(80);
  });
});

test('A list of foods in the terminal tells foods of the same name and brand apart by the quantity in their packages', async () => {
  const ketchup = {
    lang: 'en',
    product_name: 'Tomato Ketchup',
    brands: 'Heinz',
    nutriments: { 'energy-kcal_100g': 102 },
  };
  const catalog = await buildProducts([
    { ...ketchup, code: codeOfMany(1), quantity: '570 g' },
    { ...ketchup, code: codeOfMany(2), quantity: '1 kg' },
    { ...ketchup, code: codeOfMany(3), quantity: '460 g', brands: 'Hela' },
  ]);
  for (const command of ['search', 'find']) {
    const { stdout } = await runLarder([command, 'tomato ketchup', '--catalog', catalog]);
    const shown = stdout.match(/Tomato Ketchup.*$/gm)!.toSorted();
    expect(shown).toEqual([
      'Tomato Ketchup (Heinz), 1 kg',
      'Tomato Ketchup (Heinz), 570 g',
      'Tomato Ketchup (Hela)',
    ]);
  }
});
