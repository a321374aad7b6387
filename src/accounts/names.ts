/** Long enough for an e-mail address or a full name, and short enough for a line in a list. */
export const LONGEST_NAME = 64;

/** Letters, digits, `. _ - @ +` and single spaces, beginning with a letter or digit. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._@+-]| (?=[^ ]))*$/u;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u;

/** What may be wrong with a name or a label, in English. */
export const NAME_FAULTS = {
  empty: 'is empty',
  too_long: `is longer than ${LONGEST_NAME} characters`,
  not_allowed:
    'may contain letters, digits, single spaces and . _ - @ + and must begin with a letter or digit',
  invisible: 'contains invisible characters',
} as const;
export type NameFault = keyof typeof NAME_FAULTS;

/** What is wrong with the name of an account; null when it is valid. */
export function faultOfName(name: string): NameFault | null {
  if (countCharacters(name) > LONGEST_NAME) return 'too_long';
  if (name === '') return 'empty';
  return NAME.test(name) ? null : 'not_allowed';
}

/** Names that fold to the same text are the same name. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** What is wrong with the label of a key; null when it is valid. */
export function faultOfLabel(label: string): NameFault | null {
  if (label.trim() === '') return 'empty';
  if (countCharacters(label) > LONGEST_NAME) return 'too_long';
  return INVISIBLE.test(label) ? 'invisible' : null;
}

function countCharacters(text: string): number {
  return [...text].length;
}
