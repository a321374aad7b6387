import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createKeyPair,
  findForgery,
  readPublicKey,
  readSecretKey,
  signBytes,
} from '../../../build/pack/minisign.ts';
import { needing } from '../../outside-programs.ts';
import { temporaryFolder } from '../export-file.ts';

const MESSAGE = Buffer.from('{"larder":1}\n');

describe('a signature', () => {
  const pair = createKeyPair();
  const secret = readSecretKey(pair.secret, 'key');
  const signature = signBytes(MESSAGE, secret, 'timestamp:1\tfile:index.json\thashed');

  test('is accepted from its own key, given as text or as a file', () => {
    for (const text of [pair.public, pair.publicKey.text, pair.public.replaceAll('\n', '\r\n')]) {
      expect(findForgery(MESSAGE, signature, readPublicKey(text, 'key'))).toBeNull();
    }
  });

  test('is refused for any changed bit of the message', () => {
    for (let at = 0; at < MESSAGE.length; at++) {
      const changed = Buffer.from(MESSAGE);
      changed[at]! ^= 1;
      expect(findForgery(changed, signature, pair.publicKey)).toContain('changed after it was signed');
    }
  });

  test('is refused if any character of it but the untrusted comment is changed', () => {
    const start = signature.indexOf('\n') + 1;
    for (let at = start; at < signature.length - 1; at++) {
      const other = signature[at] === 'A' ? 'B' : 'A';
      const changed = signature.slice(0, at) + other + signature.slice(at + 1);
      expect([at, findForgery(MESSAGE, changed, pair.publicKey)]).not.toEqual([at, null]);
    }
  });

  test.each(['', 'x', 'untrusted comment: a\nAAAA\n', '<html>not found</html>'])('is not %j', (text) => {
    expect(findForgery(MESSAGE, text, pair.publicKey)).toBe('its signature is not one of minisign');
  });

  test('by another key names both keys', () => {
    const other = createKeyPair().publicKey;
    expect(findForgery(MESSAGE, signature, other)).toBe(
      `it is signed by another key (${pair.publicKey.id}, not ${other.id})`,
    );
  });

  test('under the name of another key is refused', () => {
    const other = Buffer.from(createKeyPair().publicKey.text, 'base64');
    Buffer.from(pair.publicKey.text, 'base64').copy(other, 2, 2, 10);
    const thief = readPublicKey(other.toString('base64'), 'key');
    expect(thief.id).toBe(pair.publicKey.id);
    expect(findForgery(MESSAGE, signature, thief)).toContain('changed after it was signed');
  });
});

describe('a key', () => {
  const pair = createKeyPair();

  test.each(['', 'RWQ', pair.secret, `${pair.publicKey.text}=`, `R${pair.publicKey.text.slice(1)}!`])(
    'is not public if it is %j',
    (text) => {
      expect(() => readPublicKey(text, 'x.pub')).toThrow('x.pub: is not a public key of minisign');
    },
  );

  test('with a password is not used', () => {
    const [comment, text] = pair.secret.split('\n') as [string, string];
    const bytes = Buffer.from(text, 'base64');
    bytes.write('Sc', 2);
    expect(() => readSecretKey(`${comment}\n${bytes.toString('base64')}\n`, 'x.key')).toThrow(
      'x.key: has a password, which nobody can type for a timer; make one without',
    );
  });

  test('that is damaged is not used', () => {
    const [comment, text] = pair.secret.split('\n') as [string, string];
    const bytes = Buffer.from(text, 'base64');
    bytes[80]! ^= 1;
    expect(() => readSecretKey(`${comment}\n${bytes.toString('base64')}\n`, 'x.key')).toThrow(
      'x.key: is damaged',
    );
    expect(() => readSecretKey(pair.public, 'x.key')).toThrow('x.key: is not a secret key of minisign');
  });
});

describe('the standard tool', () => {
  const { test, beforeAll: before, afterAll: after } = needing('minisign');
  let folder: string;
  before(() => {
    folder = temporaryFolder();
    writeFileSync(join(folder, 'index.json'), MESSAGE);
  });
  after(() => rmSync(folder, { recursive: true }));
  const minisign = (...args: string[]) => spawnSync('minisign', args, { cwd: folder, encoding: 'utf8' });

  test('accepts our signature and our trusted comment', () => {
    const pair = createKeyPair();
    const signature = signBytes(MESSAGE, readSecretKey(pair.secret, 'key'), 'hello');
    writeFileSync(join(folder, 'index.json.minisig'), signature);
    const { status, stdout } = minisign('-Vm', 'index.json', '-P', pair.publicKey.text);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: 'Signature and comment signature verified\nTrusted comment: hello\n',
    });
    writeFileSync(join(folder, 'x.pub'), pair.public);
    expect(minisign('-Vm', 'index.json', '-p', 'x.pub').status).toBe(0);
  });

  test.each([
    ['prehashed', []],
    ['legacy', ['-l']],
  ])('signs with our key, and we accept its %s signature', (_, flags) => {
    const pair = createKeyPair();
    writeFileSync(join(folder, 'ours.key'), pair.secret);
    const { status, stderr } = minisign('-S', ...flags, '-s', 'ours.key', '-m', 'index.json', '-W');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const signature = readFileSync(join(folder, 'index.json.minisig'), 'utf8');
    expect(findForgery(MESSAGE, signature, pair.publicKey)).toBeNull();
    expect(findForgery(Buffer.from('x'), signature, pair.publicKey)).not.toBeNull();
  });

  test('makes keys that we sign with', () => {
    mkdirSync(join(folder, 'own'), { recursive: true });
    expect(minisign('-G', '-W', '-p', 'own/m.pub', '-s', 'own/m.key').status).toBe(0);
    const secret = readSecretKey(readFileSync(join(folder, 'own/m.key'), 'utf8'), 'm.key');
    expect(readPublicKey(readFileSync(join(folder, 'own/m.pub'), 'utf8'), 'm.pub').text).toBe(
      secret.publicKey.text,
    );
    writeFileSync(join(folder, 'index.json.minisig'), signBytes(MESSAGE, secret, 'x'));
    expect(minisign('-Vm', 'index.json', '-p', 'own/m.pub').status).toBe(0);
  });
});
