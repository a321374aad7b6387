import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nginxConfiguration } from '../../tools/cluster/nginx-server.ts';
import { temporaryFolder } from '../build/export-file.ts';
import { findProgram, needing } from '../outside-programs.ts';

const CONFIGURATION = join(import.meta.dir, '..', '..', 'packaging', 'cluster', 'nginx.conf');

describe('The proxy', () => {
  let folder: string;
  beforeAll(() => {
    folder = temporaryFolder();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  needing('nginx').test('nginx accepts its configuration', () => {
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, nginxConfiguration(18_080, ['127.0.0.1:1', '127.0.0.1:2', '127.0.0.1:3'], folder));
    const args = ['-t', '-p', folder, '-c', file, '-e', join(folder, 'error.log')];
    const { status, stderr } = spawnSync(findProgram('nginx')!, args, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
    expect(stderr).not.toContain('[warn]');
  });

  test('nginx passes on the address that it saw, whatever was sent', () => {
    const lines = readFileSync(CONFIGURATION, 'utf8').split('\n');
    const set = lines.filter((line) => line.includes('X-Forwarded-For')).map((line) => line.trim());
    expect(set).toEqual(['proxy_set_header X-Forwarded-For $remote_addr;']);
  });
});
