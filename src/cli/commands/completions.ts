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
      '~/.local/share/bash-completion/completions/larder. zsh: a file named _larder in a folder of $fpath.',
      'fish: ~/.config/fish/completions/larder.fish.',
    ],
    options: {},
    async run({ positionals }, { stdout }) {
      const [shell = '', ...rest] = positionals;
      const render = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
      if (render === undefined || rest.length > 0) {
        throw new UsageError(`name one shell: ${Object.keys(SHELLS).join(', ')}`);
      }
      stdout.write(render((await loadCommands()).map(complete)));
      return 0;
    },
  };
}

function complete({ name, summary, usage, options }: Command): Completed {
  const [first = ''] = usage.split(' ');
  return {
    words: name.split(' '),
    summary,
    positional: /^[[-]/.test(first) ? { kind: 'text' } : valuesOf(first),
    flags: Object.entries(options).map(([flag, { placeholder, help }]) => ({
      name: flag,
      help,
      values: placeholder === null ? null : valuesOf(placeholder),
    })),
  };
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
