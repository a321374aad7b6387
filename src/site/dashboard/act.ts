import type { Actor } from '../../accounts/account-actions.ts';
import type { ActionName, InputOf, NamedAccount, ValueOf } from '../../accounts/actions.ts';
import { type Later, type Refusal, retryMsOf } from '../../accounts/refusals.ts';
import { reportFor } from '../../http/security-log.ts';
import type { Locale } from '../locale.ts';
import type { Extras } from './answers.ts';
import type { OwnVisit } from './dashboard.ts';
import { waitInWords } from './times.ts';

/** What forms do to accounts, and why it cannot be done now, in words. */

/** Does something to the account of the visitor. */
export function act<Name extends ActionName>(
  visit: OwnVisit,
  name: Name,
  input: InputOf<Name>,
  password: string | null = null,
): Promise<ValueOf<Name> | Refusal> {
  const { dashboard, session, account } = visit;
  const own = { id: session.accountId, name: account.name };
  return dashboard.actions.act(name, own, input, {
    ...actorOf(visit),
    credentials: { password, code: null },
  });
}

/** Does something to the account of somebody else, in the name of an operator. */
export function actAsOperator<Name extends ActionName>(
  visit: OwnVisit,
  name: Name,
  account: NamedAccount,
  input: InputOf<Name>,
): Promise<ValueOf<Name> | Refusal> {
  const operator = { actor: visit.account.name, via: 'dashboard' } as const;
  return visit.dashboard.actions.act(name, account, input, { ...actorOf(visit), operator });
}

function actorOf({ call, client, session }: OwnVisit): Actor {
  return {
    client: client.address,
    session,
    credentials: { password: null, code: null },
    operator: null,
    report: reportFor(call),
  };
}

export function laterInWords(later: Later, locale: Locale): string {
  const { busy, tooMany } = locale.words.dashboard.refused;
  return later === 'busy' ? busy : locale.say(tooMany, { wait: waitInWords(later.lockedMs, locale) });
}

export function retryLater(later: Later): Extras {
  return { status: 429, retryAfterMs: retryMsOf(later) };
}

/** Of codes that are guessed; `tooMany` says how long to wait. */
export function codeRefusalInWords(later: Later | 'wrong', tooMany: string, locale: Locale): string {
  if (later === 'wrong') return locale.words.dashboard.refused.wrongCode;
  if (later === 'busy') return laterInWords(later, locale);
  return locale.say(tooMany, { wait: waitInWords(later.lockedMs, locale) });
}
