import { describe, expect, test } from 'bun:test';
import { cleanText } from '../../../build/normalize/clean-text.ts';
import { chooseName, cleanName, MAX_NAME_LENGTH, splitBrands } from '../../../build/normalize/names.ts';

describe('text of a dump', () => {
  test.each([
    ['Plain name', 'Plain name'],
    ['  two   spaces ', 'two spaces'],
    ['Fish &amp; chips', 'Fish & chips'],
    ['&amp;quot;Best&amp;quot; ham', '"Best" ham'],
    ['Caf&eacute; &#233; &#xE9;', 'Café é é'],
    ['M&M', 'M&M'],
    ['AT&T; salt', 'AT&T; salt'],
    ['Fish &amp chips', 'Fish & chips'],
    ['Fish &amp;amp chips', 'Fish & chips'],
    ['Caf&eacute cr&egraveme', 'Café crème'],
    ['Mac&#39s', "Mac's"],
    ['Rum &ample', 'Rum &ample'],
    ['Sweet&paradise', 'Sweet&paradise'],
    ['<strike>Old</strike> new', 'Old new'],
    ['<del>Old</del> <s>older</s> new<!-- soon -->', 'Old older new'],
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
    ['ThÃ©s glacÃ©s', 'Thés glacés'],
    ['Pã¢te de crevettes', 'Pâte de crevettes'],
    ['Azãºcar clã¡sico', 'Azúcar clásico'],
    ['Tamarin mã»r', 'Tamarin mûr'],
    ['Dessert Ã La Mousse', 'Dessert à La Mousse'],
    ['14Â° Ros\u00e9', '14° Rosé'],
    ['Mac â€™n cheese â€“ big', 'Mac ’n cheese – big'],
    ['Kn\u00c3\u00a6kbr\u00c3\u00b8d', 'Knækbrød'],
    ['«Maçã» LIMÃO PÃO', '«Maçã» LIMÃO PÃO'],
    ['PÂTE À TARTINER', 'PÂTE À TARTINER'],
    ['Maçã “Gala”', 'Maçã “Gala”'],
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
    ['СОК ЯБЛОЧНЫЙ', 'Сок Яблочный'],
    ['СОК С МЯКОТЬЮ', 'Сок с Мякотью'],
    ['БЕЗ ГМО', 'Без ГМО'],
    ['ФЕТА', 'Фета'],
    ['ΦΕΤΑ', 'Φετα'],
    ['ΓΆΛΑ ΠΛΉΡΕΣ', 'Γάλα Πλήρες'],
    ['VITAMIN D', 'Vitamin D'],
    ['VITAMIN D DROPS', 'Vitamin D Drops'],
    ['VITAMINE C ET E', 'Vitamine C et E'],
    ['VITAMIN E OIL', 'Vitamin E Oil'],
    ['VITAMINS A, D AND E', 'Vitamins A, D and E'],
    ['PUR JUS D ORANGE', 'Pur Jus d Orange'],
    ['Confiture &quot', 'Confiture'],
    ['PANE E OLIO', 'Pane e Olio'],
    ["KELLOGG'S FLAKES", "Kellogg's Flakes"],
    ["CRÈME D'ISIGNY", "Crème d'Isigny"],
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
    'EAN 8435037896704',
    'ean-13: 8435037896704',
    'Code barre 3017620422003',
    'Unknown product',
    'Nom du produit',
    'Produit à compléter',
    'Produit inconnu',
    'Sin nombre',
    'Senza nome',
    'Ohne Namen',
    'Unbekanntes Produkt',
    'Nombre del producto',
    'Без названия',
    'Sin marca',
    'Ohne Marke',
    'Sans marque',
    'Sem marca',
    'Zonder merk',
    '0 49000 00634 6',
    '<br/>',
  ])('%j is not a name', (written) => {
    expect(cleanName(written)).toBeNull();
  });

  test.each([
    'Marca Blanca',
    'Produit laitier',
    'Testarossa',
    'Nom Nom',
    'Code Red',
    'Product 19',
    'Ohne Gentechnik',
  ])('%j is a name', (written) => {
    expect(cleanName(written)).toBe(written);
  });

  test('of an advertising length is cut at a word', () => {
    const cut = cleanName('organic whole grain breakfast cereal '.repeat(20))!;
    expect([...cut].length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
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
  expect(splitBrands('Sin marca, Ohne Marke,Danone')).toEqual(['Danone']);
  expect(splitBrands('')).toEqual([]);
});
