/**
 * Caches the results of a pure function of a text. Brands, servings and tags repeat by the thousand in a dump, and a
 * lookup takes a tenth of the time of computing the result again.
 */
export function remember<Answer>(
  answer: (text: string) => Answer,
  most = MAX_REMEMBERED,
): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as Answer;
    const made = answer(text);
    // Texts that first appear after this many others are rare, and not worth keeping.
    if (known.size < most && text.length <= MAX_REMEMBERED_LENGTH) known.set(text, made);
    return made;
  };
}

const MAX_REMEMBERED = 20_000;
const MAX_REMEMBERED_LENGTH = 200;
