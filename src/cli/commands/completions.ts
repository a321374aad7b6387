import { UsageError } from '../../options.ts';
import type { Command } from '../command.ts';
import { type Completed, renderBash, renderFish, renderZsh, type Values } from '../completion-scripts.ts';

const SHELLS: Readonly<Record<string, (commands: readonly Completed[]) => string>> = {
  bash: renderBash,
  zsh: renderZsh,
  fish: renderFish,
};

/** The command that writes what a shell needs to complete all commands, from the tables that they are parsed by. */
export function completionsOf(loadCommands: () => Promise<Command[]>): Command<Record<never, never>> {
  return {
    name: 'completions',
    usage: Object.keys(SHELLS).join('|'),
    summary: 'Print the completions for a shell',
    details: [
      'For bash: larder completions bash > ~/.local/share/bash-completion/completions/larder.',
      'For zsh: into a file _larder in a folder of $fpath.',
      'For fish: into ~/.config/fish/completions/larder.fish.',
    ],
    options: {},
    async run({ positionals }, { stdout }) {
      const [shell = '', ...rest] = positionals;
      const render = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
      if (render === undefined || rest.length > 0) {
        throw new UsageError(`give one of ${Object.keys(SHELLS).join(', ')}`);
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

/** What may stand there, as far as its placeholder tells: `on|off` are words, `URL|DIR` are kinds. */
function valuesOf(placeholder: string): Values {
  const parts = placeholder.split('|');
  if (parts.length > 1 && parts.every((part) => /^[a-z][a-z-]*$/.test(part)))
    return { kind: 'words', words: parts };
  if (/FILE|INPUT/.test(placeholder)) return { kind: 'files' };
  if (/DIR/.test(placeholder)) return { kind: 'folders' };
  return { kind: 'text' };
}
