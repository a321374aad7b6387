/**
 * Remembers the answers of a pure function of a text. Brands, servings and tags repeat by the thousand in a dump, and
 * looking an answer up takes a tenth of the time of working it out again.
 */
export function remember<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as Answer;
    const made = answer(text);
    // What comes after so many different texts is rare, and need not be kept.
    if (known.size < MOST_REMEMBERED && text.length <= LONGEST_REMEMBERED) known.set(text, made);
    return made;
  };
}

const MOST_REMEMBERED = 20_000;
const LONGEST_REMEMBERED = 200;
