import { describe, expect, test } from 'bun:test';
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
