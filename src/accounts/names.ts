import { onDemand } from '../on-demand.ts';

/** Long enough for an e-mail address or a full name, and short enough for a line in a list. */
export const MAX_NAME_LENGTH = 64;

/** Letters, digits, `. _ - @ +` and single spaces, beginning with a letter or digit. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._@+-]| (?=[^ ]))*$/u;
/** Scripts of names, each a group that is written together. Letters of all other scripts count as one more. */
const SCRIPTS = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
  ...'Arabic Armenian Bengali Cherokee Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'
    .split(' ')
    .map((script) => [script]),
];
/** Texts of one script, with digits and marks that all scripts share. */
const ONE_SCRIPT = onDemand(() =>
  SCRIPTS.map(
    (scripts) => new RegExp(`^[\\p{Script=Common}\\p{Script=Inherited}${inScripts(scripts)}]*$`, 'u'),
  ),
);
const NO_SCRIPT = onDemand(() => new RegExp(`^[^${inScripts(SCRIPTS.flat())}]*$`, 'u'));
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u;

/** What may be wrong with a name or a label, in English. */
export const NAME_FAULTS = {
  empty: 'is empty',
  too_long: `is longer than ${MAX_NAME_LENGTH} characters`,
  not_allowed:
    'may contain letters, digits, single spaces and . _ - @ + and must begin with a letter or digit',
  invisible: 'contains invisible characters',
  mixed_scripts: 'mixes letters of several scripts, such as Latin and Cyrillic, which look alike',
} as const;
export type NameFault = keyof typeof NAME_FAULTS;
export type LabelFault = Exclude<NameFault, 'mixed_scripts'>;

/** What is wrong with the name of an account, which may be older than the rules for new ones; null when it is valid. */
export function faultOfName(name: string): NameFault | null {
  if (countCharacters(name) > MAX_NAME_LENGTH) return 'too_long';
  if (name === '') return 'empty';
  return NAME.test(name) ? null : 'not_allowed';
}

/** What is wrong with the name of a new account; null when it is valid. */
export function faultOfNewName(name: string): NameFault | null {
  return faultOfName(name) ?? (isOfOneScript(name) ? null : 'mixed_scripts');
}

function isOfOneScript(name: string): boolean {
  return NO_SCRIPT().test(name) || ONE_SCRIPT().some((pattern) => pattern.test(name));
}

function inScripts(scripts: readonly string[]): string {
  return scripts.map((script) => `\\p{Script=${script}}`).join('');
}

/** Names that fold to the same text are the same name. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** What is wrong with the label of a key; null when it is valid. */
export function faultOfLabel(label: string): LabelFault | null {
  if (label.trim() === '') return 'empty';
  if (countCharacters(label) > MAX_NAME_LENGTH) return 'too_long';
  return INVISIBLE.test(label) ? 'invisible' : null;
}

function countCharacters(text: string): number {
  return [...text].length;
}
