/** A message that depends on a count. */
export interface Plural {
  one: string;
  other: string;
}
