import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import type { Requester } from '../../src/accounts/hash-queue.ts';
import type { ClientContext } from '../../src/accounts/sessions.ts';
import { type Entry, SignIn } from '../../src/accounts/sign-in.ts';
import type { Identity } from '../../src/accounts/tables/rows.ts';
import { testsOnce } from './engine.ts';
import {
  IN_FRESH_SESSION,
  quickCodes,
  type TemporaryAccounts,
  temporaryAccounts,
} from './temporary-accounts.ts';

const testOnce = testsOnce();

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PASSWORD = 'correct horse battery';
const CLIENT: ClientContext = { address: '203.0.113.9', agent: 'Firefox', deviceToken: null };
/** Real hashing is slow by design, and has tests of its own. */
const passwords = {
  hash: async (password: string) => `hash of ${password}`,
  async verify(password: string, known: string | null, requester: Requester) {
    requesters.push(requester);
    return known === `hash of ${password}`;
  },
  ...quickCodes,
};
const requesters: Requester[] = [];
const hash = passwords.hash(PASSWORD);

const clock = { nowMs: 0 };
let at: TemporaryAccounts;
let signIn: SignIn;
let ada: number;
beforeEach(async () => {
  clock.nowMs = Date.parse('2026-11-15T12:00:00Z');
  at = await temporaryAccounts({ nowMs: () => clock.nowMs, passwords });
  ada = (await at.account('ada', 'pro', await hash)).id;
  signIn = signInTo(at);
});
afterEach(() => at.remove());

function signInTo({ store, accounts }: TemporaryAccounts): SignIn {
  const nowMs = () => clock.nowMs;
  return new SignIn(store, accounts, passwords, nowMs);
}

async function enter(name = 'ada', client = CLIENT): Promise<Entry> {
  const entry = await signIn.withPassword(name, PASSWORD, client);
  if (typeof entry === 'string' || !('token' in entry))
    throw new Error(`not signed in: ${JSON.stringify(entry)}`);
  return entry;
}

const link = (id: number, identity: Identity) =>
  at.actions.act('link_identity', { id, name: 'ada' }, { identity }, IN_FRESH_SESSION);

describe('A session', () => {
  test('is found by its token, which has 256 random bits and is stored as a hash', async () => {
    const { token, isComplete } = await enter();
    expect(isComplete).toBe(true);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(await signIn.sessions.find(token, CLIENT)).toEqual({
      id: 1,
      accountId: ada,
      isComplete: true,
      authenticatedMs: clock.nowMs,
      isFresh: true,
    });
    expect(await signIn.sessions.find(`${token.slice(0, -2)}AA`, CLIENT)).toBeNull();
    expect(JSON.stringify(await at.query('SELECT * FROM {sessions}'))).not.toContain(token);
    for (const name of readdirSync(at.directory)) {
      expect(readFileSync(`${at.directory}/${name}`).includes(token)).toBe(false);
    }
  });

  test('is a new one at every sign-in', async () => {
    const tokens = [await enter(), await enter()].map(({ token }) => token);
    expect(new Set(tokens).size).toBe(2);
    expect(await signIn.sessions.list(ada)).toHaveLength(2);
  });

  test('ends after a week without a visit', async () => {
    const { token } = await enter();
    clock.nowMs += 7 * DAY_MS - 1;
    expect(await signIn.sessions.find(token, CLIENT)).not.toBeNull();
    clock.nowMs += 7 * DAY_MS;
    expect(await signIn.sessions.find(token, CLIENT)).toBeNull();
    expect(await signIn.sessions.list(ada)).toEqual([]);
  });

  test('ends after a month, however often it is used', async () => {
    const { token } = await enter();
    for (let day = 1; day < 30; day++) {
      clock.nowMs += DAY_MS;
      expect(await signIn.sessions.find(token, CLIENT), `day ${day}`).not.toBeNull();
    }
    clock.nowMs += DAY_MS;
    expect(await signIn.sessions.find(token, CLIENT)).toBeNull();
  });

  test('records when and where it was last seen, to the minute', async () => {
    const { token } = await enter();
    const startMs = clock.nowMs;
    clock.nowMs += 59_000;
    await signIn.sessions.find(token, { ...CLIENT, address: '198.51.100.1' });
    expect(await signIn.sessions.list(ada)).toEqual([
      { id: 1, agent: 'Firefox', client: CLIENT.address, createdMs: startMs, seenMs: startMs },
    ]);
    clock.nowMs += 1000;
    await signIn.sessions.find(token, { ...CLIENT, address: '198.51.100.1', agent: 'x'.repeat(5000) });
    const [seen] = await signIn.sessions.list(ada);
    expect(seen).toMatchObject({ client: '198.51.100.1', seenMs: clock.nowMs });
    expect(seen?.agent).toHaveLength(200);
  });

  test('is one of at most fifty; the least recently seen gives way', async () => {
    const tokens: string[] = [];
    for (let i = 0; i < 51; i++) {
      clock.nowMs++;
      tokens.push(await signIn.sessions.start(ada, true, CLIENT));
    }
    expect(await signIn.sessions.list(ada)).toHaveLength(50);
    expect(await signIn.sessions.find(tokens[0]!, CLIENT)).toBeNull();
    expect(await signIn.sessions.find(tokens[1]!, CLIENT)).not.toBeNull();
  });

  test('that replaces another of the same browser pushes none out', async () => {
    const identity = { issuer: 'https://id.example', subject: '42', label: '', suggestedName: '', ageMs: 0 };
    await link(ada, identity);
    for (let i = 0; i < 49; i++) await signIn.sessions.start(ada, true, CLIENT);
    let { token } = await enter();
    const session = async () => (await signIn.sessions.find(token, CLIENT))!;
    const again = [
      async () => signIn.again(await session(), { password: PASSWORD, code: null }, CLIENT),
      async () => signIn.withPassword('ada', PASSWORD, CLIENT, await session()),
      async () => signIn.withIdentity(identity, false, CLIENT, await session()),
    ];
    for (const enterAgain of again) {
      clock.nowMs++;
      const before = token;
      token = ((await enterAgain()) as Entry).token;
      expect(await signIn.sessions.find(before, CLIENT)).toBeNull();
      expect(await signIn.sessions.list(ada)).toHaveLength(50);
    }
  });

  test('that still needs its code pushes no complete one out', async () => {
    const { token } = await enter();
    for (let i = 0; i < 60; i++) {
      clock.nowMs++;
      await signIn.sessions.start(ada, false, CLIENT);
    }
    expect(await signIn.sessions.find(token, CLIENT)).not.toBeNull();
    expect(await at.count('{sessions} WHERE is_complete = 0')).toBe(10);
  });

  describe('that still needs its code', () => {
    const start = (address: string, deviceToken: string | null = null) =>
      signIn.withPassword('ada', PASSWORD, { ...CLIENT, address, deviceToken }) as Promise<Entry>;
    let device: string;
    beforeEach(async () => {
      device = (await enter()).deviceToken!;
      const { secondFactors } = at.store;
      await secondFactors.begin(ada, Buffer.from('seed'), 1);
      await secondFactors.confirm((await secondFactors.find(ada))!, ['code'], Buffer.from('salt'), 1);
    });
    const isThere = async ({ token }: Entry) => (await signIn.sessions.find(token, CLIENT)) !== null;

    test('is not pushed out by those of other clients', async () => {
      const owner = await start('192.0.2.1');
      expect(owner.isComplete).toBe(false);
      for (let i = 0; i < 60; i++) {
        clock.nowMs++;
        await start(`198.51.100.${i % 5}`);
      }
      expect(await isThere(owner)).toBe(true);
      expect(await at.count('{sessions} WHERE is_complete = 0')).toBe(51);
    });

    test('is not pushed out by those of many IPv6 clients', async () => {
      const owner = await start('192.0.2.1');
      for (let i = 0; i < 60; i++) {
        clock.nowMs++;
        await start(`2001:db8:1:${i.toString(16)}`);
      }
      expect(await isThere(owner)).toBe(true);
      expect(await at.count('{sessions} WHERE is_complete = 0')).toBe(11);
    });

    test('is not pushed out on a known device by those of the same client', async () => {
      const owner = await start(CLIENT.address, device);
      for (let i = 0; i < 12; i++) {
        clock.nowMs++;
        const { deviceToken } = await start(CLIENT.address);
        // Whoever has only the password does not become a known device by it.
        expect(deviceToken).toBeNull();
      }
      expect(await isThere(owner)).toBe(true);
    });
  });

  test('that has ended is deleted once somebody signs in', async () => {
    await enter();
    clock.nowMs += 8 * DAY_MS;
    await enter();
    expect(await at.count('{sessions}')).toBe(1);
  });
});

describe('Guessing at sign-in', () => {
  const guess = (client: Partial<ClientContext> = {}, name = 'ada') =>
    signIn.withPassword(name, 'wrong', { ...CLIENT, ...client });

  test('is slowed down after five tries by one client at one name, known or not', async () => {
    for (const name of ['ada', 'nobody']) {
      for (let i = 0; i < 5; i++) expect(await guess({}, name)).toBe('wrong');
      expect(await guess({}, name)).toEqual({ lockedMs: 1000 });
      clock.nowMs += 1000;
      expect(await guess({}, name)).toBe('wrong');
      expect(await guess({}, name)).toEqual({ lockedMs: 2000 });
    }
  });

  test('counts tries that arrive at the same time', async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => guess()));
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
  });

  test('by one client at many names is slowed down too', async () => {
    for (let i = 0; i < 20; i++) expect(await guess({}, `name${i}`)).toBe('wrong');
    expect(await guess({}, 'another')).toHaveProperty('lockedMs');
    expect(await guess({ address: '198.51.100.1' }, 'another')).toBe('wrong');
  });

  test('is forgiven by the right password, but not at other names', async () => {
    for (let i = 0; i < 4; i++) await guess();
    await enter();
    for (let i = 0; i < 4; i++) expect(await guess()).toBe('wrong');
    for (let i = 0; i < 12; i++) expect(await guess({}, `name${i}`)).toBe('wrong');
    // Eight at ada and twelve elsewhere: signing in does not clear guesses at other names.
    expect(await signIn.withPassword('ada', PASSWORD, CLIENT)).toHaveProperty('lockedMs');
  });

  test('leaves the owner ahead of those who guess, in the queue for hashing', async () => {
    const { deviceToken } = await enter();
    for (let i = 0; i < 2; i++) await guess({ address: '198.51.100.1' }, 'nobody');
    await signIn.withPassword('ada', PASSWORD, { ...CLIENT, deviceToken });
    expect(requesters.slice(-4)).toEqual([
      { name: CLIENT.address, standing: 'fresh', isKnown: true },
      { name: '198.51.100.1', standing: 'fresh', isKnown: false },
      { name: '198.51.100.1', standing: 'tried', isKnown: false },
      { name: `account ${ada}`, standing: 'recognised', isKnown: true },
    ]);
  });

  test('is forgotten after a few hours', async () => {
    for (let i = 0; i < 5; i++) await guess();
    expect(await guess()).toHaveProperty('lockedMs');
    clock.nowMs += 7 * HOUR_MS;
    for (let i = 0; i < 5; i++) expect(await guess()).toBe('wrong');
  });

  test('from everywhere never locks the owner out, on a known device or a new one', async () => {
    const { deviceToken } = await enter();
    for (let i = 0; i < 300; i++) await guess({ address: `198.51.${i % 256}.${i >> 8}` });
    const elsewhere = { ...CLIENT, address: '192.0.2.1' };
    expect(await signIn.withPassword('ada', PASSWORD, elsewhere)).toHaveProperty('token');
    expect(await signIn.withPassword('ada', PASSWORD, { ...CLIENT, deviceToken })).toHaveProperty('token');
  });

  test('from everywhere leaves each further client one free try', async () => {
    for (let i = 0; i < 100; i++) await guess({ address: `198.51.${i}.1` });
    expect(await guess({ address: '192.0.2.1' })).toBe('wrong');
    expect(await guess({ address: '192.0.2.1' })).toEqual({ lockedMs: 1000 });
    clock.nowMs += 1000;
    expect(await guess({ address: '192.0.2.1' })).toBe('wrong');
    expect(await guess({ address: '192.0.2.1' })).toEqual({ lockedMs: 2000 });
  });

  const allow = async (most: number, addressOf: (i: number) => string) => {
    for (let i = 0; i < most; i++) expect(await guess({ address: addressOf(i) }, `name${i}`)).toBe('wrong');
    expect(await guess({ address: addressOf(most) }, 'another')).toHaveProperty('lockedMs');
    expect(await guess({ address: '2001:db8:2:aa00' }, 'another')).toBe('wrong');
  };

  test('from the clients of one IPv6 /56 is slowed down after 160 tries', () =>
    allow(160, (i) => `2001:db8:1:${(0xaa00 + i).toString(16)}`));

  // A store counts every kind of client alike, and 1280 tries take seconds in PostgreSQL.
  testOnce('from the clients of one IPv6 /48 is slowed down after 1280 tries', () =>
    allow(1280, (i) => `2001:db8:1:${(i * 50).toString(16)}`),
  );

  test('by a known device is slowed down on its own', async () => {
    const { deviceToken } = await enter();
    for (let i = 0; i < 5; i++)
      expect(await guess({ deviceToken, address: `198.51.100.${i}` })).toBe('wrong');
    expect(await guess({ deviceToken, address: '198.51.100.9' })).toHaveProperty('lockedMs');
    expect(await signIn.withPassword('ada', PASSWORD, CLIENT)).toHaveProperty('token');
  });

  test('is not helped by a device token of another account or an old password, or a forged one', async () => {
    await at.account('bob', 'pro', await hash);
    const bob = await enter('bob');
    const old = await enter();
    await at.store.accounts.setPassword(ada, 'hash of another');
    const forged = `${'A'.repeat(16)}.${'A'.repeat(43)}`;
    for (let i = 0; i < 101; i++) await guess({ address: `198.51.${i}.1` });
    await guess({ address: '192.0.2.7' });
    for (const deviceToken of [bob.deviceToken, old.deviceToken, forged, 'x']) {
      expect(await guess({ address: '192.0.2.7', deviceToken })).toHaveProperty('lockedMs');
    }
  });
});

describe('An identity at a provider', () => {
  const identity = {
    issuer: 'https://id.example',
    subject: '42',
    label: 'Grace',
    suggestedName: 'Grace',
    ageMs: 0,
  };

  test('is the only one of its provider, and is known by its name there', async () => {
    expect(await link(ada, identity)).toBeNull();
    expect(await link(ada, { ...identity, subject: '43', label: 'Mallory' })).toBe('linked_otherwise');
    expect(await signIn.identityAt(ada, identity.issuer)).toMatchObject({ subject: '42', label: 'Grace' });
    expect(await signIn.withIdentity({ ...identity, subject: '43' }, false, CLIENT)).toBe('unknown');
  });

  test('creates an account under its own name, or a similar one that is free', async () => {
    const names = ['Grace', 'GRACE', 'ada', '', '<script>', 'x'.repeat(64), 'x'.repeat(64)];
    for (const [i, suggestedName] of names.entries()) {
      await signIn.withIdentity({ ...identity, subject: String(i), suggestedName }, true, {
        ...CLIENT,
        address: String(i),
      });
    }
    const created = (await at.accounts.list()).map(({ name }) => name);
    expect(created.sort()).toEqual(
      [
        'Grace',
        'GRACE-2',
        'ada',
        'ada-2',
        'member',
        'member-2',
        'x'.repeat(64),
        `${'x'.repeat(62)}-2`,
      ].sort(),
    );
  });

  test.each([
    ['client', 10, () => '203.0.113.9'],
    ['IPv6 /56', 80, (i: number) => `2001:db8:1:${(0xaa00 + i).toString(16)}`],
  ])('creates no more than its share of accounts from one %s', async (_, most, addressOf) => {
    const create = (i: number, address = addressOf(i)) =>
      signIn.withIdentity({ ...identity, subject: String(i), suggestedName: `u${i}` }, true, {
        ...CLIENT,
        address,
      });
    for (let i = 0; i < most; i++) expect(await create(i)).toHaveProperty('token');
    expect(await create(most)).toHaveProperty('lockedMs');
    expect(await create(most + 1, '2001:db8:2:aa00')).toHaveProperty('token');
  });

  // A store counts every kind of client alike, and so many accounts take seconds in PostgreSQL.
  testOnce('creates no more than 640 accounts from one IPv6 /48', async () => {
    const signUp = (i: number) =>
      signIn.signUp(`u${i}`, PASSWORD, { ...CLIENT, address: `2001:db8:1:${(i * 90).toString(16)}` });
    for (let i = 0; i < 640; i++) expect(await signUp(i)).toHaveProperty('token');
    expect(await signUp(640)).toHaveProperty('lockedMs');
  });
});

testOnce('Looking for a session or an account creates no file', async () => {
  const empty = await temporaryAccounts({ passwords });
  const own = signInTo(empty);
  expect(await empty.accounts.isEmpty()).toBe(true);
  expect(await own.sessions.find('x'.repeat(43), CLIENT)).toBeNull();
  expect(await own.withPassword('ada', PASSWORD, CLIENT)).toBe('wrong');
  expect(readdirSync(empty.directory)).toEqual([]);
  empty.remove();
});
