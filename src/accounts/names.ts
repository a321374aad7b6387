/**
 * The names of accounts: 1 to 64 letters, digits and `. _ - @ +`, with single spaces between them, beginning with a
 * letter or digit. Upper and lower case are one. The labels of keys: 1 to 64 characters that can be seen.
 */
export const LONGEST_NAME = 64;
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._@+-]| (?=[^ ]))*$/u;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u;

/** What is wrong with the name of an account; null when nothing is. */
export function faultOfName(name: string): string | null {
  if (countCharacters(name) > LONGEST_NAME) return `is longer than ${LONGEST_NAME} characters`;
  if (name === '') return 'is empty';
  return NAME.test(name)
    ? null
    : 'may have letters, digits, single spaces and . _ - @ + and begins with a letter or digit';
}

/** Names that fold alike are the same name. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** What is wrong with the label of a key; null when nothing is. */
export function faultOfLabel(label: string): string | null {
  if (label.trim() === '') return 'is empty';
  if (countCharacters(label) > LONGEST_NAME) return `is longer than ${LONGEST_NAME} characters`;
  return UNSEEN.test(label) ? 'has characters that cannot be seen' : null;
}

function countCharacters(text: string): number {
  return [...text].length;
}
