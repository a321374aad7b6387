import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseNetwork } from '../../src/admission/address.ts';
import { findUnknownVariables, findWrong } from './command-flags.ts';

const FOLDER = join(import.meta.dir, '..', '..', 'packaging', 'cluster');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

interface Service {
  image: string;
  build?: string;
  environment?: Record<string, string | number>;
  volumes?: string[];
  healthcheck?: { test: string[] };
  secrets?: string[];
  networks?: { default: { ipv4_address: string } };
}
const COMPOSE = Bun.YAML.parse(read('compose.yaml')) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, unknown>;
};
const SERVICES = Object.entries(COMPOSE.services);
const REPLICAS = SERVICES.filter(([name]) => name.startsWith('larder-'));

describe('packaging/compose.yaml, for one machine,', () => {
  const { services, volumes } = Bun.YAML.parse(
    readFileSync(join(FOLDER, '..', 'compose.yaml'), 'utf8'),
  ) as typeof COMPOSE & { services: Record<string, Service & { command?: string[]; ports?: string[] }> };

  test('builds the image from the repository, and keeps the data in one volume', () => {
    for (const { build, volumes } of Object.values(services)) {
      expect(existsSync(join(FOLDER, '..', build!, 'Dockerfile'))).toBe(true);
      expect(volumes).toEqual(['data:/data']);
    }
    expect(Object.keys(volumes)).toEqual(['data']);
  });

  test('checks the health of the server, on an address of this machine only', () => {
    const { larder } = services;
    expect(findWrong(larder!.healthcheck!.test.slice(2))).toEqual([]);
    expect(larder!.ports).toEqual(['127.0.0.1:8080:8080']);
  });

  test('pulls every week, with flags that exist', () => {
    expect(services.pull!.command).toEqual(['pull', '--every', '7']);
    expect(findWrong(services.pull!.command!)).toEqual([]);
  });
});

describe('packaging/cluster/compose.yaml', () => {
  test('has three replicas, and everything that they share', () => {
    expect(SERVICES.map(([name]) => name).sort()).toEqual(
      ['larder-1', 'larder-2', 'larder-3', 'nginx', 'postgres', 'valkey'].sort(),
    );
    expect(new Set(REPLICAS.map(([, { volumes }]) => volumes?.join())).size).toBe(3);
  });

  test.each(SERVICES)(
    'pins the image of %s by version, and checks its health',
    (_, { image, healthcheck }) => {
      expect(image).toMatch(/^[\w/-]+:\d+\.\d+(\.\d+)?(-\w+)?$/);
      expect(healthcheck?.test[0]).toBe('CMD');
    },
  );

  test.each(REPLICAS)('gives %s variables and a health check that exist', (_, replica) => {
    const names = Object.keys(replica.environment!).filter((name) => name.startsWith('LARDER_'));
    expect(names).toContain('LARDER_LIMITS_STORE');
    expect(findUnknownVariables('serve', names)).toEqual([]);
    expect(Number(replica.environment!.LARDER_REPLICAS)).toBe(REPLICAS.length);
    expect(findWrong(replica.healthcheck!.test.slice(2))).toEqual([]);
  });

  test('lets replicas trust the proxy, and nothing else', () => {
    const proxy = COMPOSE.services.nginx!.networks!.default.ipv4_address;
    for (const [, { environment }] of REPLICAS) expect(environment!.LARDER_TRUST_PROXY).toBe(proxy);
    expect(parseNetwork(proxy)).not.toBeNull();
  });

  test('mounts files, volumes and secrets that there are', () => {
    const mounts = SERVICES.flatMap(([, { volumes = [] }]) => volumes.map((mount) => mount.split(':')[0]!));
    const files = mounts.filter((mount) => mount.startsWith('./'));
    expect(files).toEqual(['./nginx.conf']);
    expect(files.filter((file) => !existsSync(join(FOLDER, file)))).toEqual([]);
    expect(mounts.filter((mount) => !mount.startsWith('./')).sort()).toEqual(
      Object.keys(COMPOSE.volumes).sort(),
    );
    expect(Object.keys(COMPOSE.secrets)).toEqual(['encryption-key']);
  });

  test('has the replicas that nginx spreads requests over', () => {
    const spread = [...read('nginx.conf').matchAll(/server (larder-\d):8080/g)].map(([, host]) => host!);
    expect(spread).toEqual(REPLICAS.map(([name]) => name));
  });
});
