/** Words that are looked for in names, written as a text with a space between them. */
export function wordList(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Names of categories, written as a text with a comma between them. */
export function categoryList(text: string): Set<string> {
  return new Set(text.trim().split(/\s*,\s*/));
}
