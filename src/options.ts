import { memberOf } from './member-of.ts';
import { nearestName } from './nearest-name.ts';

/**
 * The flags of a command as data: parsing, environment variables, help and completions all come from one table. Every
 * flag has an environment variable `LARDER_…` of the same name. The command line takes precedence over the environment,
 * and that over a configuration file.
 */
export interface Option<Value> {
  /** The value's name in the help, such as `FILE`; null for a switch. */
  readonly placeholder: string | null;
  readonly help: string;
  readonly initial: Value;
  /** Whether it can be given several times; the values are then a list. */
  readonly repeated: boolean;
  /** Parses the value, or throws a UsageError that says what is wrong with it. */
  readonly read: (text: string) => unknown;
  /** Whether the value must not be shown. */
  readonly isSecret?: boolean;
  /** What completions offer, if the placeholder does not say it. */
  readonly words?: readonly string[];
}
// biome-ignore lint/suspicious/noExplicitAny: a table holds options of every type
export type OptionTable = Readonly<Record<string, Option<any>>>;
export type Values<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Option<infer Value> ? Value : never;
};

export interface CommandLine<Table extends OptionTable> {
  readonly values: Values<Table>;
  readonly positionals: readonly string[];
  /** What was given, by the name of the flag; defaults are not in it. */
  readonly given: ReadonlyMap<string, Given>;
}

/** The value of a flag as it was given. */
export interface Given {
  /** Several only for a flag that can be repeated. */
  readonly texts: readonly string[];
  /** A flag, an environment variable, or a file. */
  readonly from: string;
}

/** A wrong command line: exit status 2, and one line that says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function text(placeholder: string, help: string): Option<string | null> {
  return optional(placeholder, help, (value) => value);
}

export function texts(placeholder: string, help: string): Option<readonly string[]> {
  return { placeholder, help, initial: [], repeated: true, read: (value) => value };
}

export function flag(help: string): Option<boolean> {
  return { placeholder: null, help, initial: false, repeated: false, read: readSwitch };
}

/** One that has no value unless it is given. */
export function optional<Value>(placeholder: string, help: string, read: (value: string) => Value) {
  return withDefault<Value | null>(placeholder, null, help, read);
}

/** One that has this value unless it is given. */
export function withDefault<Value>(
  placeholder: string,
  initial: Value,
  help: string,
  read: (value: string) => Value,
): Option<Value> {
  return { placeholder, help, initial, repeated: false, read };
}

export function choice<const Choices extends readonly string[]>(
  choices: Choices,
  initial: Choices[number],
  help: string,
): Option<Choices[number]> {
  return withDefault(choices.join('|'), initial, help, (value) => {
    if (choices.includes(value)) return value;
    throw new UsageError(`takes ${listChoices(choices)}, not '${value}'`);
  });
}

/** `starter, pro or scale`. */
export function listChoices(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** The end of a message about a name that does not exist, if there is one like it. */
export function suggestName(typed: string, names: Iterable<string>, prefix = ''): string {
  const nearest = nearestName(typed, names);
  return nearest === null ? '' : ` (did you mean ${prefix}${nearest}?)`;
}

/** One or several of these words; can be given several times. */
export function choices<const Choices extends readonly string[]>(
  words: Choices,
  help: string,
): Option<readonly Choices[number][]> {
  const { placeholder, read } = choice(words, words[0]!, help);
  return { placeholder, help, initial: [], repeated: true, read };
}

/** A code such as fr, in either case. */
export function readLanguage(value: string): string {
  if (/^[a-z]{2}$/i.test(value)) return value.toLowerCase();
  throw new UsageError(`takes a two-letter language code such as fr, not '${value}'`);
}

export function integer(
  placeholder: string,
  initial: number,
  from: number,
  to: number,
  help: string,
): Option<number> {
  return withDefault(placeholder, initial, help, (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= from && number <= to) return number;
    throw new UsageError(`takes a whole number from ${from} to ${to}, not '${value}'`);
  });
}

/** An option with another default. */
export function withInitial<Value>(option: Option<Value | null>, initial: Value): Option<Value> {
  return { ...option, initial };
}

/**
 * Splits a command line into the values of its flags and its positional arguments. `readConfig` reads the file that
 * `--config` names, for commands that have this flag.
 */
export function parseOptions<Table extends OptionTable>(
  table: Table,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  readConfig: (path: string) => ReadonlyMap<string, Given> = () => new Map(),
): CommandLine<Table> {
  const { flags, positionals } = splitArguments(table, args);
  const given = new Map([...readEnvironment(table, environment), ...flags]);
  const config = given.get('config')?.texts[0];
  if (config !== undefined) {
    for (const [name, value] of readConfig(config)) if (!given.has(name)) given.set(name, value);
  }
  const values = Object.entries(table).map(([name, option]) => {
    const value = given.get(name);
    return [name, value === undefined ? option.initial : readValue(option, value)];
  });
  return { values: Object.freeze(Object.fromEntries(values)) as Values<Table>, positionals, given };
}

function readEnvironment(
  table: OptionTable,
  environment: Readonly<Record<string, string | undefined>>,
): Map<string, Given> {
  const given = new Map<string, Given>();
  for (const [name, { repeated }] of Object.entries(table)) {
    const from = variableOf(name);
    const value = memberOf(environment, from);
    if (value) given.set(name, { texts: repeated ? value.split(',') : [value], from });
  }
  return given;
}

function splitArguments(
  table: OptionTable,
  args: readonly string[],
): { flags: Map<string, Given>; positionals: string[] } {
  const flags = new Map<string, Given>();
  const positionals: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    if (arg === '--') {
      positionals.push(...args.slice(index + 1));
      break;
    }
    if (!arg.startsWith('--')) {
      if (arg.length > 1 && arg.startsWith('-')) throw new UsageError(`unknown flag ${arg}`);
      positionals.push(arg);
      continue;
    }
    const [name, inline] = splitFlag(arg);
    const option = memberOf(table, name);
    if (option === undefined)
      throw new UsageError(`unknown flag --${name}${suggestName(name, Object.keys(table), '--')}`);
    const value = inline ?? (option.placeholder === null ? 'on' : args[++index]);
    if (value === undefined) throw new UsageError(`--${name} needs a value: --${name} ${option.placeholder}`);
    const before = option.repeated ? (flags.get(name)?.texts ?? []) : [];
    flags.set(name, { texts: [...before, value], from: `--${name}` });
  }
  return { flags, positionals };
}

/** The environment variable of a flag. */
export function variableOf(name: string): string {
  return `LARDER_${name.toUpperCase().replaceAll('-', '_')}`;
}

function splitFlag(arg: string): [string, string | undefined] {
  const equals = arg.indexOf('=');
  return equals === -1 ? [arg.slice(2), undefined] : [arg.slice(2, equals), arg.slice(equals + 1)];
}

/** Parses a value as it was given, or throws a UsageError that begins with where it was given. */
export function readValue({ repeated, read }: Option<unknown>, { texts, from }: Given): unknown {
  try {
    return repeated ? texts.map(read) : read(texts[0]!);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${from} ${error.message}`) : error;
  }
}

function readSwitch(value: string): boolean {
  if (['on', 'true', 'yes', '1'].includes(value)) return true;
  if (['off', 'false', 'no', '0'].includes(value)) return false;
  throw new UsageError(`takes on or off, not '${value}'`);
}
