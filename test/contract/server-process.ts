import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readLines } from '../read-lines.ts';
import { wordsOf } from '../words-of.ts';

/** A server in a process of its own, as a user starts it. */
export interface ServerProcess {
  origin: URL;
  pid: number;
  /** The events it has logged so far. */
  events: Record<string, unknown>[];
  /** Resolves with the first event of this name, logged already or to come. */
  logged(event: string): Promise<Record<string, unknown>>;
  /** Sends it a signal, and resolves to its exit status. */
  stop(signal?: NodeJS.Signals): Promise<number>;
}

/** How to run larder: the executable that LARDER_EXECUTABLE names, else this checkout's source. */
export const LARDER: string[] = process.env.LARDER_EXECUTABLE
  ? [process.env.LARDER_EXECUTABLE]
  : [process.execPath, join(import.meta.dir, '..', '..', 'src', 'main.ts')];

/** Starts `larder serve` on a free port, and waits until it listens. */
export async function startServer(
  flags: string[],
  command: readonly string[] = LARDER,
): Promise<ServerProcess> {
  const child = Bun.spawn([...command, 'serve', '--port', '0', '--log-format', 'json', ...flags], {
    stdout: 'ignore',
    stderr: 'pipe',
    env: { ...process.env, XDG_DATA_HOME: '/nonexistent' },
  });
  const events: Record<string, unknown>[] = [];
  const listening = Promise.withResolvers<URL>();
  const awaited: [event: string, resolve: (event: Record<string, unknown>) => void][] = [];
  const reading = readLines(child.stderr, (line) => {
    if (!line.startsWith('{')) return listening.reject(new Error(line));
    const event = JSON.parse(line);
    events.push(event);
    for (const [name, resolve] of awaited) if (name === event.event) resolve(event);
    if (event.event === 'listening') listening.resolve(new URL(event.url));
  });
  reading.then(() => listening.reject(new Error('larder serve ended before it listened')));
  const origin = await listening.promise;
  return {
    origin,
    pid: child.pid,
    events,
    logged: (name) =>
      new Promise((resolve) => {
        const past = events.find(({ event }) => event === name);
        if (past === undefined) awaited.push([name, resolve]);
        else resolve(past);
      }),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await reading;
      return child.exited;
    },
  };
}

/** A command line as somebody types it, or its words, where one of them has a space. */
export type CommandLine = string | readonly string[];

export function argumentsOf(line: CommandLine): readonly string[] {
  return typeof line === 'string' ? wordsOf(line) : line;
}

interface Around {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  input?: string | Buffer;
}

/** Runs a command in a process of its own to its end, as a user does. */
export function larder(line: CommandLine, { env, ...around }: Around = {}) {
  const [program = '', ...first] = LARDER;
  const { status, stdout, stderr } = spawnSync(program, [...first, ...argumentsOf(line)], {
    ...around,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** The same while this process goes on, such as a server in it that the command asks. */
export async function larderBeside(line: CommandLine, env: NodeJS.ProcessEnv = {}) {
  const child = Bun.spawn([...LARDER, ...argumentsOf(line)], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, ...env },
  });
  const texts = [child.stdout, child.stderr].map((stream) => new Response(stream).text());
  const [stdout = '', stderr = ''] = await Promise.all(texts);
  return { status: await child.exited, stdout, stderr };
}
