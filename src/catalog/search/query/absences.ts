/** The term of the index under which foods are that say by their names that a substance is absent; no word begins so. */
export function absenceTerm(substance: string): string {
  return `-${substance}`;
}
