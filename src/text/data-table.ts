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
