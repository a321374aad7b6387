import { namingFailures } from '../accounts-error.ts';
import { makeMark, readMark } from '../device-token.ts';
import { faultOfName, foldName, LONGEST_NAME } from '../names.ts';
import type { Passwords } from '../passwords.ts';
import { SecondFactor } from '../second-factor.ts';
import type { Entry, FrontDoor, Knock, ProvenIdentity } from '../sign-in.ts';
import type { AccountRow } from './account-store.ts';
import type { Accounts, AccountsFile } from './accounts-file.ts';
import { PasswordGuesses } from './password-guesses.ts';
import { SignInGuesses } from './sign-in-guesses.ts';

export interface FrontDoorOptions {
  file: AccountsFile;
  passwords: Pick<Passwords, 'hash' | 'verify'>;
  /** A clock that never goes back, for what is slowed down. */
  steadyMs?: () => number;
}

/** New accounts of one client: a household or a class has no use for more at once. */
const FREE_SIGN_UPS = 10;
/** Names that are tried for one who comes from a provider; then one is made up. */
const MOST_NAMES_TRIED = 20;

/** The front door of a running server. Nothing is kept of sessions but what is in the file. */
export function createFrontDoor({ file, passwords, steadyMs }: FrontDoorOptions): FrontDoor {
  const secondFactor = new SecondFactor(file);
  const guesses = new SignInGuesses(steadyMs);
  const signUps = new PasswordGuesses(steadyMs, { freeTries: FREE_SIGN_UPS });
  const accounts = (): Accounts => file.needed();

  function admit(account: AccountRow, knock: Knock): Entry {
    const isComplete = !secondFactor.isOn(account.id);
    return start(account, isComplete, knock);
  }

  function start(account: AccountRow, isComplete: boolean, knock: Knock): Entry {
    const mark = makeMark(file.path, account);
    return { token: accounts().sessions.start(account.id, isComplete, knock), isComplete, mark };
  }

  function existingAccount(accountId: number): AccountRow {
    const account = accounts().people.findById(accountId);
    if (account === null) throw new Error('An account is gone that was just there');
    return account;
  }

  /** A new account for one who comes from a provider, under the name that they have there if it is free. */
  function makeLinked({ issuer, subject, suggestedName }: ProvenIdentity): number {
    const { db, people, identities } = accounts();
    const make = db.transaction(() => {
      for (let i = 1; i <= MOST_NAMES_TRIED; i++) {
        const made = people.create(nameLike(suggestedName, i), 'starter', null);
        if (made === null) continue;
        identities.link(made.id, issuer, subject);
        return made.id;
      }
      throw new Error('No name was free');
    });
    return namingFailures(file.path, () => make.immediate());
  }

  return {
    isEmpty: () => file.existing()?.people.isEmpty() ?? true,

    async signIn(name, password, knock) {
      const people = file.existing()?.people;
      const account = (faultOfName(name) === null ? people?.find(name) : null) ?? null;
      const attempt = {
        name: foldName(name).slice(0, LONGEST_NAME),
        client: knock.client,
        knownBrowser: account && knock.mark && readMark(file.path, account, knock.mark),
      };
      const lockedMs = guesses.waitMs(attempt);
      if (lockedMs > 0) return { lockedMs };
      guesses.note(attempt);
      const isRight = await passwords.verify(password, account?.password_hash ?? null);
      if (isRight === 'busy') {
        guesses.takeBack(attempt);
        return 'busy';
      }
      if (!isRight || account === null) return 'wrong';
      guesses.forgive(attempt);
      return admit(account, knock);
    },

    async signUp(name, password, knock) {
      const lockedMs = signUps.waitMs(knock.client);
      if (lockedMs > 0) return { lockedMs };
      signUps.noteWrong(knock.client);
      const hash = await passwords.hash(password);
      if (hash === 'busy') return 'busy';
      const made = accounts().people.create(name, 'starter', hash);
      return made === null ? 'taken' : start(existingAccount(made.id), true, knock);
    },

    passCode(session, code, knock) {
      const outcome = secondFactor.check(session.accountId, code);
      if (outcome !== 'right') return outcome;
      // The token changes, so that whoever knew the one from before the code gains nothing by it.
      const entry = start(existingAccount(session.accountId), true, knock);
      accounts().sessions.end(session.accountId, session.id);
      return entry;
    },

    enter(identity, maySignUp, knock) {
      const found = file.existing()?.identities.find(identity.issuer, identity.subject) ?? null;
      if (found !== null) return admit(existingAccount(found), knock);
      if (!maySignUp) return 'unknown';
      const lockedMs = signUps.waitMs(knock.client);
      if (lockedMs > 0) return { lockedMs };
      signUps.noteWrong(knock.client);
      return admit(existingAccount(makeLinked(identity)), knock);
    },

    link: (accountId, { issuer, subject }) => accounts().identities.link(accountId, issuer, subject),

    unlink(accountId, issuer) {
      if (existingAccount(accountId).password_hash === null) return false;
      return accounts().identities.unlink(accountId, issuer);
    },

    isLinked: (accountId, issuer) => accounts().identities.isLinked(accountId, issuer),

    findSession(token, knock) {
      const sessions = file.existing()?.sessions;
      const session = sessions?.find(token) ?? null;
      if (sessions === undefined || session === null) return null;
      try {
        sessions.noteVisit(session, knock);
      } catch {
        // A full disk keeps nobody from reading; the visit is noted the next time.
      }
      return { id: session.id, accountId: session.accountId, isComplete: session.isComplete };
    },

    sessions: (accountId) => accounts().sessions.list(accountId),
    endSession: (accountId, sessionId) => accounts().sessions.end(accountId, sessionId),
    endAllSessions: (accountId) => accounts().sessions.endAll(accountId),

    renew(session, knock) {
      const { db, sessions } = accounts();
      const swap = db.transaction(() => {
        sessions.endAll(session.accountId);
        return start(existingAccount(session.accountId), true, knock);
      });
      return namingFailures(file.path, () => swap.immediate());
    },
  };
}

/** The name itself, or with a number behind it; one that can be no name here gives way to a plain one. */
function nameLike(suggested: string, attempt: number): string {
  const isLast = attempt === MOST_NAMES_TRIED;
  const suffix = attempt === 1 ? '' : isLast ? `-${crypto.randomUUID()}` : `-${attempt}`;
  const stem = faultOfName(suggested) === null && !isLast ? suggested : 'member';
  return `${[...stem].slice(0, LONGEST_NAME - suffix.length).join('')}${suffix}`;
}
