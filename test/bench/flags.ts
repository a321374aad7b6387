import { parseArgs } from 'node:util';
import { PlainError } from '../../src/plain-error.ts';

/** The flags of a bench, each with a value; any other is an error, before minutes are spent on it. */
export function readFlags<Name extends string>(
  args: readonly string[],
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({ args: [...args], options }).values as Partial<Record<Name, string>>;
  } catch {
    const usage = names.map((name) => `--${name} VALUE`).join(', ');
    throw new PlainError(args.join(' '), 'cannot be read', `the flags are ${usage}`);
  }
}

/** A whole number above 0. */
export function readCount(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new PlainError(text, 'not a whole number above 0', 'give one such as 1000');
}
