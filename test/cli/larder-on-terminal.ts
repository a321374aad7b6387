import { LARDER } from '../contract/server-process.ts';
import { until } from '../until.ts';

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

/** Written to the terminal after the command has ended, so that everything the command wrote comes before it. */
const END = '<the end>';
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
  await Bun.spawn(['printf', END], { terminal }).exited;
  await until(() => shown.endsWith(END));
  return {
    status: child.exitCode,
    signal: child.signalCode,
    shown: shown.slice(0, -END.length).replaceAll('\r\n', '\n'),
    echoes,
  };
}
