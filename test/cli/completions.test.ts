import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { larder } from '../contract/server-process.ts';
import { needing } from '../outside-programs.ts';

const SCRIPTS = Object.fromEntries(
  ['bash', 'zsh', 'fish'].map((shell) => [shell, larder(['completions', shell]).stdout]),
) as Record<'bash' | 'zsh' | 'fish', string>;

/** Every command with its flags, according to its help. */
const COMMANDS = [...larder('help').stdout.matchAll(/^ {2}(\S+(?: \S+)?) {2,}\S/gm)].map(([, name]) => {
  const help = larder([...name!.split(' '), '--help']).stdout;
  return { name: name!, flags: [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag!) };
});

/** What bash offers after these words; the last one is being typed. */
function offered(words: readonly string[], cwd = '/'): string[] {
  const script = `source /dev/stdin <<'SCRIPT'
${SCRIPTS.bash}
SCRIPT
COMP_WORDS=(larder "$@") COMP_CWORD=$#
_larder
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const run = spawnSync('bash', ['--norc', '-c', script, 'bash', ...words], { cwd, encoding: 'utf8' });
  expect(run.stderr).toBe('');
  return run.stdout.split('\n').filter((line) => line !== '');
}

describe('Completions in bash', () => {
  const { test } = needing('bash');

  test('offer every command, and the second word of two-word commands', () => {
    const names = COMMANDS.map(({ name }) => name.split(' '));
    const first = [...new Set(names.map(([word]) => word!))];
    expect(offered([''])).toEqual(expect.arrayContaining([...first, 'help', 'version']));
    expect(offered(['acc'])).toEqual(['account']);
    expect(offered(['key', '']).sort()).toEqual(['create', 'list', 'revoke', 'rotate']);
    expect(offered(['key', 're'])).toEqual(['revoke']);
  });

  test('offer every flag of every command', () => {
    expect(COMMANDS.length).toBeGreaterThan(20);
    for (const { name, flags } of COMMANDS) {
      expect([name, ...offered([...name.split(' '), '--']).sort()]).toEqual(
        [name, ...flags, '--help'].sort((a, b) => (a === name ? -1 : b === name ? 1 : a < b ? -1 : 1)),
      );
    }
  });

  test('offer only the words that a flag accepts', () => {
    expect(offered(['serve', '--limits', ''])).toEqual(['spec', 'off']);
    expect(offered(['serve', '--port', ''])).toEqual([]);
    expect(offered(['completions', ''])).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
    expect(offered(['find', '--sort', 'conf'])).toEqual(['confidence']);
    expect(offered(['find', '--sort', '-conf'])).toEqual(['-confidence']);
  });

  test('offer the plans where a plan is expected, wherever the flags are', () => {
    expect(offered(['account', 'plan', 'ada', 's'])).toEqual(['starter', 'scale']);
    expect(offered(['account', 'plan', '--data', 'here', 'ada', 's'])).toEqual(['starter', 'scale']);
    expect(offered(['account', 'plan', 's'])).toEqual([]);
    expect(offered(['account', 'admin', 'ada', 'o'])).toEqual(['on', 'off']);
  });

  test('offer the commands after help', () => {
    expect(offered(['help', 'ac'])).toEqual(['account']);
    expect(offered(['help', 'account', 'us'])).toEqual(['usage']);
    expect(offered(['help', 'search', ''])).toEqual([]);
  });

  test('offer files or folders where they are expected, with spaces in their names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-completions-'));
    writeFileSync(join(folder, 'my own.db'), '');
    mkdirSync(join(folder, 'data'));
    expect(offered(['serve', '--catalog', 'my'], folder)).toEqual(['my own.db']);
    expect(offered(['verify', 'my'], folder)).toEqual(['my own.db']);
    expect(offered(['info', 'my'], folder)).toEqual(['my own.db']);
    expect(offered(['info', '--json', 'my'], folder)).toEqual(['my own.db']);
    expect(offered(['serve', '--data', ''], folder)).toEqual(['data']);
    rmSync(folder, { recursive: true });
  });
});

describe.each(['zsh', 'fish'] as const)('Completions for %s', (shell) => {
  test('contain every command with every flag', () => {
    const lines = SCRIPTS[shell];
    for (const { name, flags } of COMMANDS) {
      const part = shell === 'zsh' ? caseOf(lines, name) : linesOf(lines, name);
      for (const flag of flags)
        expect(part).toContain(shell === 'zsh' ? `'${flag}[` : `-l ${flag.slice(2)} `);
      for (const word of name.split(' ')) expect(lines).toContain(`'${word}`);
    }
  });
});

function caseOf(script: string, name: string): string {
  const start = script.indexOf(`'${name}')`);
  return start === -1 ? '' : script.slice(start, script.indexOf(';;', start));
}

function linesOf(script: string, name: string): string {
  const seen = name
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ');
  return script
    .split('\n')
    .filter((line) => line.includes(`-n '${seen}'`))
    .join('\n');
}

test('An unknown shell is refused', () => {
  expect([larder('completions csh').status, larder('completions').status]).toEqual([2, 2]);
});
