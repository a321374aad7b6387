import type { SignInProvider } from '../../../src/accounts/openid.ts';
import { SignIn } from '../../../src/accounts/sign-in.ts';
import { SPEC_PLANS } from '../../../src/admission/plans.ts';
import type { Catalog } from '../../../src/food/catalog.ts';
import type { RouteDeclaration } from '../../../src/http/route.ts';
import type { LastPullView } from '../../../src/site/dashboard/dashboard.ts';
import { createDashboardRoutes } from '../../../src/site/dashboard/routes.ts';
import { pageRefuser } from '../../../src/site/page-answers.ts';
import { createPageRoutes } from '../../../src/site/routes.ts';
import { openAccountsApp } from '../../accounts/app-with-accounts.ts';
import { LEAST_COST, quickPasswords } from '../../accounts/temporary-accounts.ts';

export const ORIGIN = 'http://localhost';
export const PASSWORD = 'correct horse battery';

export interface DashboardOptions {
  signUp?: 'open' | 'closed';
  requireSecondFactor?: boolean;
  selfService?: boolean;
  provider?: SignInProvider | null;
  publicUrl?: string | null;
  catalog?: Catalog;
  hasLimits?: boolean;
  lastPull?: LastPullView | null;
  /** Null for the real clock. */
  clock?: { nowMs: number } | null;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Where it leads, without the origin. */
  location: string | null;
}

const passwords = quickPasswords();

/** The whole app with its dashboard and accounts of its own. Its clocks move only when the test moves them. */
export async function dashboardApp({
  signUp = 'open',
  provider = null,
  publicUrl = null,
  requireSecondFactor = false,
  hasLimits = false,
  lastPull = null,
  clock = { nowMs: Date.parse('2026-11-15T12:00:00Z') },
  ...options
}: DashboardOptions = {}) {
  const nowMs = clock === null ? Date.now : () => clock.nowMs;
  let pages: RouteDeclaration[] = [];
  const at = await openAccountsApp({
    ...options,
    ...{ nowMs, passwords, requireSecondFactor, hasLimits },
    more({ store, accounts, actions }, catalog, clientOf) {
      const site = { catalog, images: 'off', publicUrl } as const;
      pages = createDashboardRoutes({
        ...{ actions, signUp, hasLimits, requireSecondFactor, provider, publicUrl, clientOf, nowMs },
        signIn: new SignIn(store, accounts, passwords, nowMs),
        plans: SPEC_PLANS,
        shownOnce: store.shownOnce,
        service: { catalog, catalogName: () => 'starter', lastPull: () => lastPull },
      });
      return { pages: [...createPageRoutes(site), ...pages], refusePage: pageRefuser(site) };
    },
  });
  return {
    ...at,
    clock: clock ?? { nowMs: Number.NaN },
    pages,
    passwords,
    /** An account with this password, whose hash is cheap to check: a hash carries its own cost. */
    async account(name: string, password: string | null = PASSWORD) {
      const hash =
        password === null
          ? null
          : await Bun.password.hash(password, { algorithm: 'argon2id', ...LEAST_COST });
      return at.account(name, 'pro', hash);
    },
    browser: (headers: Record<string, string> = {}) =>
      new Browser((request) => at.app.handle(request), headers),
  };
}
export type DashboardApp = Awaited<ReturnType<typeof dashboardApp>>;

/** Keeps cookies and sends forms as a browser does; follows no redirects. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #handle: (request: Request) => Promise<Response>;
  readonly #headers: Record<string, string>;

  constructor(handle: (request: Request) => Promise<Response>, headers: Record<string, string>) {
    this.#handle = handle;
    this.#headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ...headers };
  }

  get(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET'): Promise<Answer> {
    return this.#send(new Request(ORIGIN + path, { method, headers: { ...this.#sent(), ...headers } }));
  }

  /** A form sent from the same origin, unless the headers say otherwise. */
  post(
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.#send(
      new Request(ORIGIN + path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { ...this.#sent(), 'sec-fetch-site': 'same-origin', ...headers },
      }),
    );
  }

  /** Enters the password once more, as pages ask before what matters. */
  confirm(fields: Record<string, string> = {}): Promise<Answer> {
    return this.post('/dashboard/confirm', { password: PASSWORD, ...fields });
  }

  signIn(name: string, password = PASSWORD): Promise<Answer> {
    return this.post('/dashboard/sign-in', { name, password });
  }

  #sent(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return cookie === '' ? this.#headers : { ...this.#headers, cookie };
  }

  async #send(request: Request): Promise<Answer> {
    const answer = await this.#handle(request);
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/Max-Age=0/.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const { status, headers } = answer;
    return { status, headers, text: await answer.text(), location: headers.get('location') };
  }
}

/** The key or the codes that a page shows. */
export function secretOn(page: Answer): string {
  return /<code id="secret"[^>]*>([^<]+)</.exec(page.text)?.[1] ?? '';
}
