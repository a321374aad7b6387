import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './passwords.ts';

/** A password needs this many characters besides names that anyone can read on the page. */
const MIN_REST_LENGTH = 4;
/** Shorter words occur in good passwords by chance. */
const MIN_WORD_LENGTH = 4;
/** Words of the context, besides those of the account and the host. */
const OWN_WORDS = ['larder'];

/** Loaded on demand: it takes a megabyte, and most processes never see a new password. */
let common: Promise<ReadonlySet<string>> | null = null;

/** What may be wrong with a new password, in English. */
export const PASSWORD_FAULTS = {
  too_short: `has fewer than ${MIN_PASSWORD_LENGTH} characters`,
  too_long: `has more than ${MAX_PASSWORD_LENGTH} characters`,
  common: 'is one of the most common passwords',
  context: 'is little more than your user name or the name of this service',
} as const;
export type PasswordFault = keyof typeof PASSWORD_FAULTS;

/** What is wrong with the length of a new password; null when it is valid. */
function faultOfLength(password: string): PasswordFault | null {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) return 'too_short';
  return length > MAX_PASSWORD_LENGTH ? 'too_long' : null;
}

/**
 * What is wrong with a new password; null when it is valid. `words` are those an attacker tries first: the user name,
 * and the host of the service.
 */
export async function faultOfNewPassword(
  password: string,
  words: readonly string[],
): Promise<PasswordFault | null> {
  const fault = faultOfLength(password);
  if (fault !== null) return fault;
  const folded = fold(password);
  common ??= loadCommon();
  if ((await common).has(folded)) return 'common';
  return restWithout(folded, words).length < MIN_REST_LENGTH ? 'context' : null;
}

async function loadCommon(): Promise<ReadonlySet<string>> {
  const { default: list } = await import('@zxcvbn-ts/language-common/src/passwords.json');
  return new Set(list.filter((each) => each.length >= MIN_PASSWORD_LENGTH).map(fold));
}

/** What is left of a password without the words, and without the digits and signs that people put around them. */
function restWithout(folded: string, words: readonly string[]): string {
  const known = [...OWN_WORDS, ...words.flatMap((word) => [word, ...word.split(/[\s.@+_-]+/)])];
  const tried = known.map(fold).filter((word) => word.length >= MIN_WORD_LENGTH);
  const hasWord = tried.some((word) => folded.includes(word));
  if (!hasWord) return folded;
  return tried.reduce((rest, word) => rest.replaceAll(word, ''), folded).replace(/[^\p{L}]/gu, '');
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
