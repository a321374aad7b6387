/** A term as a string of FTS5, with its quotes doubled: no sign in it is taken for an operator. */
export function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
