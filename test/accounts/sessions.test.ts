import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Entry, FrontDoor, Knock } from '../../src/accounts/sign-in.ts';
import { createFrontDoor } from '../../src/accounts/store/sign-in.ts';
import { temporaryAccounts } from './temporary-accounts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PASSWORD = 'correct horse battery';
const KNOCK: Knock = { client: '203.0.113.9', agent: 'Firefox', mark: null };
/** Real hashing is slow by design, and has tests of its own. */
const passwords = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (password: string, known: string | null) => known === `hash of ${password}`,
};
const hash = passwords.hash(PASSWORD);

const clock = { nowMs: 0 };
let at: ReturnType<typeof temporaryAccounts>;
let door: FrontDoor;
let ada: number;
beforeEach(async () => {
  clock.nowMs = Date.parse('2026-11-15T12:00:00Z');
  at = temporaryAccounts(() => clock.nowMs);
  ada = at.file.needed().people.create('ada', 'pro', await hash)!.id;
  door = createFrontDoor({ file: at.file, passwords, steadyMs: () => clock.nowMs });
});
afterEach(() => at.remove());

async function signIn(name = 'ada', knock = KNOCK): Promise<Entry> {
  const entry = await door.signIn(name, PASSWORD, knock);
  if (typeof entry === 'string' || !('token' in entry))
    throw new Error(`not let in: ${JSON.stringify(entry)}`);
  return entry;
}

describe('A session', () => {
  test('is found by its token, which has 256 random bits and is stored as a hash', async () => {
    const { token, isComplete } = await signIn();
    expect(isComplete).toBe(true);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(door.findSession(token, KNOCK)).toEqual({ id: 1, accountId: ada, isComplete: true });
    expect(door.findSession(`${token.slice(0, -2)}AA`, KNOCK)).toBeNull();
    for (const name of ['accounts.db', 'accounts.db-wal']) {
      expect(readFileSync(`${at.directory}/${name}`).includes(token)).toBe(false);
    }
  });

  test('is another one at every sign-in', async () => {
    const tokens = [await signIn(), await signIn()].map(({ token }) => token);
    expect(new Set(tokens).size).toBe(2);
    expect(door.sessions(ada)).toHaveLength(2);
  });

  test('ends after a week without a visit', async () => {
    const { token } = await signIn();
    clock.nowMs += 7 * DAY_MS - 1;
    expect(door.findSession(token, KNOCK)).not.toBeNull();
    clock.nowMs += 7 * DAY_MS;
    expect(door.findSession(token, KNOCK)).toBeNull();
    expect(door.sessions(ada)).toEqual([]);
  });

  test('ends after a month, however often it is used', async () => {
    const { token } = await signIn();
    for (let day = 1; day < 30; day++) {
      clock.nowMs += DAY_MS;
      expect(door.findSession(token, KNOCK), `day ${day}`).not.toBeNull();
    }
    clock.nowMs += DAY_MS;
    expect(door.findSession(token, KNOCK)).toBeNull();
  });

  test('tells when and where it was last seen, to a minute', async () => {
    const { token } = await signIn();
    const startMs = clock.nowMs;
    clock.nowMs += 59_000;
    door.findSession(token, { ...KNOCK, client: '198.51.100.1' });
    expect(door.sessions(ada)).toEqual([
      { id: 1, agent: 'Firefox', client: KNOCK.client, createdMs: startMs, seenMs: startMs },
    ]);
    clock.nowMs += 1000;
    door.findSession(token, { ...KNOCK, client: '198.51.100.1', agent: 'x'.repeat(5000) });
    const [seen] = door.sessions(ada);
    expect(seen).toMatchObject({ client: '198.51.100.1', seenMs: clock.nowMs });
    expect(seen?.agent).toHaveLength(200);
  });

  test('is ended by its account alone', async () => {
    at.file.needed().people.create('bob', 'pro', await hash);
    const { token } = await signIn();
    const bob = await signIn('bob');
    const id = door.findSession(token, KNOCK)!.id;
    door.endSession(door.findSession(bob.token, KNOCK)!.accountId, id);
    expect(door.findSession(token, KNOCK)).not.toBeNull();
    door.endSession(ada, id);
    expect(door.findSession(token, KNOCK)).toBeNull();
    expect(door.findSession(bob.token, KNOCK)).not.toBeNull();
  });

  test('goes with all others at once, and with its account', async () => {
    const tokens = [await signIn(), await signIn()].map(({ token }) => token);
    door.endAllSessions(ada);
    for (const token of tokens) expect(door.findSession(token, KNOCK)).toBeNull();
    const { token } = await signIn();
    at.file.needed().people.remove(ada);
    expect(door.findSession(token, KNOCK)).toBeNull();
  });

  test('is renewed under another token, and every other ends', async () => {
    const other = await signIn();
    const mine = await signIn();
    const renewed = door.renew(door.findSession(mine.token, KNOCK)!, KNOCK);
    expect(door.findSession(mine.token, KNOCK)).toBeNull();
    expect(door.findSession(other.token, KNOCK)).toBeNull();
    expect(door.findSession(renewed.token, KNOCK)?.accountId).toBe(ada);
  });

  test('is one of fifty at most; the one unseen for longest gives way', async () => {
    const { sessions } = at.file.needed();
    const tokens = Array.from({ length: 51 }, () => {
      clock.nowMs++;
      return sessions.start(ada, true, KNOCK);
    });
    expect(door.sessions(ada)).toHaveLength(50);
    expect(sessions.find(tokens[0]!)).toBeNull();
    expect(sessions.find(tokens[1]!)).not.toBeNull();
  });

  test('that has ended leaves nothing in the file once somebody signs in', async () => {
    await signIn();
    clock.nowMs += 8 * DAY_MS;
    await signIn();
    expect(at.file.needed().db.prepare('SELECT count(*) FROM sessions').pluck().get()).toBe(1);
  });
});

describe('Guessing at sign-in', () => {
  const guess = (knock: Partial<Knock> = {}, name = 'ada') =>
    door.signIn(name, 'wrong', { ...KNOCK, ...knock });

  test('is slowed down after five tries of one client at one name, known or not', async () => {
    for (const name of ['ada', 'nobody']) {
      for (let i = 0; i < 5; i++) expect(await guess({}, name)).toBe('wrong');
      expect(await guess({}, name)).toEqual({ lockedMs: 1000 });
      clock.nowMs += 1000;
      expect(await guess({}, name)).toBe('wrong');
      expect(await guess({}, name)).toEqual({ lockedMs: 2000 });
    }
  });

  test('counts tries that come all at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => guess()));
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
  });

  test('of one client at many names is slowed down as well', async () => {
    for (let i = 0; i < 20; i++) expect(await guess({}, `name${i}`)).toBe('wrong');
    expect(await guess({}, 'another')).toHaveProperty('lockedMs');
    expect(await guess({ client: '198.51.100.1' }, 'another')).toBe('wrong');
  });

  test('is forgiven by the right password, but not at other names', async () => {
    for (let i = 0; i < 4; i++) await guess();
    await signIn();
    for (let i = 0; i < 4; i++) expect(await guess()).toBe('wrong');
    for (let i = 0; i < 12; i++) expect(await guess({}, `name${i}`)).toBe('wrong');
    // Eight at ada and twelve elsewhere: signing in oneself does not wash guesses at others away.
    expect(await door.signIn('ada', PASSWORD, KNOCK)).toHaveProperty('lockedMs');
  });

  test('is forgotten after some hours', async () => {
    for (let i = 0; i < 5; i++) await guess();
    expect(await guess()).toHaveProperty('lockedMs');
    clock.nowMs += 7 * HOUR_MS;
    for (let i = 0; i < 5; i++) expect(await guess()).toBe('wrong');
  });

  test('from everywhere does not keep the owner out, whose browser is known', async () => {
    const { mark } = await signIn();
    for (let i = 0; i < 101; i++) await guess({ client: `198.51.${i}.1` });
    expect(await guess({ client: '192.0.2.1' })).toHaveProperty('lockedMs');
    expect(await door.signIn('ada', PASSWORD, KNOCK)).toHaveProperty('lockedMs');
    expect(await door.signIn('ada', PASSWORD, { ...KNOCK, mark })).toHaveProperty('token');
  });

  test('by a known browser is slowed down by itself', async () => {
    const { mark } = await signIn();
    for (let i = 0; i < 5; i++) expect(await guess({ mark, client: `198.51.100.${i}` })).toBe('wrong');
    expect(await guess({ mark, client: '198.51.100.9' })).toHaveProperty('lockedMs');
    expect(await door.signIn('ada', PASSWORD, KNOCK)).toHaveProperty('token');
  });

  test('is not helped by a mark of another account, of an old password, or made up', async () => {
    at.file.needed().people.create('bob', 'pro', await hash);
    const bob = await signIn('bob');
    const old = await signIn();
    at.file.needed().people.setPassword(ada, 'hash of another');
    const forged = `${'A'.repeat(16)}.${'A'.repeat(43)}`;
    for (let i = 0; i < 101; i++) await guess({ client: `198.51.${i}.1` });
    for (const mark of [bob.mark, old.mark, forged, 'x']) {
      expect(await guess({ client: '192.0.2.7', mark })).toHaveProperty('lockedMs');
    }
  });
});

describe('An identity of a provider', () => {
  const identity = { issuer: 'https://id.example', subject: '42', suggestedName: 'Grace' };

  test('lets in whoever it is linked to, and nobody else unless sign-up is open', () => {
    expect(door.enter(identity, false, KNOCK)).toBe('unknown');
    expect(door.link(ada, identity)).toBe(true);
    const entry = door.enter(identity, false, KNOCK) as Entry;
    expect(door.findSession(entry.token, KNOCK)?.accountId).toBe(ada);
    expect(door.enter({ ...identity, issuer: 'https://other.example' }, false, KNOCK)).toBe('unknown');
    expect(door.enter({ ...identity, subject: '43' }, false, KNOCK)).toBe('unknown');
  });

  test('belongs to one account', () => {
    const bob = at.file.needed().people.create('bob', 'pro', null)!.id;
    expect(door.link(ada, identity)).toBe(true);
    expect(door.link(bob, identity)).toBe(false);
    expect(door.link(ada, identity)).toBe(true);
    expect(door.isLinked(bob, identity.issuer)).toBe(false);
  });

  test('makes an account under its own name, or one like it that is free', () => {
    const names = ['Grace', 'GRACE', 'ada', '', '<script>', 'x'.repeat(64), 'x'.repeat(64)];
    for (const [i, suggestedName] of names.entries()) {
      door.enter({ ...identity, subject: String(i), suggestedName }, true, { ...KNOCK, client: String(i) });
    }
    const made = at.file
      .needed()
      .people.list()
      .map(({ name }) => name);
    expect(made.sort()).toEqual(
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

  test('is not to be had in any number', () => {
    const outcomes = Array.from({ length: 12 }, (_, i) =>
      door.enter({ ...identity, subject: String(i) }, true, KNOCK),
    );
    expect(outcomes.at(-1)).toHaveProperty('lockedMs');
  });

  test('is unlinked only where a password is left to sign in with', () => {
    const entry = door.enter(identity, true, KNOCK) as Entry;
    const own = door.findSession(entry.token, KNOCK)!.accountId;
    expect(door.unlink(own, identity.issuer)).toBe(false);
    expect(door.isLinked(own, identity.issuer)).toBe(true);
    door.link(ada, { ...identity, subject: '7' });
    expect(door.unlink(ada, identity.issuer)).toBe(true);
    expect(door.enter({ ...identity, subject: '7' }, false, KNOCK)).toBe('unknown');
  });
});

test('Looking for a session or an account makes no file', async () => {
  const bare = temporaryAccounts();
  const own = createFrontDoor({ file: bare.file, passwords });
  expect(own.isEmpty()).toBe(true);
  expect(own.findSession('x'.repeat(43), KNOCK)).toBeNull();
  expect(await own.signIn('ada', PASSWORD, KNOCK)).toBe('wrong');
  expect(bare.file.existing()).toBeNull();
  bare.remove();
});
