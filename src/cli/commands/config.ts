import { dataDirectory } from '../../data-directory.ts';
import { memberOf } from '../../member-of.ts';
import { flag, type Given, type Option, type OptionTable, UsageError, variableOf } from '../../options.ts';
import { checkConfig } from '../../server/check-config.ts';
import { SETTINGS } from '../../server/config.ts';
import { findExposedSecrets } from '../../server/exposed-secrets.ts';
import type { Command } from '../command.ts';
import { CONFIG, mayHoldSecret, readConfigSection, secretConfigFile } from '../config-file.ts';
import { USUAL_WIDTH, wrap } from '../table.ts';
import { pull } from './pull.ts';

const OPTIONS = {
  ...SETTINGS,
  config: CONFIG,
  print: flag('print the settings and where each of them comes from'),
  example: flag('print a file to start from, with every setting explained'),
} as const satisfies OptionTable;

export const config: Command<typeof OPTIONS> = {
  name: 'config',
  usage: '[--print | --example] [--config FILE]',
  summary: 'Check the configuration, or print it',
  details: [
    'Takes the flags of `larder serve`. Flags override environment variables, and those override the file.',
    'What --print writes can be saved as a configuration file; secrets are left out.',
  ],
  options: OPTIONS,
  async run({ values, given }, { stdout, stderr }) {
    if (values.print && values.example) throw new UsageError('give --print or --example, not both');
    if (values.example) {
      stdout.write(renderExample());
      return;
    }
    const file = values.config;
    // Including the table of the pull, which a server does not read.
    const pulling = file === null ? new Map() : readConfigSection(file, pull as Command);
    if (values.print) {
      stdout.write(renderSettings(given, pulling, values.data));
      return;
    }
    await checkConfig(values);
    for (const { message } of findExposedSecrets(values, secretConfigFile(given)))
      stderr.write(`larder: warning: ${message}\n`);
    const count = [...given.keys()].filter((name) => Object.hasOwn(SETTINGS, name)).length + pulling.size;
    stdout.write(`${describeCount(file, count)}\n`);
  },
};

function describeCount(file: string | null, count: number): string {
  if (count === 0) return `${file === null ? '' : `${file}: `}no settings given; the defaults apply`;
  const verdict =
    count === 1 ? '1 setting given, and it is valid' : `${count} settings given, all of them valid`;
  return `${file ?? 'no file'}: ${verdict}`;
}

function renderSettings(
  given: ReadonlyMap<string, Given>,
  pulling: ReadonlyMap<string, Given>,
  data: string | null,
): string {
  const lines = Object.entries(SETTINGS).map(([name, option]) =>
    renderSetting(name, option, given.get(name)),
  );
  const options: OptionTable = pull.options;
  const pullLines = [...pulling].map(([name, value]) => renderSetting(name, memberOf(options, name)!, value));
  return [
    '# Settings of larder serve. Flags override variables, and those this file.',
    ...lines,
    `# The data directory is ${dataDirectory(data)}`,
    ...(pullLines.length === 0 ? [] : ['', '# Flags of larder pull.', '[pull]', ...pullLines]),
    '',
  ].join('\n');
}

function renderSetting(name: string, option: Option<unknown>, given: Given | undefined): string {
  if (given === undefined) {
    return option.initial === null ? `# ${name} is not set` : `${name} = ${toml(option.initial)} # default`;
  }
  if (option.isSecret || given.texts.some(mayHoldSecret)) {
    return `# ${name} is hidden; from ${given.from}. ${variableOf(name)} keeps it out of the file`;
  }
  return `${name} = ${toml(givenValue(option, given))} # ${given.from}`;
}

function renderExample(): string {
  const describe = ([name, option]: [string, Option<unknown>]) => [
    '',
    ...wrap(option.help, USUAL_WIDTH - 2).map((line) => `# ${line}`),
    `#${name} = ${toml(option.initial ?? '')}`,
  ];
  const pulling = Object.entries(pull.options).filter(([name]) => !Object.hasOwn(SETTINGS, name));
  return [
    '# A configuration of larder: larder serve --config FILE, or LARDER_CONFIG=FILE.',
    '# Remove the # in front of a setting to change it. Flags and environment',
    '# variables override the file; `larder config --print` shows what is in effect.',
    ...Object.entries(SETTINGS).flatMap(describe),
    '',
    '# Flags of larder pull.',
    '#[pull]',
    ...pulling.flatMap(describe),
    '',
  ].join('\n');
}

/** As it was given: parsing may have lost the form. */
function givenValue(option: Option<unknown>, { texts }: Given): unknown {
  if (option.repeated) return texts;
  const [text = ''] = texts;
  if (Array.isArray(option.initial)) return text.split(',').map((part) => part.trim());
  return typeof option.read(text) === 'number' ? Number(text) : text;
}

/** JSON's strings, numbers and lists of them are written the same in TOML. */
function toml(value: unknown): string {
  return JSON.stringify(value);
}
