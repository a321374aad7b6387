import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../build/export-file.ts';
import { nginxConfiguration } from '../cluster/nginx-server.ts';
import { findProgram, needing } from '../outside-programs.ts';

const FOLDER = join(import.meta.dir, '..', '..', 'packaging', 'cluster');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

describe('The proxies', () => {
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

  needing('haproxy').test('HAProxy accepts its configuration', () => {
    const args = ['-c', '-f', join(FOLDER, 'haproxy.cfg')];
    const { status, stdout, stderr } = spawnSync(findProgram('haproxy')!, args, { encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('valid')]);
    expect(stderr).not.toContain('[ALERT]');
  });

  test.each(['nginx.conf', 'haproxy.cfg'])(
    '%s passes on the address that it saw, whatever was sent',
    (name) => {
      const lines = read(name)
        .split('\n')
        .map((line) => line.trim());
      const set = lines.filter((line) => line.includes('X-Forwarded-For'));
      expect(set).toEqual([
        name === 'nginx.conf'
          ? 'proxy_set_header X-Forwarded-For $remote_addr;'
          : 'http-request set-header X-Forwarded-For %[src]',
      ]);
    },
  );
});
