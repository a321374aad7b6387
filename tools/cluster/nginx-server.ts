import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../test/outside-programs.ts';
import { until } from '../../test/until.ts';

/** nginx with the configuration that we ship, in front of replicas on this machine. */
export interface NginxServer {
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const CONFIGURATION = join(import.meta.dir, '..', '..', 'packaging', 'cluster', 'nginx.conf');
const START_DEADLINE_MS = 10_000;

/** The shipped configuration with other addresses, and with its files in a folder of its own: needs no root. */
export function nginxConfiguration(port: number, hosts: readonly string[], folder: string): string {
  const shipped = readFileSync(CONFIGURATION, 'utf8');
  let next = 0;
  const changed = shipped
    .replaceAll('/tmp/', `${folder}/`)
    .replace('/dev/stderr', `${folder}/error.log`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace(/\tserver larder-\d:8080(.*)\n/g, (_, rest) =>
      next < hosts.length ? `\tserver ${hosts[next++]}${rest}\n` : '\n',
    );
  if (next !== hosts.length || !changed.includes(`:${port};`)) {
    throw new Error('nginx.conf does not have the replicas and the port that were expected');
  }
  return changed;
}

export async function startNginx(hosts: readonly string[]): Promise<NginxServer> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-nginx-'));
  const port = await findFreePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, nginxConfiguration(port, hosts, folder));
  const log = join(folder, 'error.log');
  const server = Bun.spawn(
    [findProgram('nginx')!, '-p', folder, '-c', file, '-e', log, '-g', 'daemon off;'],
    { stdout: 'ignore', stderr: 'ignore' },
  );
  const origin = `http://127.0.0.1:${port}`;
  const hasStarted = async () => server.exitCode !== null || (await isAnswering(origin));
  await until(hasStarted, 'nginx answers', START_DEADLINE_MS);
  if (server.exitCode !== null) throw new Error(`nginx did not start:\n${readFileSync(log, 'utf8')}`);
  return {
    origin,
    pid: server.pid,
    async stop() {
      server.kill('SIGTERM');
      await server.exited;
      rmSync(folder, { recursive: true });
    },
  };
}

async function isAnswering(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/health`)).status === 200;
  } catch {
    return false;
  }
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
