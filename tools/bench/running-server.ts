import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server that is measured: the executable that LARDER_EXECUTABLE names, else dist/larder if it exists, else the source. */
const ROOT = join(import.meta.dir, '..', '..');
const EXECUTABLE = process.env.LARDER_EXECUTABLE ?? join(ROOT, 'dist', 'larder');
export const LARDER: readonly string[] = existsSync(EXECUTABLE)
  ? [EXECUTABLE]
  : [process.execPath, join(ROOT, 'src', 'main.ts')];

/** Linux counts in hundredths of a second: fields 14 and 15 of the line, which follow the name in brackets. */
export function cpuUsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

export interface Serving {
  origin: string;
  pid: number;
}

export interface Running extends Serving {
  listeningMs: number;
  /** The lines with a fault, or a failure of the accounts, that it has logged so far. */
  failures(): string[];
  /** Null while it runs. */
  exitCode(): number | null;
  stop(signal?: NodeJS.Signals): Promise<number>;
}

const FAILURE = /"event":"(?:fault|accounts failed)"/;

interface StartOptions {
  limits?: 'spec' | 'off';
  command?: readonly string[];
}

/** Starts a server on a free port that logs to a file, as in production, and waits for its first line. */
export async function start(
  flags: readonly string[],
  { limits = 'off', command = LARDER }: StartOptions = {},
): Promise<Running> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-server-'));
  const log = join(directory, 'log');
  writeFileSync(log, '');
  const readLog = () => readFileSync(log, 'utf8').split('\n').slice(0, -1);
  const startedMs = performance.now();
  const child = Bun.spawn(
    [...command, 'serve', ...flags, '--port', '0', '--limits', limits, '--log-format', 'json'],
    {
      stdout: 'ignore',
      stderr: Bun.file(log),
      // Without what the owner of this machine may have pulled.
      env: { ...process.env, XDG_DATA_HOME: '/nonexistent' },
    },
  );
  while (readLog().length === 0) {
    if (child.exitCode !== null) throw new Error(`the server ended with status ${child.exitCode}`);
    await Bun.sleep(1);
  }
  const listeningMs = performance.now() - startedMs;
  const [first = ''] = readLog();
  const origin = /"event":"listening".*?"url":"(http:\/\/[^/"]+)/.exec(first)?.[1];
  if (origin === undefined) throw new Error(first);
  return {
    origin,
    pid: child.pid,
    listeningMs,
    failures: () => readLog().filter((line) => FAILURE.test(line)),
    exitCode: () => child.exitCode,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const status = await child.exited;
      rmSync(directory, { recursive: true, force: true });
      return status;
    },
  };
}

/** A bare Elysia server that gives this response to every request. */
export async function startBare(answer: Response): Promise<Pick<Running, 'origin' | 'pid' | 'stop'>> {
  const headers = Object.fromEntries(answer.headers);
  for (const name of ['date', 'content-length', 'content-encoding']) delete headers[name];
  const constant = JSON.stringify({ body: await answer.text(), headers });

  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'bare-elysia.ts')], {
    stdin: Buffer.from(constant),
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const { value } = await child.stdout.getReader().read();
  return {
    origin: new TextDecoder().decode(value).trim(),
    pid: child.pid,
    async stop() {
      child.kill();
      return child.exited;
    },
  };
}
