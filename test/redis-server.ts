import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './outside-programs.ts';

/** A Redis server of the test's own, reached by a socket in a folder of its own, which forgets everything. */
export interface RedisServer {
  readonly url: string;
  pid(): number;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends the server without a word, as a crash would, and starts an empty one in its place. */
  restart(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const START_DEADLINE_MS = 10_000;

export async function startRedis(flags: readonly string[] = []): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-redis-'));
  const socket = join(folder, 'redis.sock');
  const start = async () => {
    const server = Bun.spawn(
      [
        findProgram('redis-server')!,
        ...['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder, ...flags],
      ],
      { stdout: 'ignore', stderr: 'ignore' },
    );
    await untilAnswering(socket);
    return server;
  };
  let server = await start();
  const kill = async () => {
    server.kill('SIGKILL');
    await server.exited;
    rmSync(socket, { force: true });
  };
  return {
    url: `redis+unix://${socket}`,
    pid: () => server.pid,
    signal: (name) => server.kill(name),
    async restart() {
      await kill();
      server = await start();
    },
    kill,
    async stop() {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

async function untilAnswering(socket: string): Promise<void> {
  const deadlineMs = performance.now() + START_DEADLINE_MS;
  for (;;) {
    const client = new Bun.RedisClient(`redis+unix://${socket}`, { autoReconnect: false });
    try {
      await client.ping();
      return;
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await Bun.sleep(10);
    } finally {
      client.close();
    }
  }
}
