/**
 * The flags of a command as data: parsing, environment variables, help and completions all come from one table. Every
 * flag has an environment variable `LARDER_…` of the same name; the command line takes precedence.
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
}
// biome-ignore lint/suspicious/noExplicitAny: a table holds options of every type
export type OptionTable = Readonly<Record<string, Option<any>>>;
export type Values<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Option<infer Value> ? Value : never;
};

export interface CommandLine<Table extends OptionTable> {
  readonly values: Values<Table>;
  readonly positionals: readonly string[];
}

/** A wrong command line: exit status 2, and one line that says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function text(placeholder: string, help: string): Option<string | null> {
  return { placeholder, help, initial: null, repeated: false, read: (value) => value };
}

export function texts(placeholder: string, help: string): Option<readonly string[]> {
  return { placeholder, help, initial: [], repeated: true, read: (value) => value };
}

export function flag(help: string): Option<boolean> {
  return { placeholder: null, help, initial: false, repeated: false, read: readSwitch };
}

export function choice<const Choices extends readonly string[]>(
  choices: Choices,
  initial: Choices[number],
  help: string,
): Option<Choices[number]> {
  return {
    placeholder: choices.join('|'),
    help,
    initial,
    repeated: false,
    read(value) {
      if (!choices.includes(value)) throw new UsageError(`takes ${choices.join(' or ')}, not '${value}'`);
      return value;
    },
  };
}

/** One or several of these words; can be given several times. */
export function choices<const Choices extends readonly string[]>(
  words: Choices,
  help: string,
): Option<readonly Choices[number][]> {
  const { placeholder, read } = choice(words, words[0]!, help);
  return { placeholder, help, initial: [], repeated: true, read };
}

export function integer(
  placeholder: string,
  initial: number,
  from: number,
  to: number,
  help: string,
): Option<number> {
  return {
    placeholder,
    help,
    initial,
    repeated: false,
    read(value) {
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= from && number <= to)) {
        throw new UsageError(`takes a whole number from ${from} to ${to}, not '${value}'`);
      }
      return number;
    },
  };
}

/** The same option with a different default. */
export function withInitial<Value>(option: Option<Value | null>, initial: Value): Option<Value> {
  return { ...option, initial };
}

/** Splits a command line into the values of its flags and its positional arguments. */
export function parseOptions<Table extends OptionTable>(
  table: Table,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandLine<Table> {
  const values = new Map<string, unknown>();
  const positionals: string[] = [];
  for (const name of Object.keys(table)) {
    const fromEnvironment = environment[variableOf(name)];
    if (fromEnvironment) values.set(name, readAll(table, name, fromEnvironment, variableOf(name)));
  }
  const given = new Set<string>();
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
    const option = Object.hasOwn(table, name) ? table[name] : undefined;
    if (option === undefined) throw new UsageError(`unknown flag --${name}`);
    const value = inline ?? (option.placeholder === null ? 'on' : args[++index]);
    if (value === undefined) throw new UsageError(`--${name} needs a value: --${name} ${option.placeholder}`);
    const read = readOne(option, value, `--${name}`);
    const before = given.has(name) ? (values.get(name) as unknown[]) : [];
    values.set(name, option.repeated ? [...before, read] : read);
    given.add(name);
  }
  const filled = Object.entries(table).map(([name, option]) => [
    name,
    values.has(name) ? values.get(name) : option.initial,
  ]);
  return { values: Object.freeze(Object.fromEntries(filled)) as Values<Table>, positionals };
}

function variableOf(name: string): string {
  return `LARDER_${name.toUpperCase().replaceAll('-', '_')}`;
}

function splitFlag(arg: string): [string, string | undefined] {
  const equals = arg.indexOf('=');
  return equals === -1 ? [arg.slice(2), undefined] : [arg.slice(2, equals), arg.slice(equals + 1)];
}

function readAll(table: OptionTable, name: string, value: string, where: string): unknown {
  const option = table[name]!;
  return option.repeated
    ? value.split(',').map((part) => readOne(option, part, where))
    : readOne(option, value, where);
}

function readOne(option: Option<unknown>, value: string, where: string): unknown {
  try {
    return option.read(value);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${where} ${error.message}`) : error;
  }
}

function readSwitch(value: string): boolean {
  if (['on', 'true', 'yes', '1'].includes(value)) return true;
  if (['off', 'false', 'no', '0'].includes(value)) return false;
  throw new UsageError(`takes on or off, not '${value}'`);
}
