import { LARDER } from '../contract/server-process.ts';

interface Typed {
  /** Typed once the terminal shows this text. */
  after: string;
  keys: string;
}

interface TerminalRun {
  status: number | null;
  signal: NodeJS.Signals | number | null;
  /** What the terminal showed, standard output and standard error together, with plain line ends. */
  shown: string;
  /** Whether the terminal echoes what is typed when the command has ended. */
  echoes: boolean;
}

interface TerminalOptions {
  columns?: number;
  typed?: readonly Typed[];
  cwd?: string;
  env?: Record<string, string>;
}

/** Nothing more comes after this long. */
const QUIET_MS = 100;
/** `ECHO` of termios. */
const ECHO = 8;

/** Runs larder as a person does, on a terminal of its own. */
export async function larderOnTerminal(
  args: readonly string[],
  { columns = 80, typed = [], cwd = '/', env = {} }: TerminalOptions = {},
): Promise<TerminalRun> {
  let shown = '';
  let seen = 0;
  const waiting = [...typed];
  const decoder = new TextDecoder();
  await using terminal = new Bun.Terminal({
    cols: columns,
    rows: 24,
    data(self, bytes) {
      shown += decoder.decode(bytes, { stream: true });
      for (let next = waiting[0]; next !== undefined && shown.includes(next.after, seen); next = waiting[0]) {
        waiting.shift();
        seen = shown.length;
        self.write(next.keys);
      }
    },
  });
  const child = Bun.spawn([...LARDER, ...args], {
    terminal,
    cwd,
    // What the tests themselves run on may be no terminal, or one without editing.
    env: { ...process.env, TERM: 'xterm', NO_COLOR: '1', ...env },
  });
  await child.exited;
  const echoes = (terminal.localFlags & ECHO) !== 0;
  // What it wrote last may still be on its way, for long on a busy machine.
  for (let before = -1; shown.length > before; await Bun.sleep(QUIET_MS)) before = shown.length;
  return {
    status: child.exitCode,
    signal: child.signalCode,
    shown: shown.replaceAll('\r\n', '\n'),
    echoes,
  };
}
