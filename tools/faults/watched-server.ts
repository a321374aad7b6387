import { LARDER } from '../../test/contract/server-process.ts';

/** A server that may run for long: of its log only failures are kept. */
export interface WatchedServer {
  origin: URL;
  pid: number;
  /** Faults it has logged so far. */
  faults(): number;
  /** The log lines with the last fault or failure of the accounts; empty if there was none. */
  lastFailure(): string;
  /** Null while it runs. */
  exitCode(): number | null;
  stop(signal?: NodeJS.Signals): Promise<number>;
}

const FAULT = '"event":"fault"';
const ACCOUNTS_FAILED = '"event":"accounts failed"';

export async function startWatched(
  flags: readonly string[],
  command: readonly string[] = LARDER,
): Promise<WatchedServer> {
  const child = Bun.spawn([...command, 'serve', '--port', '0', '--log-format', 'json', ...flags], {
    stdout: 'ignore',
    stderr: 'pipe',
    env: { ...process.env, XDG_DATA_HOME: '/nonexistent' },
  });
  const listening = Promise.withResolvers<URL>();
  let faults = 0;
  let lastFailure = '';
  let isListening = false;
  const reading = readLog(child.stderr, (text) => {
    faults += text.split(FAULT).length - 1;
    if (text.includes(FAULT) || text.includes(ACCOUNTS_FAILED)) lastFailure = text;
    if (isListening) return;
    const url = /"event":"listening".*?"url":"([^"]+)"/.exec(text)?.[1];
    if (url === undefined) return listening.reject(new Error(text));
    isListening = true;
    listening.resolve(new URL(url));
  });
  reading.then(() => listening.reject(new Error('larder serve ended before it listened')));
  const origin = await listening.promise;
  return {
    origin,
    pid: child.pid,
    faults: () => faults,
    lastFailure: () => lastFailure,
    exitCode: () => child.exitCode,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await reading;
      return child.exited;
    },
  };
}

/** Whole lines, several at once. */
async function readLog(stream: ReadableStream<Uint8Array>, onLines: (lines: string) => void): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const text = rest + decoder.decode(chunk, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    if (end > 0) onLines(text.slice(0, end));
  }
}
