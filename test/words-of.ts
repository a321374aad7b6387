/** The words of a text that may go over several lines: a list of paths, names or the like. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
