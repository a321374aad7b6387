import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Actor } from '../../src/accounts/account-actions.ts';
import { ACTIONS, type ActionName, type InputOf } from '../../src/accounts/actions.ts';
import {
  IN_FRESH_SESSION,
  OPERATOR,
  quickPasswords,
  type TemporaryAccounts,
  temporaryAccounts,
  WITH_KEY,
} from './temporary-accounts.ts';

const PASSWORD = 'correct horse battery';
const passwords = quickPasswords();
const IN_STALE_SESSION: Actor = { ...IN_FRESH_SESSION, session: { id: 1, isFresh: false } };
const IDENTITY = { issuer: 'https://id.example', subject: '42', label: 'Ada' };

let at: TemporaryAccounts;
let ada: { id: number; name: string };
let logged: unknown[][];
beforeEach(async () => {
  at = await temporaryAccounts({ passwords });
  const hash = await passwords.hash(PASSWORD, { name: 'test', standing: 'fresh', isKnown: true });
  ada = { id: (await at.account('ada', 'pro', hash)).id, name: 'ada' };
  await at.accounts.createKey(ada.id, { name: 'ci', scope: 'read', expiresMs: null, perMinute: null });
  logged = [];
});
afterEach(() => at.remove());

const act = <Name extends ActionName>(name: Name, input: InputOf<Name>, by: Actor) =>
  at.actions.act(name, ada, input, { ...by, report: (event, fields) => logged.push([event, fields]) });

/** What each action needs, and an input that nothing is wrong with. */
const NEEDED: { [Name in ActionName]: [withKey: string, inSession: string, input: InputOf<Name>] } = {
  create_key: ['nothing', 'nothing', { name: 'app' }],
  rotate_key: ['nothing', 'nothing', { key_id: 2 }],
  replace_account_key: ['password and code', 'fresh', {}],
  revoke_key: ['nothing', 'nothing', { key_id: 2 }],
  change_plan: ['nothing', 'nothing', { plan: 'scale' }],
  change_password: ['password and code', 'fresh, password if any', { new_password: 'battery staple' }],
  reset_password: ['never', 'never', { new_password: 'battery staple', forget_second_factor: false }],
  begin_second_factor: ['password', 'fresh', {}],
  confirm_second_factor: ['nothing', 'fresh', { code: '123456' }],
  remove_second_factor: ['password if any', 'fresh', { code: '123456' }],
  link_identity: ['never', 'nothing', { identity: IDENTITY }],
  unlink_identity: ['never', 'fresh', { issuer: IDENTITY.issuer }],
  end_session: ['never', 'fresh', { session_id: 1 }],
  sign_out: ['never', 'nothing', {}],
  end_all_sessions: ['never', 'fresh', {}],
  grant_admin: ['never', 'never', {}],
  withdraw_admin: ['never', 'never', {}],
  remove_account: ['never', 'never', {}],
};
const NAMES = Object.keys(ACTIONS) as ActionName[];
const inputOf = (name: ActionName) => NEEDED[name][2] as never;

describe('An action on an account', () => {
  test.each(NAMES)('needs the proof that is expected of it: %s', (name) => {
    const { withKey, inSession } = ACTIONS[name];
    expect([withKey, inSession] as string[]).toEqual(NEEDED[name].slice(0, 2) as string[]);
  });

  test.each(NAMES.filter((name) => NEEDED[name][1].startsWith('fresh')))(
    'is refused in a session whose password is minutes old: %s',
    async (name) => {
      const before = await everything();
      // There is a second factor to remove only once one was set up.
      const expected = name === 'remove_second_factor' ? 'no_second_factor' : 'not_fresh';
      expect(await act(name, inputOf(name), IN_STALE_SESSION)).toBe(expected);
      expect([await everything(), logged]).toEqual([before, []]);
    },
  );

  test.each(NAMES.filter((name) => /^password/.test(NEEDED[name][0]) && name !== 'remove_second_factor'))(
    'is refused to someone who has only the account key, and that is logged: %s',
    async (name) => {
      const before = await everything();
      expect(await act(name, inputOf(name), WITH_KEY)).toBe('wrong_password');
      expect(await everything()).toEqual(before);
      expect(logged).toEqual([
        ['confirmation failed', { account: 'ada', client: '203.0.113.9', reason: 'password' }],
      ]);
    },
  );

  test.each(NAMES.filter((name) => NEEDED[name][0] === 'never'))(
    'cannot be reached with the account key at all: %s',
    async (name) => {
      const before = await everything();
      await expect(act(name, inputOf(name), WITH_KEY)).rejects.toThrow('is not for the owner');
      expect(await everything()).toEqual(before);
    },
  );

  test('that replaces the account key cannot be had by rotating it like a named one', async () => {
    for (const by of [WITH_KEY, IN_STALE_SESSION, IN_FRESH_SESSION])
      expect(await act('rotate_key', { key_id: 1 }, by)).toBe('account_key');
    expect(logged).toEqual([]);
  });

  test('of an operator is in the audit log and in that of the server, under the same name', async () => {
    await act('change_plan', { plan: 'scale' }, OPERATOR);
    await act('rotate_key', { key_id: 2 }, OPERATOR);
    expect(logged).toEqual([
      ['plan changed', { account: 'ada', client: '203.0.113.9', plan: 'scale', by: 'root' }],
      ['key rotated', { account: 'ada', client: '203.0.113.9', key: 2, by: 'root' }],
    ]);
    expect(await at.accounts.audit(null, 9)).toMatchObject([
      { act: 'key rotated', actor: 'root', via: 'command line', account: 'ada', detail: 'key 2 (ci)' },
      { act: 'plan changed', account: 'ada', detail: 'pro to scale' },
    ]);
  });

  test('of an owner is in the log of the server only, and one that is refused in neither', async () => {
    await act('create_key', { name: 'app' }, WITH_KEY);
    expect(await act('change_plan', { plan: 'scale' }, WITH_KEY)).toBe('set_by_operator');
    expect(await act('revoke_key', { key_id: 99 }, WITH_KEY)).toBe('no_such_key');
    expect(logged).toEqual([['key created', { account: 'ada', client: '203.0.113.9', key: 3 }]]);
    expect(await at.accounts.audit(null, 9)).toEqual([]);
  });
});

/** All that an action could have changed. */
async function everything() {
  const tables = ['accounts', 'keys', 'key_secrets', 'second_factors', 'sessions', 'identities', 'audit'];
  return Promise.all(tables.map((table) => at.query(`SELECT * FROM {${table}}`)));
}
