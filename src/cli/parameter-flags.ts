import type { TProperties, TSchema } from '@sinclair/typebox';
import type { ValuesOf } from '../operations/parameter.ts';
import {
  flag,
  integer,
  listChoices,
  type Option,
  optional,
  readLanguage,
  suggestName,
  text,
  UsageError,
  withDefault,
} from '../options.ts';

/** Flags with the bounds, the choices and the words of the parameters that they stand for. */

type FlagsOf<Parameters extends TProperties> = {
  readonly [Name in keyof Parameters]: Option<ValuesOf<Parameters>[Name]>;
};

export function flagsOf<Parameters extends TProperties>(parameters: Parameters): FlagsOf<Parameters> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, flagOf(parameter)]),
  ) as FlagsOf<Parameters>;
}

/** `placeholder` stands for a text or a word in the help; without one, the words themselves do. */
export function flagOf(parameter: TSchema, placeholder?: string): Option<unknown> {
  const { type, minimum, maximum, default: initial = null, enum: words, pattern } = parameter;
  const help = helpOf(parameter);
  if (type === 'boolean') return flag(help);
  if (type === 'array') return listFlag(placeholder ?? 'NAME', parameter);
  if (type === 'integer')
    return integer('N', initial, minimum, maximum, `${help}, ${minimum} to ${maximum} (default: ${initial})`);
  if (type === 'number') return numberFlag(parameter);
  if (words !== undefined) {
    const read = (word: string) => choose(word, words);
    if (placeholder === undefined) return optional(words.join('|'), help, read);
    return { ...optional(placeholder, `${help}: ${words.join(', ')}`, read), words };
  }
  return pattern === undefined ? text(placeholder ?? 'TEXT', help) : optional('CODE', help, readLanguage);
}

/** What the API says of a parameter, as the help of a flag says it. */
export function helpOf({ description = '' }: TSchema): string {
  return `${description.charAt(0).toLowerCase()}${description.slice(1)}`.replaceAll('`', '');
}

function numberFlag(parameter: TSchema): Option<number | null> {
  const { minimum: from, exclusiveMinimum: above, maximum: to, default: initial = null } = parameter;
  const bounds = from === undefined ? `above ${above}, at most ${to}` : `from ${from} to ${to}`;
  const shown = initial === null ? '' : ` (default: ${initial})`;
  const help = `${helpOf(parameter)}${from === undefined ? '' : `, ${from} to ${to}`}${shown}`;
  return withDefault<number | null>('N', initial, help, (value) => {
    const number = /^\d{1,9}(?:\.\d{1,9})?$/.test(value) ? Number(value) : Number.NaN;
    if (number <= to && (from === undefined ? number > above : number >= from)) return number;
    throw new UsageError(`takes a number ${bounds}, not '${value}'`);
  });
}

/** Several texts or words, separated by commas or given one by one. */
function listFlag(placeholder: string, parameter: TSchema): Option<readonly (readonly string[])[]> {
  const words: readonly string[] | undefined = parameter.items.enum;
  const read = (text: string) =>
    text.split(',').map((value) => (words === undefined ? value : choose(value.toLowerCase(), words)));
  return { placeholder, help: helpOf(parameter), initial: [], repeated: true, read };
}

function choose(text: string, words: readonly string[]): string {
  if (words.includes(text)) return text;
  throw new UsageError(`takes ${listChoices(words)}, not '${text}'${suggestName(text, words)}`);
}
