/** Long enough for an e-mail address or a full name, and short enough for a line in a list. */
export const LONGEST_NAME = 64;

/** Letters, digits, `. _ - @ +` and single spaces, beginning with a letter or digit. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._@+-]| (?=[^ ]))*$/u;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u;

/** What is wrong with the name of an account; null when it is valid. */
export function faultOfName(name: string): string | null {
  if (countCharacters(name) > LONGEST_NAME) return `is longer than ${LONGEST_NAME} characters`;
  if (name === '') return 'is empty';
  return NAME.test(name)
    ? null
    : 'may contain letters, digits, single spaces and . _ - @ + and must begin with a letter or digit';
}

/** Names that fold to the same text are the same name. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** What is wrong with the label of a key; null when it is valid. */
export function faultOfLabel(label: string): string | null {
  if (label.trim() === '') return 'is empty';
  if (countCharacters(label) > LONGEST_NAME) return `is longer than ${LONGEST_NAME} characters`;
  return INVISIBLE.test(label) ? 'contains invisible characters' : null;
}

function countCharacters(text: string): number {
  return [...text].length;
}
