/** How many beginnings are considered: the ones that most terms share come first. */
const MOST_NEAR = 16;

/**
 * The beginnings of terms that differ from a typed one by one slip: a letter too many, missing, wrong, or swapped with the
 * next. The terms are sorted, so that every beginning is a range of them. People get the first letter right, so beginnings
 * with another one are left out if there are any with the same.
 */
export function nearPrefixes(terms: readonly string[], typed: string): string[] {
  const found = new Map<string, number>();

  function walk(from: number, to: number, depth: number, at: number, isEdited: boolean): void {
    if (from >= to) return;
    if (at === typed.length) {
      if (isEdited) found.set(terms[from]!.slice(0, depth), to - from);
      return;
    }
    const code = typed.charCodeAt(at);
    const [same, sameEnd] = narrow(terms, from, to, depth, code);
    walk(same, sameEnd, depth + 1, at + 1, isEdited);
    if (isEdited) return;
    walk(from, to, depth, at + 1, true);
    if (at + 1 < typed.length) {
      const [next, nextEnd] = narrow(terms, from, to, depth, typed.charCodeAt(at + 1));
      const [swapped, swappedEnd] = narrow(terms, next, nextEnd, depth + 1, code);
      walk(swapped, swappedEnd, depth + 2, at + 2, true);
    }
    // Terms that end here come before all that go on.
    for (let child = firstLonger(terms, from, to, depth); child < to; ) {
      const letter = terms[child]!.charCodeAt(depth);
      const [, end] = narrow(terms, child, to, depth, letter);
      if (letter !== code) {
        walk(child, end, depth + 1, at + 1, true);
        walk(child, end, depth + 1, at, true);
      }
      child = end;
    }
  }

  walk(0, terms.length, 0, 0, false);
  const all = [...found].sort(([, a], [, b]) => b - a).map(([prefix]) => prefix);
  const alike = all.filter((prefix) => prefix[0] === typed[0]);
  return (alike.length > 0 ? alike : all).slice(0, MOST_NEAR);
}

/** The terms from `from` to `to`, which are alike up to `depth`, that have this letter there. */
function narrow(
  terms: readonly string[],
  from: number,
  to: number,
  depth: number,
  code: number,
): [number, number] {
  const start = firstFrom(terms, from, to, depth, code);
  return [start, firstFrom(terms, start, to, depth, code + 1)];
}

function firstLonger(terms: readonly string[], from: number, to: number, depth: number): number {
  return firstFrom(terms, from, to, depth, 0);
}

/** The first term whose letter at `depth` is at least this one. */
function firstFrom(terms: readonly string[], from: number, to: number, depth: number, code: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const term = terms[middle]!;
    if (term.length <= depth || term.charCodeAt(depth) < code) low = middle + 1;
    else high = middle;
  }
  return low;
}
