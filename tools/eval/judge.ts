/**
 * What a query of a query file should find, and whether a name is that. The folding here is the judge's own, on
 * purpose: a mistake in the folding of the search must not hide itself.
 *
 *   a|b          one of these whole names, folded
 *   tok:x/y+z    a name with a word of each group (x or y, and z)
 *   sq:xy/wz+uv  a name that, without spaces, contains a text of each group
 *   none         nothing at all
 */
export type Expectation = { kind: 'nothing' } | { kind: 'name'; matches: (name: string) => boolean };

const SPELLED_OUT: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

export function readExpectation(text: string): Expectation {
  if (text === 'none') return { kind: 'nothing' };
  if (text.startsWith('tok:')) {
    const groups = readGroups(text.slice(4));
    return nameThat((name) => {
      const tokens = new Set(name.split(' '));
      return groups.every((group) => group.some((token) => tokens.has(token)));
    });
  }
  if (text.startsWith('sq:')) {
    const groups = readGroups(text.slice(3));
    return nameThat((name) => {
      const squeezed = name.replaceAll(' ', '');
      return groups.every((group) => group.some((part) => squeezed.includes(part)));
    });
  }
  const names = new Set(text.split('|').map(foldName));
  return nameThat((name) => names.has(name));
}

function nameThat(matches: (foldedName: string) => boolean): Expectation {
  return { kind: 'name', matches: (name) => matches(foldName(name)) };
}

function readGroups(text: string): string[][] {
  return text.split('+').map((group) => group.split('/').map((part) => foldName(part)));
}

export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => SPELLED_OUT[letter]!)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
