import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server that is measured: the executable that LARDER_EXECUTABLE names, else dist/larder if it exists, else the source. */
const ROOT = join(import.meta.dir, '..', '..');
const EXECUTABLE = process.env.LARDER_EXECUTABLE ?? join(ROOT, 'dist', 'larder');
export const LARDER = existsSync(EXECUTABLE)
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
  stop(): Promise<void>;
}

/** Below those that Linux gives to the connections of a load generator. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;

/** Starts a server that logs to a file, as in production, and waits for its first line. */
export async function start(flags: readonly string[], limits: 'spec' | 'off' = 'off'): Promise<Running> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-bench-'));
  const log = join(directory, 'log');
  writeFileSync(log, '');
  const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
  const startedMs = performance.now();
  const child = Bun.spawn(
    [...LARDER, ...flags, '--port', String(port), '--limits', limits, '--log-format', 'json'],
    {
      stdout: 'ignore',
      stderr: Bun.file(log),
    },
  );
  while (!readFileSync(log, 'utf8').includes('\n')) {
    if (child.exitCode !== null) throw new Error(`the server ended with status ${child.exitCode}`);
    await Bun.sleep(1);
  }
  const listeningMs = performance.now() - startedMs;
  const first = readFileSync(log, 'utf8').split('\n')[0] as string;
  if (!first.includes('"listening"')) throw new Error(first);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid,
    listeningMs,
    async stop() {
      child.kill();
      await child.exited;
      rmSync(directory, { recursive: true });
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
      await child.exited;
    },
  };
}
