import type { AccountBook, AccountView } from '../../accounts/account-service.ts';
import type { FrontDoor, Knock, Session, SignInProvider } from '../../accounts/sign-in.ts';
import type { Plans } from '../../admission/plans.ts';
import type { Call } from '../../http/call.ts';
import type { Form } from './form.ts';
import type { ShownOnce } from './shown-once.ts';

/** What the pages under `/dashboard` are made from. */
export interface DashboardParts {
  book: AccountBook;
  door: FrontDoor;
  plans: Plans;
  /** Whether account holders choose their plan themselves. */
  selfService: boolean;
  /** Whether anyone may make an account. */
  signUp: 'open' | 'closed';
  /** Where else people may sign in; null for nowhere. */
  provider: SignInProvider | null;
  /** Where readers reach the service; null takes what each request says. */
  publicUrl: string | null;
  /** The client of a call, as limits know it. */
  clientOf: (call: Call) => string;
  /** The time of day. */
  nowMs: () => number;
}

export interface Dashboard extends DashboardParts {
  /** Keys and codes that were just made, until they are shown. */
  secrets: ShownOnce;
}

/** One request for a page of the dashboard. */
export interface Visit {
  call: Call;
  dashboard: Dashboard;
  knock: Knock;
  /** Null for one who is not signed in. It may still wait for its code. */
  session: Session | null;
}

/** The same of one who is signed in. */
export interface OwnVisit extends Visit {
  session: Session;
  account: AccountView;
}

type Answer = Response | Promise<Response>;
/** Who may see a page or send a form decides which of these answers. */
export type AnyPage = (visit: Visit) => Answer;
export type AnyForm = (visit: Visit, form: Form) => Answer;
export type OwnPage = (visit: OwnVisit) => Answer;
export type OwnForm = (visit: OwnVisit, form: Form) => Answer;
