/** What completions need to know about a command. */
export interface Completed {
  /** The one or two words of its name. */
  words: readonly string[];
  summary: string;
  /** What its arguments are; those after the last are of its kind. */
  positionals: readonly Values[];
  flags: readonly { name: string; help: string; values: Values | null }[];
}

/** The kind of value that a flag or an argument takes. */
export type Values = { kind: 'text' | 'files' | 'folders' } | { kind: 'words'; words: readonly string[] };

export function renderBash(commands: readonly Completed[]): string {
  const flags = commands.map(
    (command) => `    ${quote(nameOf(command))}) flags=${quote(flagList(command))} ;;`,
  );
  const valued = commands.map(
    (command) => `    ${quote(nameOf(command))}) valued=${quote(valuedFlags(command))} ;;`,
  );
  const values = commands.flatMap((command) => [
    ...command.flags.map(({ name, values }) => bashValues(`${nameOf(command)} --${name}`, values)),
    ...command.positionals.map((positional, at, { length }) =>
      bashValues(`${nameOf(command)} `, positional, at === length - 1 ? '*' : String(at)),
    ),
  ]);
  return `# bash completion for larder
_larder_paths() {
  # Split at newlines only, since names may contain spaces.
  local IFS=$'\\n'
  COMPREPLY=($(compgen "$1" -- "$2"))
}
_larder() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} name=\${COMP_WORDS[1]}
  local flags= valued= first=2 place=0 at
  COMPREPLY=()
  if (( COMP_CWORD == 1 )) || [[ $name == help && $COMP_CWORD == 2 ]]; then
    COMPREPLY=($(compgen -W ${quote(firstWords(commands).join(' '))} -- "$cur"))
    return
  fi
  [[ $name == help ]] && name=\${COMP_WORDS[2]} first=3
  case $name in
${groupsOf(commands)
  .map(
    ({ word, seconds }) => `    ${word})
      if (( COMP_CWORD == first )); then
        COMPREPLY=($(compgen -W ${quote(seconds.map((second) => second.word).join(' '))} -- "$cur"))
        return
      fi
      name="$name \${COMP_WORDS[first]}" first=$((first + 1)) ;;`,
  )
  .join('\n')}
  esac
  [[ \${COMP_WORDS[1]} == help ]] && return
  case $name in
${valued.join('\n')}
  esac
  # Which argument this is: flags and their values do not count.
  for (( at = first; at < COMP_CWORD; at++ )); do
    [[ \${COMP_WORDS[at]} == --* || " $valued " == *" \${COMP_WORDS[at-1]} "* ]] || place=$((place + 1))
  done
  # After a switch, complete as if it were not there.
  [[ " $valued " == *" $prev "* ]] || prev=$place
  case "$name $prev" in
${values.filter((line) => line !== null).join('\n')}
  esac
  case $name in
${flags.join('\n')}
  esac
  [[ $cur == -* || \${#COMPREPLY[@]} == 0 && -z $cur ]] && COMPREPLY+=($(compgen -W "$flags --help" -- "$cur"))
}
complete -o filenames -F _larder larder
`;
}

/** A line of bash for the value of a flag, after which nothing else is offered, or for an argument: its index, or `*`. */
function bashValues(words: string, values: Values | null, argument = ''): string | null {
  if (values === null) return null;
  const end = argument === '' ? ' return' : '';
  if (argument === '*' && values.kind === 'text') return null;
  return `    ${quote(words)}${argument}) ${completionOf(values, 'bash')}${end} ;;`;
}

export function renderZsh(commands: readonly Completed[]): string {
  const cases = commands.map((command) => {
    const flags = command.flags.map(({ name, help, values }) =>
      quote(`--${name}[${zshText(help)}]${values === null ? '' : `:${name}:${completionOf(values, 'zsh')}`}`),
    );
    const lines = [
      ...flags,
      quote('--help[show help]'),
      ...command.positionals.map((positional, at, { length }) =>
        quote(`${at === length - 1 ? '*' : at + 1}:argument:${completionOf(positional, 'zsh')}`),
      ),
    ];
    return `    ${quote(nameOf(command))})\n      _arguments ${lines.join(' \\\n        ')} ;;`;
  });
  const groups = groupsOf(commands);
  return `#compdef larder
_larder() {
  local -a commands
  commands=(
${firstOf(commands)
  .map(({ word, summary }) => `    ${quote(`${word}:${summary}`)}`)
  .join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local name=$words[2]
  case $name in
${groups
  .map(
    ({ word, seconds }) => `    ${word})
      commands=(${seconds.map((second) => quote(`${second.word}:${second.summary}`)).join(' ')})
      if (( CURRENT == 3 )); then
        _describe command commands
        return
      fi
      name="$name $words[3]"
      shift words
      (( CURRENT-- )) ;;`,
  )
  .join('\n')}
  esac
  shift words
  (( CURRENT-- ))
  case $name in
    help)
      (( CURRENT == 2 )) && _describe command commands ;;
${cases.join('\n')}
  esac
}
if [[ $funcstack[1] == _larder ]]; then _larder "$@"; else compdef _larder larder; fi
`;
}

/** Brackets and colons have a special meaning in zsh. */
function zshText(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&');
}

export function renderFish(commands: readonly Completed[]): string {
  const lines = ['# fish completion for larder', 'complete -c larder -f'];
  const groups = groupsOf(commands);
  for (const { word, summary } of firstOf(commands)) {
    lines.push(`complete -c larder -n __fish_use_subcommand -a ${quote(word)} -d ${fishQuote(summary)}`);
  }
  for (const { word, seconds } of groups) {
    const isFirst = `__fish_seen_subcommand_from ${word}; and not __fish_seen_subcommand_from ${seconds.map((second) => second.word).join(' ')}`;
    for (const second of seconds) {
      lines.push(
        `complete -c larder -n ${quote(isFirst)} -a ${quote(second.word)} -d ${fishQuote(second.summary)}`,
      );
    }
  }
  for (const command of commands) {
    const seen = command.words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    for (const { name, help, values } of command.flags) {
      const value = values === null ? '' : ` ${completionOf(values, 'fish')}`;
      lines.push(`complete -c larder -n ${quote(seen)} -l ${name}${value} -d ${fishQuote(help)}`);
    }
    for (const positional of command.positionals) {
      if (positional.kind === 'words') {
        lines.push(`complete -c larder -n ${quote(seen)} -a ${quote(positional.words.join(' '))}`);
      } else if (positional.kind !== 'text') lines.push(`complete -c larder -n ${quote(seen)} -F`);
    }
  }
  const named = quote(firstWords(commands).join(' '));
  lines.push(`complete -c larder -n ${quote('__fish_seen_subcommand_from help')} -a ${named}`);
  return `${lines.join('\n')}\n`;
}

/** What completes a value in the language of each shell. */
const COMPLETIONS = {
  files: { bash: '_larder_paths -f "$cur";', zsh: '_files', fish: '-r -F' },
  folders: {
    bash: '_larder_paths -d "$cur";',
    zsh: '_files -/',
    fish: "-x -a '(__fish_complete_directories)'",
  },
  text: { bash: ':;', zsh: ' ', fish: '-x' },
} as const;

function completionOf(values: Values, shell: 'bash' | 'zsh' | 'fish'): string {
  if (values.kind !== 'words') return COMPLETIONS[values.kind][shell];
  const words = values.words.join(' ');
  return {
    bash: `COMPREPLY=($(compgen -W ${quote(words)} -- "$cur"));`,
    zsh: `(${words})`,
    fish: `-x -a ${quote(words)}`,
  }[shell];
}

const nameOf = ({ words }: Completed) => words.join(' ');
const valuedFlags = ({ flags }: Completed) =>
  flags
    .filter(({ values }) => values !== null)
    .map(({ name }) => `--${name}`)
    .join(' ');
const flagList = ({ flags }: Completed) => flags.map(({ name }) => `--${name}`).join(' ');

interface Word {
  word: string;
  summary: string;
}

/** The two-word commands, grouped by their first word. */
function groupsOf(commands: readonly Completed[]): { word: string; seconds: Word[] }[] {
  const pairs = commands.filter(({ words }) => words.length > 1);
  return [...Map.groupBy(pairs, ({ words }) => words[0]!)].map(([word, group]) => ({
    word,
    seconds: group.map(({ words, summary }) => ({ word: words[1]!, summary })),
  }));
}

/** The possible first words. */
function firstOf(commands: readonly Completed[]): Word[] {
  const singles = commands.filter(({ words }) => words.length === 1);
  return [
    ...singles.map(({ words, summary }) => ({ word: words[0]!, summary })),
    ...groupsOf(commands).map(({ word, seconds }) => ({
      word,
      summary: seconds.map((second) => second.word).join(', '),
    })),
    { word: 'help', summary: 'List the commands' },
    { word: 'version', summary: 'Show the version' },
  ];
}

function firstWords(commands: readonly Completed[]): string[] {
  return firstOf(commands).map(({ word }) => word);
}

/** Quotes text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuote(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
