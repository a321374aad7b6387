import { describe, expect, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sessions } from '../../src/accounts/sessions.ts';
import { SqliteAccountStore } from '../../src/accounts/store/sqlite-account-store.ts';
import { hashKey, isKey } from '../../src/admission/keys.ts';
import { killDuringKeyCreation } from '../../tools/faults/key-creation.ts';
import { argumentsOf, type CommandLine, larder as runProcess } from '../contract/server-process.ts';

const CLIENT = { address: '127.0.0.1', agent: 'test', deviceToken: null };
const folder = mkdtempSync(join(tmpdir(), 'larder-commands-'));
writeFileSync(join(folder, 'notes.txt'), 'not accounts');

// Anyone can set the name of a user, so nothing may believe it.
const env = { LARDER_DATA: join(folder, 'data'), HOME: folder, USER: 'mallory' };
const larder = (line: CommandLine, input?: string) =>
  runProcess(line, { cwd: folder, env, ...(input !== undefined && { input }) });

/** What a command printed; it must have succeeded. */
function printed(line: CommandLine): string {
  const { status, stdout, stderr } = larder(line);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return stdout;
}

function stored<Result>(look: (store: SqliteAccountStore) => Result): Result {
  const store = new SqliteAccountStore(join(folder, 'data', 'accounts.db'));
  const result = look(store);
  if (result instanceof Promise) return result.finally(() => store.close()) as Result;
  store.close();
  return result;
}
const startSession = (accountId: number) =>
  stored((store) => new Sessions(store, Date.now).start(accountId, true, CLIENT));
const find = (key: string) => stored((store) => store.keys.findByHash(hashKey(key)));

describe('larder account and larder key', () => {
  test('list nothing when there is nothing, and create no file', () => {
    expect(printed('account list')).toBe('');
    expect(printed('account list --json')).toBe('[]\n');
    expect(printed('key list --json')).toBe('[]\n');
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('create an account and print only its key', () => {
    const { status, stdout, stderr } = larder('account create ada --plan pro');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(isKey(stdout.trimEnd())).toBe(true);
    expect(stdout).toMatch(/^lrd_a_\w+\n$/);
    expect(find(stdout.trimEnd())).toMatchObject({ kind: 'account', scope: 'full', plan: 'pro' });
  });

  test('set a new password for users who forgot theirs, end their sessions, and remove a lost second factor', async () => {
    larder('account create alma --password-stdin', 'first password\n');
    const id = await stored(async (store) => {
      const account = (await store.accounts.find('alma'))!;
      await store.secondFactors.begin(account.id, Buffer.alloc(8), Date.now());
      return account.id;
    });
    await startSession(id);
    const renew = (password: string, ...flags: string[]) =>
      larder(['account', 'password', 'alma', ...flags], `${password}\n`);
    const state = () =>
      stored(async ({ accounts, sessions, secondFactors }) => {
        const hash = (await accounts.find('alma'))!.password_hash!;
        return {
          isNew: Bun.password.verifySync('second password', hash),
          sessions: (await sessions.list(id, Date.now())).length,
          hasFactor: (await secondFactors.find(id)) !== null,
        };
      });
    expect(await state()).toEqual({ isNew: false, sessions: 1, hasFactor: true });
    expect(renew('second password')).toEqual({
      status: 0,
      stdout: '',
      stderr: 'alma has a new password\n',
    });
    expect(await state()).toEqual({ isNew: true, sessions: 0, hasFactor: true });
    expect(renew('second password', '--forget-second-factor').status).toBe(0);
    expect(await state()).toMatchObject({ hasFactor: false });
    expect(renew('short').status).toBe(2);
    expect(larder('account password nobody', 'some password\n').status).toBe(1);
  });

  test('read a password from standard input and store its hash', async () => {
    expect(larder('account create bob --password-stdin', 'correct horse\nrest\n').status).toBe(0);
    const hash = (await stored(({ accounts }) => accounts.find('bob')))?.password_hash ?? '';
    expect(Bun.password.verifySync('correct horse', hash)).toBe(true);
  });

  test('create keys with scope, expiry and limit, and list them', () => {
    const plain = printed('key create --account ada --name plain').trimEnd();
    const args = ['--name', 'ci', '--scope', 'full', '--expires', '2999-01-31', '--per-minute', '5'];
    const full = printed(['key', 'create', '--account', 'ADA', ...args]).trimEnd();
    expect([isKey(plain), isKey(full)]).toEqual([true, true]);
    const listed = JSON.parse(printed('key list --json'));
    expect(listed).toMatchObject([
      { name: 'plain', account: 'ada', scope: 'read', expires: null, per_minute: null, revoked: null },
      { name: 'ci', account: 'ada', scope: 'full', expires: '2999-01-31T23:59:59.999Z', per_minute: 5 },
    ]);
    const table = printed('key list');
    expect(table).toMatch(/ada +ci +full +2999-01-31 +5 +never$/m);
    for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    for (const text of [table, JSON.stringify(listed)]) expect(text).not.toContain(full.slice(10));
  });

  test('say of a limit of its own that it does not replace the limit of the account', () => {
    expect(printed('key create --help')).toMatch(
      /--per-minute N +its own limit; that of the account applies as well/,
    );
  });

  test('name an account the same way, as an argument or with --account', () => {
    expect(isKey(printed('account create --account ida').trimEnd())).toBe(true);
    expect(isKey(printed('key create ida --name one').trimEnd())).toBe(true);
    expect(isKey(printed('key create --account ida --name two').trimEnd())).toBe(true);
    const labels = (line: string) =>
      JSON.parse(printed(`key list ${line} --json`)).map(({ name }: { name: string }) => name);
    expect(labels('ida')).toEqual(['one', 'two']);
    expect(labels('--account ida')).toEqual(['one', 'two']);
    expect(larder('account plan --account IDA scale').stderr).toBe('ida is on scale\n');
    expect(larder('account plan ida pro --account ida').stderr).toBe('ida is on pro\n');
    expect(isKey(printed('account rotate --account ida').trimEnd())).toBe(true);
    expect(larder('account remove --account ida').status).toBe(0);
  });

  test('record what they did, and who did it', () => {
    const data = join(folder, 'audited');
    const run = (line: CommandLine) =>
      larder([...argumentsOf(line), '--data', data], 'correct horse battery\n');
    expect(run('audit --json').stdout).toBe('[]\n');
    // An empty list says so on standard error, where no script reads it.
    for (const [command, words] of [
      ['audit', 'the audit log is empty\n'],
      ['account list', 'there are no accounts; `larder account create NAME` creates one\n'],
      ['account usage', 'there are no accounts; `larder account create NAME` creates one\n'],
      ['key list', 'there are no named keys; `larder key create` creates one\n'],
    ] as const) {
      expect(run(command)).toEqual({ status: 0, stdout: '', stderr: words });
    }
    expect(existsSync(data)).toBe(false);
    run('account create ada --plan pro');
    run('account create ADA');
    run('account plan Ada scale');
    expect(run('account admin ada on')).toMatchObject({ status: 0, stderr: 'ada is an admin\n' });
    expect(JSON.parse(run('account list --json').stdout)[0].is_admin).toBe(true);
    expect(run('account list').stdout).toMatch(/^ada +scale +0 +\S+ +admin$/m);
    expect(run('account admin ada off').stderr).toBe('ada is no longer an admin\n');
    run('account password ada --forget-second-factor');
    const sinceToday = `ada has used nothing since ${new Date().toISOString().slice(0, 10)}\n`;
    expect(run('account usage ada --days 1')).toEqual({
      status: 0,
      stdout: '',
      stderr: sinceToday,
    });
    run('account sign-out ada');
    run('account rotate ada');
    run('key create ada --name ci');
    run('key rotate 2');
    run('key revoke 2');
    run('key revoke 2');
    expect(run('account backup audited-copy.db').stderr).toBe('audited-copy.db: 1 account\n');
    run('account remove ada');
    const entries = JSON.parse(run('audit --json').stdout) as Record<string, string | null>[];
    expect(new Set(entries.map(({ actor, via }) => `${actor} ${via}`))).toEqual(
      new Set([`${execFileSync('id', ['-un'], { encoding: 'utf8' }).trimEnd()} command line`]),
    );
    expect(entries.map(({ act, account, detail }) => [act, account, detail]).reverse()).toEqual([
      ['account created', 'ada', 'pro'],
      ['plan changed', 'ada', 'pro to scale'],
      ['admin granted', 'ada', ''],
      ['admin withdrawn', 'ada', ''],
      ['password changed', 'ada', 'second factor removed'],
      ['account key replaced', 'ada', ''],
      ['key created', 'ada', 'key 2 (ci)'],
      ['key rotated', 'ada', 'key 2 (ci)'],
      ['key revoked', 'ada', 'key 2 (ci)'],
      ['accounts backed up', null, 'audited-copy.db'],
      ['account removed', 'ada', ''],
    ]);
    const table = run('audit --limit 2').stdout.trimEnd().split('\n');
    expect(table).toHaveLength(3);
    expect(table[1]).toContain(' (command line)  account removed');
    // Nothing is cut off for a program that reads it.
    expect(table[2]).toEndWith(' audited-copy.db');
  });

  test('show what accounts have used', async () => {
    printed('account create uma --plan scale');
    printed('key create uma --name used');
    const { id } = JSON.parse(printed('key list uma --json'))[0];
    const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const [today, week, month] = [dayAgo(0), dayAgo(7), dayAgo(40)];
    const used = [
      { keyId: id, day: today, requests: 1200, limited: 3, lastUsedMs: Date.now() },
      { keyId: id, day: week, requests: 40, limited: 0, lastUsedMs: 0 },
      { keyId: id, day: month, requests: 5, limited: 1, lastUsedMs: 0 },
    ];
    await stored(({ usage }) => usage.add(used, 'batch'));
    expect(printed('account usage')).toMatch(new RegExp(`^uma +scale +1,240 +3 +${today}$`, 'm'));
    expect(printed('account usage')).toMatch(/^ada +pro +0 +0 *$/m);
    expect(printed('account usage uma')).toMatch(
      new RegExp(`^DAY +ANSWERED +OVER THE LIMIT\n${today} +1,200 +3\n${week} +40 +0\ntotal +1,240 +3\n$`),
    );
    expect(JSON.parse(printed('account usage --account UMA --days 60 --json'))).toEqual({
      account: 'uma',
      plan: 'scale',
      requests: 1245,
      limited: 4,
      last_used: today,
      from: dayAgo(59),
      to: today,
      days: [
        { day: today, requests: 1200, limited: 3 },
        { day: week, requests: 40, limited: 0 },
        { day: month, requests: 5, limited: 1 },
      ],
    });
    const all = JSON.parse(printed('account usage --days 3 --json'));
    expect(all.find(({ account }: { account: string }) => account === 'uma')).toEqual({
      account: 'uma',
      plan: 'scale',
      requests: 1200,
      limited: 3,
      last_used: today,
    });
    printed('account remove uma');
  });

  test('rotate and revoke a key by its id', () => {
    const first = printed('key create --account ada --name turning').trimEnd();
    const { id } = JSON.parse(printed('key list --json')).at(-1);
    const rotated = larder(['key', 'rotate', String(id), '--overlap', '1h']);
    expect(rotated.stderr).toBe(`key ${id} (turning) of ada was replaced\n`);
    const second = rotated.stdout.trimEnd();
    expect(larder(['key', 'rotate', String(id), '--account-key', 'ada'])).toMatchObject({
      status: 1,
      stderr: `larder: key ${id}: is a named key of ada; leave out --account-key\n`,
    });
    expect(find(first)?.validUntilMs).toBeLessThanOrEqual(Date.now() + 3_600_000);
    expect(find(second)?.validUntilMs).toBe(Number.POSITIVE_INFINITY);
    expect(larder(['key', 'revoke', String(id)])).toMatchObject({ status: 0, stdout: '' });
    expect([find(first), find(second)]).toEqual([null, null]);
    expect(larder(['key', 'revoke', String(id)])).toMatchObject({
      status: 1,
      stderr: `larder: key ${id}: no such key; \`larder key list\` lists the keys\n`,
    });
    expect(JSON.parse(printed('key list --all --json')).at(-1).revoked).toBeString();
  });

  test('rotate no key that has expired', () => {
    printed('key create --account ada --name brief --expires 2100-01-01');
    stored(({ db }) => db.prepare("UPDATE keys SET expires_ms = 1 WHERE name = 'brief'").run());
    const listed = JSON.parse(printed('key list --account ada --all --json'));
    const { id } = listed.find(({ name }: { name: string }) => name === 'brief');
    const { status, stdout, stderr } = larder(['key', 'rotate', String(id)]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      `larder: key ${id}: has expired, and a rotated key keeps the expiry; use \`larder key create\`\n`,
    );
  });

  test('rotate an account key only if it is named as one', () => {
    const old = printed('account create fay').trimEnd();
    const { keyId } = find(old)!;
    expect(larder(['key', 'rotate', String(keyId)]).status).toBe(1);
    expect(find(old)?.keyId).toBe(keyId);
    const renewed = larder(['key', 'rotate', String(keyId), '--account-key', 'fay']);
    expect(renewed.stderr).toContain('of fay was replaced');
    expect([find(old), find(renewed.stdout.trimEnd())?.kind]).toEqual([null, 'account']);
    expect(larder('account remove fay').status).toBe(0);
  });

  test('change the plan of an account, rotate its account key, and remove it', () => {
    const old = printed('account create eve').trimEnd();
    expect(larder('account plan eve scale').status).toBe(0);
    expect(JSON.parse(printed('account list --json')).at(-1)).toMatchObject({
      name: 'eve',
      plan: 'scale',
    });
    const renewed = printed('account rotate eve').trimEnd();
    expect([find(old), find(renewed)?.plan]).toEqual([null, 'scale']);
    expect(larder('account remove eve').status).toBe(0);
    expect(find(renewed)).toBeNull();
  });

  test('create no account whose name mixes scripts, and list which names look alike', () => {
    const { status, stderr } = larder(['account', 'create', '\u0441oco']);
    expect(status).toBe(2);
    expect(stderr).toContain('NAME mixes letters of several scripts');
    printed('account create coco');
    printed(['account', 'create', '\u0441\u043e\u0441\u043e']);
    const listed = printed('account list');
    expect(listed).toMatch(/^coco .* looks like \u0441\u043e\u0441\u043e$/m);
    expect(listed).toMatch(/^\u0441\u043e\u0441\u043e .* looks like coco$/m);
    for (const name of ['coco', '\u0441\u043e\u0441\u043e']) printed(['account', 'remove', name]);
  });

  test('sign an account out everywhere, and leave its key alone', async () => {
    const key = printed('account create otto').trimEnd();
    const accountId = find(key)!.accountId;
    const token = await startSession(accountId);
    expect(larder('account sign-out otto')).toEqual({
      status: 0,
      stdout: '',
      stderr: 'otto was signed out everywhere\n',
    });
    expect(await stored((store) => new Sessions(store, Date.now).find(token, CLIENT))).toBeNull();
    expect(larder('account sign-out otto').stderr).toBe('otto was not signed in anywhere\n');
    expect(find(key)).not.toBeNull();
    expect(larder('account sign-out nobody').status).toBe(1);
    printed('account remove otto');
  });

  test('refuse a common password', () => {
    const { status, stderr } = larder('account create kim --password-stdin', 'password\n');
    expect([status, stderr]).toEqual([2, expect.stringContaining('one of the most common passwords')]);
  });

  test('back the accounts up', () => {
    expect(larder('account backup copy.db')).toMatchObject({ status: 0, stdout: '' });
    const copied = JSON.parse(printed('account list --json --accounts copy.db'));
    expect(copied).toEqual(JSON.parse(printed('account list --json')));
    expect(readdirSync(folder).filter((name) => name.startsWith('.copy'))).toEqual([]);
  });

  test.each([
    ['account', 2, "'account' is not a complete command"],
    ['account make', 2, "unknown command 'account make'"],
    ['account create', 2, 'give one NAME'],
    ['account create a b', 2, "unexpected argument 'b'"],
    ['account plan ada pro now', 2, "unexpected argument 'now'"],
    ['account remove ada --account eve', 2, "two accounts are named, 'ada' and 'eve'"],
    ['account usage nobody', 1, 'nobody: no such account'],
    ['account admin ada', 2, 'give NAME and on or off'],
    ['account admin ada maybe', 2, 'give NAME and on or off'],
    ['account admin nobody on', 1, 'nobody: no such account'],
    ['audit now', 2, "unexpected argument 'now'"],
    ['account usage --days 0', 2, '--days takes a whole number from 1'],
    ['account create a/b', 2, 'NAME may contain letters'],
    ['account create zoe --plan gold', 2, '--plan takes starter, pro or scale, not'],
    ['account create ADA', 1, 'ADA: is taken'],
    ['account plan ada', 2, 'give NAME and starter, pro or scale'],
    ['account plan ada gold', 2, "not 'gold'"],
    ['account plan nobody pro', 1, 'nobody: no such account'],
    ['account remove nobody', 1, 'nobody: no such account'],
    ['account backup', 2, 'give one FILE'],
    ['account backup nowhere/copy.db', 1, 'nowhere/copy.db: its folder does not exist; create'],
    ['account backup data', 1, 'larder: data: is a directory; give a file name'],
    ['account backup data/accounts.db', 1, 'the accounts file itself'],
    ['account backup notes.txt', 1, 'is not a backup of accounts and would be overwritten'],
    ['key create --name x', 2, 'give one NAME, or --account NAME'],
    ['key create --account ada', 2, '--name LABEL is missing'],
    ['key create --account nobody --name x', 1, 'nobody: no such account'],
    [['key', 'create', '--account', 'ada', '--name', ' '], 2, '--name is empty'],
    ['key create --account ada --name x --scope write', 2, '--scope takes read or full'],
    ['key create --account ada --name x --expires 2020-01-01', 2, '--expires is in the past'],
    ['key create --account ada --name x --expires soon', 2, '--expires takes a date'],
    ['key create --account ada --name x --per-minute 0', 2, '--per-minute takes'],
    ['key revoke', 2, 'give one ID'],
    ['key revoke x', 2, 'ID is a number'],
    ['key revoke 999', 1, 'key 999: no such key'],
    ['key revoke 1', 1, 'is the account key of ada'],
    ['key rotate 1', 1, 'is the account key of ada; use `larder account rotate ada`'],
    ['key rotate 1 --account-key eve', 1, 'is the account key of ada'],
    ['key rotate 2 --overlap long', 2, '--overlap takes a time'],
    ['key list --account nobody', 1, 'nobody: no such account'],
    ['account list --accounts .', 1, 'cannot be opened'],
    ['account list --accounts acounts.db', 1, 'acounts.db: no such file; check the path given with'],
    ['key list --accounts acounts.db --json', 1, 'acounts.db: no such file; '],
    ['account remove ada --accounts acounts.db', 1, 'acounts.db: no such file; '],
    ['account list x', 2, "unexpected argument 'x'"],
    ['key rotate 2 --overlap 91d', 2, 'up to 90d'],
  ])('%j exits with status %d and prints one line', (line, expected, said) => {
    const { status, stdout, stderr } = larder(line);
    expect({ status, stdout }).toEqual({ status: expected, stdout: '' });
    expect(stderr).toContain(said);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

test('Every key that was shown works, however often key creation is killed (long form: npm run faults -- keys)', async () => {
  const { shown, lost } = await killDuringKeyCreation(10);
  expect(shown).toBeGreaterThan(0);
  expect(lost).toEqual([]);
});
