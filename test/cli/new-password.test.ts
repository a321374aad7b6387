import { describe, expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteAccountStore } from '../../src/accounts/store/sqlite-account-store.ts';
import { argumentsOf, type CommandLine, larder } from '../contract/server-process.ts';
import { larderOnTerminal } from './larder-on-terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'larder-password-'));

const type = (line: CommandLine, ...keys: [after: string, keys: string][]) =>
  larderOnTerminal([...argumentsOf(line), '--data', folder], {
    typed: keys.map(([after, text]) => ({ after, keys: text })),
  });

const pipe = (line: CommandLine, input: string) =>
  larder([...argumentsOf(line), '--data', folder], { input });

async function hasPassword(name: string, password: string): Promise<boolean> {
  const store = new SqliteAccountStore(join(folder, 'accounts.db'));
  try {
    return Bun.password.verifySync(password, (await store.accounts.find(name))?.password_hash ?? '');
  } finally {
    store.close();
  }
}

describe('A password on a terminal', () => {
  test('is asked for twice and never shown', async () => {
    const { status, shown, echoes } = await type(
      'account create Ada --password-stdin',
      ['Password for Ada: ', 'zwölf Hasen\r'],
      ['Repeat: ', 'zwölf Hasenx\u007f\r'],
    );
    expect({ status, echoes }).toEqual({ status: 0, echoes: true });
    expect(shown).toMatch(/^Password for Ada: \nRepeat: \nlrd_a_\w+\n$/);
    expect(await hasPassword('ada', 'zwölf Hasen')).toBe(true);
    const renewed = await type(
      'account password ADA',
      ['Password for Ada: ', 'dreizehn Igel\r'],
      ['Repeat: ', 'dreizehn Igel\r'],
    );
    expect(renewed).toMatchObject({
      status: 0,
      shown: 'Password for Ada: \nRepeat: \nAda has a new password\n',
    });
    expect(await hasPassword('ada', 'dreizehn Igel')).toBe(true);
  });

  test('is not taken when the two entries differ', async () => {
    const { status, shown } = await type(
      'account create bob --password-stdin',
      ['Password for bob: ', 'correct horse\r'],
      ['Repeat: ', 'correct house\r'],
    );
    expect(status).toBe(1);
    expect(shown).toEndWith('password for bob: the two entries differ; run the command again\n');
  });

  test('can be left with Ctrl-C or Ctrl-D, and the terminal echoes again', async () => {
    const left = await type('account create cy --password-stdin', ['Password for cy: ', 'secret\u0003']);
    expect(left).toMatchObject({ status: null, signal: 'SIGINT', echoes: true });
    expect(left.shown).not.toContain('secret');
    const ended = await type('account create cy --password-stdin', ['Password for cy: ', '\u0004']);
    expect(ended).toMatchObject({ status: 2, echoes: true });
    expect(ended.shown).toContain('no password on standard input');
  });

  test('is not asked for when there is no such account', async () => {
    const { status, shown } = await type('account password nobody');
    expect(status).toBe(1);
    expect(shown).toStartWith('larder: nobody: no such account; ');
  });
});

test('A pipe without a password is told apart from one with a short password', () => {
  for (const args of [
    ['account', 'create', 'dee', '--password-stdin'],
    ['account', 'password', 'ada'],
  ]) {
    const none = pipe(args, '');
    expect([none.status, none.stderr]).toEqual([
      2,
      expect.stringContaining(': no password on standard input;'),
    ]);
    const short = pipe(args, 'short\n');
    expect([short.status, short.stderr]).toEqual([2, expect.stringContaining('fewer than 8 characters')]);
  }
});
