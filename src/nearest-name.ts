/** A name with more wrong letters than this share of it is not a typo. */
const MAX_WRONG = 0.4;

/** The name that was probably meant, for messages about one that does not exist; null if none is close. */
export function nearestName(
  typed: string,
  names: Iterable<string>,
  maxEdits: number = Math.floor(Math.max(1, typed.length * MAX_WRONG)),
): string | null {
  let nearest: string | null = null;
  let fewest = maxEdits + 1;
  for (const name of names) {
    const edits = leavesOutUnit(typed, name) ? 1 : countEdits(fold(typed), fold(name));
    const hasNothingInCommon = edits >= Math.max(typed.length, name.length);
    if (edits >= fewest || hasNothingInCommon) continue;
    nearest = name;
    fewest = edits;
  }
  return nearest;
}

/** `calories` means `calories_kcal`. */
function leavesOutUnit(typed: string, name: string): boolean {
  return name.toLowerCase().startsWith(`${typed.toLowerCase()}_`);
}

/** `limits_store` and `limitsStore` mean `limits-store`. */
function fold(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}

/** Letters to insert, delete, replace, or exchange with the next one. */
function countEdits(from: string, to: string): number {
  const first = Array.from({ length: to.length + 1 }, (_, index) => index);
  let before: number[] = [];
  let row = first;
  for (let at = 0; at < from.length; at++) {
    const next = [at + 1];
    for (let other = 0; other < to.length; other++) {
      const replaced = row[other]! + (from[at] === to[other] ? 0 : 1);
      const isSwapped = from[at] === to[other - 1] && from[at - 1] === to[other];
      const swapped = isSwapped ? before[other - 1]! + 1 : replaced;
      next.push(Math.min(replaced, swapped, row[other + 1]! + 1, next[other]! + 1));
    }
    before = row;
    row = next;
  }
  return row[to.length]!;
}
