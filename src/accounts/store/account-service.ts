import type { PlanName } from '../../admission/plans.ts';
import type { AccountBook, AccountView, CodeOutcome, KeyWish, ShownKey } from '../account-service.ts';
import { namingFailures } from '../accounts-error.ts';
import type { Passwords } from '../passwords.ts';
import { SecondFactor } from '../second-factor.ts';
import type { Accounts, AccountsFile } from './accounts-file.ts';
import type { KeyRing } from './key-ring.ts';
import { viewKey } from './key-view.ts';
import { type Guesses, PasswordGuesses } from './password-guesses.ts';
import type { UsageTally } from './usage-tally.ts';

export interface AccountBookOptions {
  file: AccountsFile;
  ring: KeyRing;
  tally: UsageTally;
  passwords: Passwords;
  guesses?: Guesses;
}

/** The account book of a running server. What it changes holds at once for every request of the process. */
export function createAccountBook(options: AccountBookOptions): AccountBook {
  const { file, ring, tally, passwords, guesses = new PasswordGuesses() } = options;
  const secondFactor = new SecondFactor(file);
  const accounts = (): Accounts => file.needed();

  function show(keyId: number, key: string): ShownKey {
    const row = accounts().keys.find(keyId);
    if (row === null) throw new Error('A key is gone that was just made');
    return { ...viewKey(row), key };
  }

  /** The key, if it is one of this account. */
  function findOwn(accountId: number, keyId: number) {
    const row = accounts().keys.find(keyId);
    return row?.account_id === accountId ? row : null;
  }

  return {
    account(accountId): AccountView | null {
      const row = accounts().people.findById(accountId);
      if (row === null) return null;
      return {
        name: row.name,
        plan: row.plan,
        created: new Date(row.created_ms).toISOString(),
        has_password: row.password_hash !== null,
        second_factor: secondFactor.isOn(accountId),
        recovery_codes_left: accounts().secondFactors.countRecoveryCodes(accountId),
      };
    },

    keys: (accountId) => accounts().keys.list(accountId, false).map(viewKey),

    createKey(accountId, wish: KeyWish) {
      const made = accounts().keys.create(accountId, wish);
      return made === null ? null : show(made.id, made.key);
    },

    rotateKey(accountId, keyId, overlapMs) {
      const rotated = findOwn(accountId, keyId) === null ? null : accounts().keys.rotate(keyId, overlapMs);
      ring.forget();
      return rotated === null ? null : show(keyId, rotated.key);
    },

    revokeKey(accountId, keyId) {
      const row = findOwn(accountId, keyId);
      if (row === null) return null;
      if (row.kind === 'account') return 'account_key';
      const isRevoked = accounts().keys.revoke(keyId);
      ring.forget();
      return isRevoked ? 'revoked' : null;
    },

    async changePassword(accountId, current, next) {
      const row = accounts().people.findById(accountId);
      if (row?.password_hash) {
        const lockedMs = guesses.waitMs(accountId);
        if (lockedMs > 0) return { lockedMs };
        guesses.noteWrong(accountId);
        const isRight = await passwords.verify(current ?? '', row.password_hash);
        if (isRight !== true) return isRight === 'busy' ? 'busy' : 'wrong';
        guesses.forgive(accountId);
      }
      const hash = await passwords.hash(next);
      if (hash === 'busy') return 'busy';
      const { db, people, sessions } = accounts();
      // Whoever knew the old password is not to stay signed in by it.
      const change = db.transaction(() => {
        people.setPassword(accountId, hash);
        sessions.endAll(accountId);
      });
      namingFailures(file.path, () => change.immediate());
      return 'changed';
    },

    enrolSecondFactor(accountId) {
      const name = accounts().people.findById(accountId)?.name ?? '';
      return secondFactor.enrol(accountId, name);
    },

    pendingSecondFactor(accountId) {
      const name = accounts().people.findById(accountId)?.name ?? '';
      return secondFactor.findPending(accountId, name);
    },

    confirmSecondFactor: (accountId, code) => secondFactor.confirm(accountId, code),

    removeSecondFactor(accountId, code): CodeOutcome {
      const outcome = secondFactor.check(accountId, code);
      if (outcome === 'right') secondFactor.remove(accountId);
      return outcome;
    },

    setPlan(accountId, plan: PlanName) {
      accounts().people.setPlan(accountId, plan);
      ring.forget();
    },

    usage(accountId, fromDay, toDay) {
      tally.flush();
      return accounts().usage.list(accountId, fromDay, toDay);
    },
  };
}
