/**
 * How people come in to the pages under `/dashboard`, and where they are signed in. The pages ask for it; what they ask
 * about an account that is signed in to is in the AccountBook.
 */

/** What a browser tells of itself when it knocks. */
export interface Knock {
  /** The client, as limits know it. */
  client: string;
  /** What the browser calls itself. */
  agent: string;
  /** The mark of a browser that was let in before, if it shows one. */
  mark: string | null;
}

/** A session that is under way. */
export interface Session {
  id: number;
  accountId: number;
  /** False until the second factor is passed: until then it is good for nothing else. */
  isComplete: boolean;
}

/** Someone was let in, or is asked for a code. The token is for the cookie alone, and is nowhere else. */
export interface Entry {
  token: string;
  isComplete: boolean;
  /** Lets this browser be known again, so that a stranger's guessing does not hold its owner up. */
  mark: string;
}

/** Too many wrong tries: how long until the next. */
export interface Locked {
  lockedMs: number;
}

export interface SessionView {
  id: number;
  agent: string;
  client: string;
  createdMs: number;
  seenMs: number;
}

/** Who an OpenID Connect provider says a person is. */
export interface ProvenIdentity {
  issuer: string;
  subject: string;
  /** What the person is called there. */
  suggestedName: string;
}

export interface FrontDoor {
  /** Whether nobody has an account. */
  isEmpty(): boolean;

  /** Unknown names, wrong passwords and accounts without one are alike, in words and in time. */
  signIn(name: string, password: string, knock: Knock): Promise<Entry | 'wrong' | 'busy' | Locked>;
  /** The name and the password are sound by the rules. */
  signUp(name: string, password: string, knock: Knock): Promise<Entry | 'taken' | 'busy' | Locked>;
  /** A code, or a recovery code. `none` when the session or its factor is gone meanwhile. */
  passCode(session: Session, code: string, knock: Knock): Entry | 'wrong' | 'none' | Locked;

  /** By identity; `unknown` when no account has it, and none may be made. */
  enter(identity: ProvenIdentity, maySignUp: boolean, knock: Knock): Entry | 'unknown' | Locked;
  /** False when another account has this identity. */
  link(accountId: number, identity: ProvenIdentity): boolean;
  /** False when the account could not be signed in to any more, or has no such identity. */
  unlink(accountId: number, issuer: string): boolean;
  isLinked(accountId: number, issuer: string): boolean;

  /** Null when there is no such session, or it has ended. Notes that it was seen. */
  findSession(token: string, knock: Knock): Session | null;
  /** Those that are complete and have not ended, the last seen first. */
  sessions(accountId: number): SessionView[];
  /** A session of this account alone. */
  endSession(accountId: number, sessionId: number): void;
  endAllSessions(accountId: number): void;
  /** The same person under a new token; every other session of the account ends. */
  renew(session: Session, knock: Knock): Entry;
}

/** How a sign-in through a provider ended when it did not prove who someone is. */
export type ProviderFailure = 'unreachable' | 'stale' | 'refused' | 'unproven';

/** Another place where people sign in. */
export interface SignInProvider {
  /** What people call it. */
  readonly name: string;
  readonly issuer: string;
  /** Where to send the browser, and a ticket that it must bring back. */
  begin(returnUrl: string, linkTo: number | null): Promise<{ url: string; ticket: string } | 'unreachable'>;
  /** A ticket is good once. `linkTo` is the account that asked to be linked. */
  finish(
    ticket: string,
    query: string,
  ): Promise<{ identity: ProvenIdentity; linkTo: number | null } | ProviderFailure>;
}
