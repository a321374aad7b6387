import { parseArgs } from 'node:util';
import { PlainError } from '../../src/plain-error.ts';

/**
 * The flags of a measurement, those with a value and those without; any other is an error, before minutes are spent on
 * it.
 */
export function readFlags<Name extends string, Switch extends string = never>(
  args: readonly string[],
  names: readonly Name[],
  switches: readonly Switch[] = [],
): Partial<Record<Name, string> & Record<Switch, boolean>> {
  const options = Object.fromEntries([
    ...names.map((name) => [name, { type: 'string' as const }]),
    ...switches.map((name) => [name, { type: 'boolean' as const }]),
  ]);
  try {
    const { values } = parseArgs({ args: [...args], options });
    return values as Partial<Record<Name, string> & Record<Switch, boolean>>;
  } catch {
    const usage = [...names.map((name) => `--${name} VALUE`), ...switches.map((name) => `--${name}`)].join(
      ', ',
    );
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
