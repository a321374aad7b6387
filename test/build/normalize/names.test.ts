import { describe, expect, test } from 'bun:test';
import { cleanText } from '../../../build/normalize/clean-text.ts';
import { chooseName, cleanName, LONGEST_NAME, splitBrands } from '../../../build/normalize/names.ts';

describe('text of a dump', () => {
  test.each([
    ['Plain name', 'Plain name'],
    ['  two   spaces ', 'two spaces'],
    ['Fish &amp; chips', 'Fish & chips'],
    ['&amp;quot;Best&amp;quot; ham', '"Best" ham'],
    ['Caf&eacute; &#233; &#xE9;', 'Café é é'],
    ['M&M', 'M&M'],
    ['AT&T; salt', 'AT&T; salt'],
    ['Cre\u0301me', 'Créme'],
    ['zero\u200bwidth\ufeff', 'zerowidth'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['non\u00a0breaking', 'non breaking'],
    ['tab\tand\nline', 'tab and line'],
    ['bell\u0007', 'bell'],
    ['right\u202eleft', 'rightleft'],
    ['half \ud83c of an emoji', 'half \ufffd of an emoji'],
    ['🍫 chocolate', '🍫 chocolate'],
    ['<b>Dark</b> chocolate', 'Dark chocolate'],
    ['&lt;b&gt;Dark&lt;/b&gt;<br>chocolate', 'Dark chocolate'],
    ['<span style="x">Rice</span>', 'Rice'],
    ['I <3 chocolate', 'I <3 chocolate'],
    ['fat < 5 % > nothing', 'fat < 5 % > nothing'],
  ])('%j reads %j', (written, read) => {
    expect(cleanText(written)).toBe(read);
  });

  test('reads the same next to characters that need a closer look, whichever letters it has', () => {
    for (let code = 0; code < 0x3000; code++) {
      const text = `a${String.fromCharCode(code)}b`;
      expect(cleanText(`& ${text}`)).toBe(`& ${cleanText(text)}`);
    }
  });
});

describe('a name', () => {
  test.each([
    ['CONFITURE D\u2019ABRICOT', 'Confiture d\u2019Abricot'],
    ['LAIT UHT DEMI-ÉCRÉMÉ', 'Lait UHT Demi-Écrémé'],
    ['BBQ SAUCE', 'BBQ Sauce'],
    ['ÜBERRASCHUNG MIT NÜSSEN', 'Überraschung mit Nüssen'],
    ['МОЛОКО', 'Молоко'],
    ['KFC', 'KFC'],
    ['iPhone cookies', 'iPhone cookies'],
    ['7UP', '7UP'],
    ['"Pâté de foie"', 'Pâté de foie'],
    ['牛乳', '牛乳'],
    ['1664', '1664'],
  ])('%j reads %j', (written, read) => {
    expect(cleanName(written)).toBe(read);
  });

  test.each([
    '',
    '   ',
    '...',
    '???',
    'N/A',
    'null',
    'Unknown',
    '-',
    '\u200b',
    'To be completed',
    'À compléter',
    '8435037896704',
    '0 49000 00634 6',
    '<br/>',
  ])('%j is not a name', (written) => {
    expect(cleanName(written)).toBeNull();
  });

  test('of an advertising length is cut at a word', () => {
    const cut = cleanName('organic whole grain breakfast cereal '.repeat(20))!;
    expect([...cut].length).toBeLessThanOrEqual(LONGEST_NAME);
    expect(cut).toEndWith('…');
    expect(cut).not.toContain('  ');
  });
});

describe('the best name', () => {
  test('is the first that reads like one', () => {
    expect(chooseName(['', '?', 'Lait', 'Milk'])).toBe('Lait');
  });
  test('is not a damaged one where another is whole', () => {
    expect(chooseName(['Cr\ufffdme', 'Cream'])).toBe('Cream');
    expect(chooseName(['Cr\ufffdme'])).toBe('Cr\ufffdme');
  });
  test('is a bare number only where nothing else is told', () => {
    expect(chooseName(['1664', 'Bière blonde'])).toBe('Bière blonde');
    expect(chooseName(['1664'])).toBe('1664');
  });
  test('is a weight only where there is nothing else', () => {
    expect(chooseName(['250 g', 'Rice'])).toBe('Rice');
    expect(chooseName(['250 g'])).toBe('250 g');
  });
  test('is null where nothing can be read', () => {
    expect(chooseName(['', '—', '\u00a0'])).toBeNull();
  });
});

test('brands are split, cleaned and told once', () => {
  expect(splitBrands('Ferrero, ferrero,NUTELLA ,, ?')).toEqual(['Ferrero', 'Nutella']);
  expect(splitBrands('')).toEqual([]);
});
