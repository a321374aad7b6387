/** Why a line is not counted. Pages say it in the reader's language; everything else says it in English. */
export type Reason =
  | { kind: 'heading' | 'noIngredient' | 'noAmount' | 'tooMuch' }
  | { kind: 'noFood'; name: string }
  | { kind: 'noDensity' | 'noWeight'; unit: string; food: string };

/** `{name}` is replaced by a value of the reason. */
export const REASON_WORDS: Readonly<Record<Reason['kind'], string>> = {
  heading: 'a heading, not an ingredient',
  noIngredient: 'no ingredient named',
  noAmount: 'no amount given',
  tooMuch: 'more than anyone eats or cooks at once',
  noFood: 'no food found for “{name}”',
  noDensity: 'no density known for a {unit} of {food}',
  noWeight: 'no weight known for one {unit} of {food}',
};

export function reasonText(reason: Reason): string {
  const { kind, ...values } = reason;
  return Object.entries(values).reduce(
    (text, [place, value]) => text.replace(`{${place}}`, () => value),
    REASON_WORDS[kind],
  );
}
