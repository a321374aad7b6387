/** Rows of a table in data/: fields separated by tabs, comments after a #, and a header line. */
export function readTable(text: string): string[][] {
  return readLines(text).slice(1);
}

/** The names of its columns. */
export function readHeader(text: string): string[] {
  return readLines(text)[0] ?? [];
}

function readLines(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t').map((field) => field.trim()));
}

const STAND_IN = '~';

/** A phrase of data/recipe/foods.tsv, and whether its food merely stands in for what the phrase names. */
export function readPhrase(text: string): { phrase: string; isStandIn: boolean } {
  const isStandIn = text.startsWith(STAND_IN);
  return { phrase: isStandIn ? text.slice(STAND_IN.length) : text, isStandIn };
}
