/** Rows of a table in data/language/: fields separated by tabs, comments after a #, and a header line. */
export function readTable(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .slice(1)
    .map((line) => line.split('\t').map((field) => field.trim()));
}
