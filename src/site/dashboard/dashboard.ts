import type { AccountService } from '../../accounts/account-service.ts';
import type { ShownOnceRecords } from '../../accounts/account-store.ts';
import type { AccountView } from '../../accounts/account-views.ts';
import type { SignInProvider } from '../../accounts/openid.ts';
import type { ClientContext, Session } from '../../accounts/sessions.ts';
import type { SignIn } from '../../accounts/sign-in.ts';
import type { Plans } from '../../admission/plans.ts';
import type { Call } from '../../http/call.ts';
import type { Form } from './form.ts';
import type { ShownOnce } from './shown-once.ts';

/** What the pages under `/dashboard` need. */
export interface DashboardParts {
  accounts: AccountService;
  signIn: SignIn;
  plans: Plans;
  /** Whether users may change their plan themselves. */
  selfService: boolean;
  /** Whether anyone may create an account. */
  signUp: 'open' | 'closed';
  /** Whether accounts without a second factor must set one up before anything else. */
  requireSecondFactor: boolean;
  /** Another service to sign in with, if any. */
  provider: SignInProvider | null;
  /** Where users reach the service, if known. */
  publicUrl: string | null;
  /** Where secrets wait for the page that shows them. */
  shownOnce: ShownOnceRecords;
  /** The client of a call, as the limits count clients. */
  clientOf: (call: Call) => string;
  /** The time of day. */
  nowMs: () => number;
}

export interface Dashboard extends DashboardParts {
  /** Keys and codes that were just created, until they are shown. */
  secrets: ShownOnce;
}

/** One request for a page of the dashboard. */
export interface Visit {
  call: Call;
  dashboard: Dashboard;
  client: ClientContext;
  /** Null when not signed in. It may still be waiting for its code. */
  session: Session | null;
}

/** A request by someone who is signed in. */
export interface OwnVisit extends Visit {
  session: Session;
  account: AccountView;
}

type Answer = Response | Promise<Response>;
/** `Any` answers everyone, `Own` only people who are signed in. */
export type AnyPage = (visit: Visit) => Answer;
export type AnyForm = (visit: Visit, form: Form) => Answer;
export type OwnPage = (visit: OwnVisit) => Answer;
export type OwnForm = (visit: OwnVisit, form: Form) => Answer;
