import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { memberOf } from '../member-of.ts';
import { nearestName } from '../nearest-name.ts';
import { type Given, type Option, type OptionTable, readValue, text, UsageError } from '../options.ts';
import { PlainError } from '../plain-error.ts';
import { SETTINGS } from '../server/config.ts';
import type { Command } from './command.ts';

/**
 * The configuration file: a member for every setting of the server, in TOML or JSON, and a table for the command below
 * with flags of its own. Every command that shares a setting with the server takes it from there.
 */
export const CONFIG = text(
  'FILE',
  'a configuration file (.toml or .json), which flags and variables override',
);
/** The command that runs unattended, from a timer, and so needs a place for its flags. */
const SECTION = 'pull';

/** The command with `--config`, where the file may have settings for it. */
export function withConfigFile(command: Command): Command {
  const names = Object.keys(command.options);
  if (!names.some((name) => Object.hasOwn(SETTINGS, name))) return command;
  return { ...command, options: { ...command.options, config: CONFIG } };
}

/** The members of a file that concern a command; those of its own table take precedence. */
export function readConfigFile(path: string, command: Command): ReadonlyMap<string, Given> {
  const { settings, section } = splitSections(parseFile(path), command.name);
  const shared = readMembers(path, null, settings, SETTINGS);
  const own = readMembers(path, command.name, section, command.options);
  return new Map([...shared].filter(([name]) => Object.hasOwn(command.options, name)).concat([...own]));
}

/** Only the members of a command's own table. */
export function readConfigSection(path: string, command: Command): ReadonlyMap<string, Given> {
  const { section } = splitSections(parseFile(path), command.name);
  return readMembers(path, command.name, section, command.options);
}

/** The path of the file, if there is one and it holds a secret. */
export function secretConfigFile(given: ReadonlyMap<string, Given>): string | null {
  const path = given.get('config')?.texts[0] ?? null;
  return path !== null && Object.entries(parseFile(path)).some(isSecretMember) ? path : null;
}

/** A setting that is one, or an address with one, also in the table of a command. */
function isSecretMember([name, value]: [string, unknown]): boolean {
  if (typeof value === 'object' && value !== null) return Object.entries(value).some(isSecretMember);
  return Boolean(memberOf(SETTINGS as OptionTable, name)?.isSecret) || mayHoldSecret(String(value));
}

/** Whether a value is an address with a password, or with whatever else may open what is at a web address. */
export function mayHoldSecret(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  const isOfWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return url.password !== '' || (isOfWeb && (url.username !== '' || url.search !== ''));
}

type Members = Readonly<Record<string, unknown>>;

function parseFile(path: string): Members {
  const text = readText(path);
  const kind = extname(path);
  if (kind === '.toml') return parseToml(path, text);
  if (kind === '.json') return parseJson(path, text);
  throw new PlainError(path, 'is not a .toml or .json file', 'rename it, or give another with --config');
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const what = code === 'ENOENT' ? 'no such file' : `cannot be read (${code})`;
    throw new PlainError(path, what, 'check the path given with --config or LARDER_CONFIG');
  }
}

function parseToml(path: string, text: string): Members {
  try {
    return Bun.TOML.parse(text) as Members;
  } catch (error) {
    const { message } = error as Error;
    const what = message.replace(/^TOML Parse error: /, '');
    throw new PlainError(`${path}:${lineOfFault(text)}`, what, 'correct it and try again');
  }
}

/** Bun does not say where it stopped. The error is in the statement after the longest part that parses. */
function lineOfFault(text: string): number {
  const lines = text.split('\n');
  for (let count = lines.length - 1; count > 0; count--) {
    try {
      Bun.TOML.parse(lines.slice(0, count).join('\n'));
      return count + 1;
    } catch {
      // Still too much.
    }
  }
  return 1;
}

function parseJson(path: string, text: string): Members {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new PlainError(path, 'is not valid JSON', 'correct it and try again');
  }
  if (isTable(parsed)) return parsed;
  throw new PlainError(path, 'is not a JSON object', 'write {"port": 8080} and so on');
}

function isTable(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function splitSections(members: Members, name: string): { settings: Members; section: Members } {
  const { [SECTION]: section, ...settings } = members;
  if (!isTable(section)) return { settings: members, section: {} };
  return { settings, section: name === SECTION ? section : {} };
}

function readMembers(
  path: string,
  section: string | null,
  members: Members,
  table: OptionTable,
): Map<string, Given> {
  const given = new Map<string, Given>();
  for (const [name, value] of Object.entries(members)) {
    const option = memberOf(table, name);
    if (option === undefined) throw unknownMember(path, section, name, table);
    const member = readMember(path, name, value, option);
    // An empty list is the same as none.
    if (member.texts.length > 0) given.set(name, member);
  }
  return given;
}

function readMember(path: string, name: string, value: unknown, option: Option<unknown>): Given {
  const texts = textsOf(value, option);
  if (texts === null) {
    throw new PlainError(path, `${name} takes ${kindOf(option)}`, 'see `larder serve --help`');
  }
  if (texts.length === 0) return { texts, from: path };
  try {
    readValue(option, { texts, from: name });
  } catch (error) {
    throw error instanceof UsageError
      ? new PlainError(path, error.message, 'correct it and try again')
      : error;
  }
  return { texts, from: path };
}

/** The value as a flag would have it; null if it is of the wrong kind. */
function textsOf(value: unknown, option: Option<unknown>): readonly string[] | null {
  const values = Array.isArray(value) ? value : [value];
  const texts = values.map((one) => textOf(one, option));
  if (texts.includes(null)) return null;
  if (option.repeated || (texts.length === 0 && isEmptyList(option.initial))) return texts as string[];
  // A list in one flag is separated by commas, as for --trust-proxy.
  if (Array.isArray(value)) return Array.isArray(option.initial) ? [texts.join(',')] : null;
  return texts as string[];
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function textOf(value: unknown, { placeholder }: Option<unknown>): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'boolean') return null;
  const word = value ? 'on' : 'off';
  return placeholder === null || placeholder.split('|').includes(word) ? word : String(value);
}

function kindOf(option: Option<unknown>): string {
  return Array.isArray(option.initial) ? 'text or a list of texts' : 'one text, number, or true or false';
}

function unknownMember(path: string, section: string | null, name: string, table: OptionTable): PlainError {
  const nearest = nearestName(name, [...Object.keys(table), ...(section === null ? [SECTION] : [])]);
  const remedy =
    nearest === null
      ? `\`larder ${section ?? 'serve'} --help\` lists them all`
      : `did you mean '${nearest}'?`;
  return new PlainError(path, `unknown setting '${name}'`, remedy);
}
