import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeProvenance } from '../../packaging/provenance.ts';
import { NAMESPACE, SSH_KEY, signFile } from '../../packaging/sign.ts';
import { temporaryFolder } from '../build/export-file.ts';
import { needing } from '../outside-programs.ts';

describe('The checksums of a release', () => {
  const withSsh = needing('ssh-keygen');

  withSsh.test('are signed by the SSH key that the environment names', () => {
    const folder = temporaryFolder();
    const [key, sums] = [join(folder, 'key'), join(folder, 'SHA256SUMS')];
    spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    writeFileSync(sums, 'ab  larder.tar.gz\n');
    expect(signFile(sums, { [SSH_KEY]: key })).toBe('ssh-keygen');
    const signers = join(folder, 'signers');
    writeFileSync(signers, `maintainers ${readFileSync(`${key}.pub`, 'utf8')}`);
    const check = (input: string) =>
      spawnSync(
        'ssh-keygen',
        ['-Y', 'verify', '-f', signers, '-I', 'maintainers', '-n', NAMESPACE, '-s', `${sums}.sig`],
        { input },
      ).status;
    expect(check('ab  larder.tar.gz\n')).toBe(0);
    expect(check('cd  larder.tar.gz\n')).not.toBe(0);
    rmSync(folder, { recursive: true });
  });

  test('are left unsigned when no key is named', () => {
    const folder = temporaryFolder();
    const sums = join(folder, 'SHA256SUMS');
    writeFileSync(sums, '');
    expect(signFile(sums, {})).toBeNull();
    expect(existsSync(`${sums}.sig`)).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

test('The provenance names every file, the source and the packages, and is the same each time', () => {
  const origin = {
    version: '1.2.3',
    commit: 'c0ffee',
    lockDigest: '10ck',
    bunVersion: '1.4.4',
    files: [{ name: 'larder-1.2.3-linux-x64.tar.gz', sha256: 'ab' }],
  };
  const statement = describeProvenance(origin);
  expect(statement).toMatchObject({
    predicateType: 'https://slsa.dev/provenance/v1',
    subject: [{ name: 'larder-1.2.3-linux-x64.tar.gz', digest: { sha256: 'ab' } }],
  });
  expect(JSON.stringify(statement)).toContain('"gitCommit":"c0ffee"');
  expect(describeProvenance(origin)).toEqual(statement);
});
