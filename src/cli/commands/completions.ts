import { memberOf } from '../../member-of.ts';
import { UsageError } from '../../options.ts';
import type { Command } from '../command.ts';
import { type Completed, renderBash, renderFish, renderZsh, type Values } from '../completion-scripts.ts';

const SHELLS: Readonly<Record<string, (commands: readonly Completed[]) => string>> = {
  bash: renderBash,
  zsh: renderZsh,
  fish: renderFish,
};

/** Generates shell completions from the same option tables that the commands are parsed with. */
export function completionsOf(loadCommands: () => Promise<Command[]>): Command<Record<never, never>> {
  return {
    name: 'completions',
    usage: Object.keys(SHELLS).join('|'),
    summary: 'Print the completion script for a shell',
    details: [
      'Save the output where the shell looks for completions. bash:',
      '~/.local/share/bash-completion/completions/larder. zsh: a file named _larder in a directory of $fpath.',
      'fish: ~/.config/fish/completions/larder.fish.',
    ],
    options: {},
    async run({ positionals }, { stdout }) {
      const [shell = '', ...rest] = positionals;
      const render = memberOf(SHELLS, shell);
      if (render === undefined || rest.length > 0) {
        throw new UsageError(`name one shell: ${Object.keys(SHELLS).join(', ')}`);
      }
      stdout.write(render((await loadCommands()).map(complete)));
    },
  };
}

function complete({ name, summary, usage, options }: Command): Completed {
  return {
    words: name.split(' '),
    summary,
    positionals: positionalsOf(usage),
    flags: Object.entries(options).map(([flag, { placeholder, help, words }]) => ({
      name: flag,
      help,
      values: placeholder === null ? null : words ? { kind: 'words', words } : valuesOf(placeholder),
    })),
  };
}

/** What comes before the flags: `[FILE] [--data DIR]` is one file. */
function positionalsOf(usage: string): Values[] {
  const words = usage.split(' ');
  const flags = words.findIndex((word) => /^\[?--/.test(word));
  const positionals = flags === -1 ? words : words.slice(0, flags);
  return positionals.map((word) => valuesOf(word.replace(/^\[(.*)\]$/, '$1')));
}

/** What a placeholder stands for: `on|off` are literal words, `URL|DIR` are kinds of values. */
function valuesOf(placeholder: string): Values {
  const parts = placeholder.split('|');
  if (parts.length > 1 && parts.every((part) => /^[a-z][a-z-]*$/.test(part)))
    return { kind: 'words', words: parts };
  if (/FILE|INPUT/.test(placeholder)) return { kind: 'files' };
  if (/DIR/.test(placeholder)) return { kind: 'folders' };
  return { kind: 'text' };
}
