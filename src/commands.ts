import { type Command, type Console, refuseArguments } from './cli/command.ts';
import { readConfigFile, withConfigFile } from './cli/config-file.ts';
import { explainFailure } from './cli/failure.ts';
import { renderCommandHelp, renderHelp } from './cli/help.ts';
import { memberOf } from './member-of.ts';
import { nearestName } from './nearest-name.ts';
import { parseOptions, UsageError } from './options.ts';
import { VERSION } from './version.ts';

/**
 * The commands by name. Each is loaded only when it is called, so that a server does not load the build code, nor a
 * lookup the server.
 */
// biome-ignore lint/suspicious/noExplicitAny: a command knows its own options
const COMMANDS: Readonly<Record<string, () => Promise<Command<any>>>> = {
  serve: async () => (await import('./cli/commands/serve.ts')).serve,
  build: async () => (await import('./cli/commands/build.ts')).build,
  pull: async () => (await import('./cli/commands/pull.ts')).pull,
  packs: async () => (await import('./cli/commands/packs.ts')).packs,
  publish: async () => (await import('./cli/commands/publish.ts')).publish,
  'key-pair': async () => (await import('./cli/commands/key-pair.ts')).keyPair,
  rollback: async () => (await import('./cli/commands/rollback.ts')).rollback,
  slice: async () => (await import('./cli/commands/slice.ts')).slice,
  export: async () => (await import('./cli/commands/export.ts')).exportCommand,
  reload: async () => (await import('./cli/commands/reload.ts')).reload,
  verify: async () => (await import('./cli/commands/verify.ts')).verify,
  info: async () => (await import('./cli/commands/info.ts')).info,
  search: async () => (await import('./cli/commands/search.ts')).search,
  find: async () => (await import('./cli/commands/find.ts')).find,
  suggest: async () => (await import('./cli/commands/suggest.ts')).suggest,
  meal: async () => (await import('./cli/commands/meal.ts')).meal,
  recipe: async () => (await import('./cli/commands/recipe.ts')).recipe,
  food: async () => (await import('./cli/commands/food.ts')).food,
  barcode: async () => (await import('./cli/commands/barcode.ts')).barcode,
  mcp: async () => (await import('./cli/commands/mcp.ts')).mcp,
  config: async () => (await import('./cli/commands/config.ts')).config,
  health: async () => (await import('./cli/commands/health.ts')).health,
  completions: async () => (await import('./cli/commands/completions.ts')).completionsOf(loadCommands),
  'account create': async () => (await import('./cli/commands/account.ts')).accountCreate,
  'account list': async () => (await import('./cli/commands/account.ts')).accountList,
  'account plan': async () => (await import('./cli/commands/account.ts')).accountPlan,
  'account admin': async () => (await import('./cli/commands/account.ts')).accountAdmin,
  'account usage': async () => (await import('./cli/commands/account-usage.ts')).accountUsage,
  'account password': async () => (await import('./cli/commands/account.ts')).accountPassword,
  'account sign-out': async () => (await import('./cli/commands/account.ts')).accountSignOut,
  'account rotate': async () => (await import('./cli/commands/account.ts')).accountRotate,
  'account remove': async () => (await import('./cli/commands/account.ts')).accountRemove,
  'account migrate': async () => (await import('./cli/commands/account-migrate.ts')).accountMigrate,
  'account backup': async () => (await import('./cli/commands/account.ts')).accountBackup,
  audit: async () => (await import('./cli/commands/audit.ts')).audit,
  'key create': async () => (await import('./cli/commands/key.ts')).keyCreate,
  'key list': async () => (await import('./cli/commands/key.ts')).keyList,
  'key rotate': async () => (await import('./cli/commands/key.ts')).keyRotate,
  'key revoke': async () => (await import('./cli/commands/key.ts')).keyRevoke,
};

const EXIT_WRONG_USAGE = 2;
export const EXIT_FAILED = 1;

/**
 * Runs one command and returns the exit status: 0 for success, 1 for failure, 2 for a wrong command line. `beforeLoading` is
 * called with the name of the command before its code is loaded.
 */
export async function runCommand(
  args: readonly string[],
  console: Console,
  beforeLoading: (name: string) => void = () => {},
): Promise<number> {
  const [name, rest] = splitName(args);
  if (name === '' || name === 'help' || isHelpFlag(name)) return showHelpOn(rest, console);
  if (name === 'version' || name === '--version' || name === '-v' || name === '-V')
    return showVersion(rest, console);
  const wantsHelp = rest.some(isHelpFlag);
  if (isGroup(name) && wantsHelp) return showHelp(name, console);
  beforeLoading(name);
  const command = await findCommand(name);
  if (command === null) return refuseUnknown(name, console);
  if (wantsHelp) return showHelp(name, console);
  try {
    const line = parseOptions(command.options, rest, process.env, (path) => readConfigFile(path, command));
    refuseArguments(command, line.positionals);
    await command.run(line, console);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      return refuseUsage(name, error.message, console);
    }
    console.stderr.write(`larder: ${explainFailure(error)}\n`);
    return EXIT_FAILED;
  }
}

/** Splits off the name of the command, which is one or two words. */
function splitName(args: readonly string[]): [name: string, rest: readonly string[]] {
  const [first = '', second] = args;
  const isPair = isGroup(first) && second !== undefined && !second.startsWith('-');
  return isPair ? [`${first} ${second}`, args.slice(2)] : [first, args.slice(1)];
}

/** Whether this word starts the names of several commands, as in `key list`. */
function isGroup(word: string): boolean {
  return Object.keys(COMMANDS).some((name) => name.startsWith(`${word} `));
}

function loadCommands(): Promise<Command[]> {
  return Promise.all(Object.values(COMMANDS).map(async (load) => withConfigFile(await load())));
}

async function findCommand(name: string): Promise<Command | null> {
  const load = memberOf(COMMANDS, name);
  return load === undefined ? null : withConfigFile(await load());
}

function isHelpFlag(word: string): boolean {
  return word === '--help' || word === '-h';
}

/** The help on what the arguments name, or on everything: `larder help key list`. */
async function showHelpOn(args: readonly string[], console: Console): Promise<number> {
  const [name, rest] = splitName(args.filter((word) => !isHelpFlag(word)));
  if (rest.length > 0) return refuseUsage('help', unexpected(rest), console);
  return showHelp(name === 'help' || name === 'version' ? '' : name, console);
}

async function showVersion(args: readonly string[], console: Console): Promise<number> {
  if (args.some(isHelpFlag)) return showHelp('', console);
  if (args.length > 0) return refuseUsage('version', unexpected(args), console);
  console.stdout.write(`larder ${VERSION}\n`);
  return 0;
}

async function showHelp(name: string, console: Console): Promise<number> {
  if (name === '' || isGroup(name)) {
    const loads = Object.entries(COMMANDS).filter(([full]) => name === '' || full.startsWith(`${name} `));
    const commands = await Promise.all(loads.map(([, load]) => load()));
    console.stdout.write(renderHelp(commands));
    return 0;
  }
  const command = await findCommand(name);
  if (command === null) return refuseUnknown(name, console);
  console.stdout.write(renderCommandHelp(command));
  return 0;
}

function unexpected([first]: readonly string[]): string {
  return `unexpected argument '${first}'`;
}

function refuseUsage(name: string, why: string, { stderr }: Console): number {
  stderr.write(`larder ${name}: ${why}; see \`larder ${name} --help\`\n`);
  return EXIT_WRONG_USAGE;
}

/** Compares only the word that is wrong: `account foo` has nothing in common with `account list` but its group. */
function nearestCommand(name: string): string | null {
  const names = Object.keys(COMMANDS);
  const [group = '', wrong] = name.split(' ');
  if (wrong === undefined) return nearestName(name, new Set(names.map((known) => known.split(' ')[0]!)));
  const prefix = `${group} `;
  const seconds = names
    .filter((known) => known.startsWith(prefix))
    .map((known) => known.slice(prefix.length));
  const nearest = nearestName(wrong, seconds);
  return nearest === null ? null : prefix + nearest;
}

function refuseUnknown(name: string, { stderr }: Console): number {
  const nearest = nearestCommand(name);
  const meant = nearest === null ? '' : ` (did you mean '${nearest}'?)`;
  const what = isGroup(name) ? `'${name}' is not a complete command` : `unknown command '${name}'${meant}`;
  stderr.write(`larder: ${what}; run \`larder help\` for a list\n`);
  return EXIT_WRONG_USAGE;
}
