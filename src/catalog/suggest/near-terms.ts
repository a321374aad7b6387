/** A term with its number, the most common first. */
export interface NumberedTerm {
  text: string;
  number: number;
}

/** Terms that a typed word with a slip may stand for: the most common of them. */
const MOST_NEAR = 16;

/**
 * The most common terms that begin with a typed word except for one slip: an extra, missing or wrong letter, or two
 * swapped. The terms are sorted, so every beginning is a range of them. People get the first letter right, so terms
 * with another one are left out if there are any with the same.
 */
export function nearTerms(terms: readonly NumberedTerm[], typed: string): string[] {
  const found = new Set<NumberedTerm>();

  function walk(from: number, to: number, depth: number, at: number, isEdited: boolean): void {
    if (from >= to) return;
    if (at === typed.length) {
      if (isEdited) for (let i = from; i < to; i++) found.add(terms[i]!);
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
    // Terms that end here come before all that continue.
    for (let child = firstFrom(terms, from, to, depth, 0); child < to; ) {
      const letter = terms[child]!.text.charCodeAt(depth);
      const end = firstFrom(terms, child, to, depth, letter + 1);
      if (letter !== code) {
        walk(child, end, depth + 1, at + 1, true);
        walk(child, end, depth + 1, at, true);
      }
      child = end;
    }
  }

  walk(0, terms.length, 0, 0, false);
  const commonest = [...found].sort((a, b) => a.number - b.number).map(({ text }) => text);
  const alike = commonest.filter((text) => text[0] === typed[0]);
  return (alike.length > 0 ? alike : commonest).slice(0, MOST_NEAR);
}

/** Narrows the terms from `from` to `to`, which are alike up to `depth`, to those with this letter there. */
function narrow(
  terms: readonly NumberedTerm[],
  from: number,
  to: number,
  depth: number,
  code: number,
): [number, number] {
  const start = firstFrom(terms, from, to, depth, code);
  return [start, firstFrom(terms, start, to, depth, code + 1)];
}

/** The first term whose letter at `depth` is at least this one. */
function firstFrom(
  terms: readonly NumberedTerm[],
  from: number,
  to: number,
  depth: number,
  code: number,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { text } = terms[middle]!;
    if (text.length <= depth || text.charCodeAt(depth) < code) low = middle + 1;
    else high = middle;
  }
  return low;
}
