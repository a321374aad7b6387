import type { TSchema } from '@sinclair/typebox';
import { amount, integer, listChoices, type Option, optional, suggestName, UsageError } from '../options.ts';

/** Flags with the bounds, the choices and the words of the parameters of the API that they stand for. */

/** What the API says of a parameter, as the help of a flag says it. */
export function helpOf({ description = '' }: TSchema): string {
  return `${description.charAt(0).toLowerCase()}${description.slice(1)}`.replaceAll('`', '');
}

/** A whole number with a default. */
export function countFlag(parameter: TSchema): Option<number> {
  const { minimum, maximum, default: initial } = parameter;
  const help = `${helpOf(parameter)}, ${minimum} to ${maximum} (default: ${initial})`;
  return integer('N', initial, minimum, maximum, help);
}

/** A number above 0. */
export function amountFlag({ maximum }: TSchema, help: string): Option<number | null> {
  return amount('N', maximum, help);
}

/** One of a few words. */
export function wordFlag(placeholder: string, parameter: TSchema): Option<string | null> {
  const words: readonly string[] = parameter.enum;
  const help = `${helpOf(parameter)}: ${words.join(', ')}`;
  return { ...optional(placeholder, help, (text) => choose(text, words)), words };
}

/** Several texts or words, separated by commas or given one by one. */
export function listFlag(placeholder: string, parameter: TSchema): Option<readonly (readonly string[])[]> {
  const words: readonly string[] | undefined = parameter.items.enum;
  const read = (text: string) =>
    text.split(',').map((value) => (words === undefined ? value : choose(value.toLowerCase(), words)));
  return { placeholder, help: helpOf(parameter), initial: [], repeated: true, read };
}

/** A number from 0 to 1. */
export function shareFlag(parameter: TSchema): Option<number | null> {
  return optional('N', `${helpOf(parameter)}, 0 to 1`, (text) => {
    if (/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(text)) return Number(text);
    throw new UsageError(`takes a number from 0 to 1, not '${text}'`);
  });
}

function choose(text: string, words: readonly string[]): string {
  if (words.includes(text)) return text;
  throw new UsageError(`takes ${listChoices(words)}, not '${text}'${suggestName(text, words)}`);
}
