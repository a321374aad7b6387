import { type Static, Type } from '@sinclair/typebox';
import type { AccountActions } from '../../accounts/account-actions.ts';
import type { AccountService } from '../../accounts/account-service.ts';
import type { ShownOnceRecords } from '../../accounts/account-store.ts';
import type { AccountView } from '../../accounts/account-views.ts';
import type { SignInProvider } from '../../accounts/openid.ts';
import type { ClientContext, Session } from '../../accounts/sessions.ts';
import type { SignIn } from '../../accounts/sign-in.ts';
import type { Plans } from '../../admission/plans.ts';
import type { Catalog } from '../../food/catalog.ts';
import type { Answer } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import type { Locale } from '../locale.ts';
import type { Form } from './form.ts';
import type { ShownOnce } from './shown-once.ts';

/** What the pages under `/dashboard` need. */
export interface DashboardParts {
  actions: AccountActions;
  signIn: SignIn;
  plans: Plans;
  /** Whether the limits of the plans apply. */
  hasLimits: boolean;
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
  /** What the server serves, for its operators. */
  service: ServiceState;
  /** The client of a call, as the limits count clients. */
  clientOf: (call: Call) => string;
  /** The time of day. */
  nowMs: () => number;
}

/** What operators see of the service itself. */
export interface ServiceState {
  catalog: Pick<Catalog, 'facts' | 'contentHash' | 'size'>;
  /** The file that is served now, or `starter`. */
  catalogName: () => string;
  lastPull: () => LastPullView | null;
}

/** The last pull into the data directory, as `larder pull` describes it there (build/pull/pull-record.ts). */
export const LastPullView = Type.Object({
  time: Type.String(),
  /** Where it came from; null when that is unknown. */
  from: Type.Union([Type.String(), Type.Null()]),
  content_sha256: Type.String(),
  /** Null for a catalogue that was finished already. */
  report: Type.Union([
    Type.Object({
      rows_read: Type.Number(),
      foods: Type.Number(),
      merged: Type.Number(),
      refused: Type.Record(Type.String(), Type.Number()),
      seconds: Type.Number(),
    }),
    Type.Null(),
  ]),
  /** For a version of a pack: which one, when it was published, and the id of the key that signed it. */
  pack: Type.Optional(
    Type.Object({
      name: Type.String(),
      serial: Type.Number(),
      created: Type.String(),
      signer: Type.String(),
    }),
  ),
});
export type LastPullView = Static<typeof LastPullView>;

export interface Dashboard extends DashboardParts {
  accounts: AccountService;
  /** Keys and codes that were just created, until they are shown. */
  secrets: ShownOnce;
}

/** One request for a page of the dashboard. */
export interface Visit {
  call: Call;
  dashboard: Dashboard;
  client: ClientContext;
  /** How the page speaks. */
  locale: Locale;
  /** Null when not signed in. It may still be waiting for its code. */
  session: Session | null;
}

/** Whoever reads a page, signed in or not. */
export type Reader = Pick<Visit, 'call' | 'locale'>;

/** A request by someone who is signed in. */
export interface OwnVisit extends Visit {
  session: Session;
  account: AccountView;
  /** Whether this account operates the service. */
  isAdmin: boolean;
}

/** `Any` answers everyone, `Own` only people who are signed in. */
export type AnyPage = (visit: Visit) => Answer | Promise<Answer>;
export type AnyForm = (visit: Visit, form: Form) => Answer | Promise<Answer>;
export type OwnPage = (visit: OwnVisit) => Answer | Promise<Answer>;
export type OwnForm = (visit: OwnVisit, form: Form) => Answer | Promise<Answer>;
