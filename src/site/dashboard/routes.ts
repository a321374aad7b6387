import type { ActionName } from '../../accounts/actions.ts';
import type { RouteDeclaration } from '../../http/route.ts';
import { accountPage, endSessionsOf, pathOfAccount, revokeKeyOf, setPlan } from './admin/account-page.ts';
import { accountsPage } from './admin/accounts-page.ts';
import { auditPage } from './admin/audit-page.ts';
import { servicePage } from './admin/service-page.ts';
import { cancelSignIn, codePage, passCode } from './code-page.ts';
import { CONFIRM_PATH, confirm, confirmFirst, confirmPage } from './confirm-page.ts';
import type { AnyForm, AnyPage, Dashboard, DashboardParts, OwnForm, OwnPage } from './dashboard.ts';
import { adminForm, adminPage, anyForm, anyPage, ownForm, ownPage } from './enter.ts';
import { keyPage, revokeKey, rotateKey, shownKeyPage } from './key-page.ts';
import { createKey, keysPage } from './keys-page.ts';
import { openIdReturn, openIdStart, openIdUnlink, RETURN_PATH } from './openid-pages.ts';
import { choosePlan, planPage } from './plan-page.ts';
import {
  confirmSecondFactor,
  enrolSecondFactor,
  recoveryCodesPage,
  removeSecondFactor,
  secondFactorPage,
} from './second-factor-page.ts';
import { changePassword, securityPage } from './security-page.ts';
import { endAllSessions, endSession, sessionsPage } from './sessions-page.ts';
import { ShownOnce } from './shown-once.ts';
import { signIn, signInPage, signOut } from './sign-in-page.ts';
import { signUp, signUpPage } from './sign-up-page.ts';
import { usagePage } from './usage-page.ts';

/**
 * Every page and form under `/dashboard`; `Own` requires signing in, `Fresh` a password entered just now if the action does,
 * `Admin` an account that operates the service.
 */
export function createDashboardRoutes(parts: DashboardParts): RouteDeclaration[] {
  const { accounts } = parts.actions;
  const dashboard: Dashboard = { ...parts, accounts, secrets: new ShownOnce(parts.shownOnce, parts.nowMs) };
  const route = (
    method: 'GET' | 'POST',
    path: string,
    answer: RouteDeclaration['answer'],
  ): RouteDeclaration => ({
    method,
    path,
    area: 'session',
    answer,
  });
  const show = (path: string, page: AnyPage) => route('GET', path, anyPage(dashboard, page));
  const send = (path: string, act: AnyForm) => route('POST', path, anyForm(dashboard, act));
  const showOwn = (path: string, page: OwnPage) => route('GET', path, ownPage(dashboard, page));
  const sendOwn = (path: string, act: OwnForm) => route('POST', path, ownForm(dashboard, act));
  const sendFresh = (action: ActionName, path: string, act: OwnForm, back: string) =>
    sendOwn(path, (visit, form) =>
      parts.actions.mustConfirm(action, visit.session) ? confirmFirst(back) : act(visit, form),
    );
  const showAdmin = (path: string, page: OwnPage) => route('GET', path, adminPage(dashboard, page));
  const sendAdmin = (path: string, act: OwnForm) =>
    route(
      'POST',
      path,
      adminForm(dashboard, (visit, form) =>
        visit.session.isFresh ? act(visit, form) : confirmFirst(pathOfAccount(visit)),
      ),
    );
  return [
    show('/dashboard/sign-in', signInPage),
    send('/dashboard/sign-in', signIn),
    show('/dashboard/sign-in/code', codePage),
    send('/dashboard/sign-in/code', passCode),
    send('/dashboard/sign-in/cancel', cancelSignIn),
    show('/dashboard/sign-up', signUpPage),
    send('/dashboard/sign-up', signUp),
    show('/dashboard/openid/start', openIdStart),
    show(RETURN_PATH, openIdReturn),

    showOwn('/dashboard', usagePage),
    showOwn('/dashboard/keys', keysPage),
    sendOwn('/dashboard/keys', createKey),
    showOwn('/dashboard/keys/shown', shownKeyPage),
    showOwn('/dashboard/keys/:key_id', keyPage),
    sendOwn('/dashboard/keys/:key_id/rotate', rotateKey),
    sendOwn('/dashboard/keys/:key_id/revoke', revokeKey),
    showOwn('/dashboard/plan', planPage),
    sendOwn('/dashboard/plan', choosePlan),
    showOwn('/dashboard/security', securityPage),
    showOwn(CONFIRM_PATH, confirmPage),
    sendOwn(CONFIRM_PATH, confirm),
    sendFresh('change_password', '/dashboard/password', changePassword, '/dashboard/security'),
    showOwn('/dashboard/second-factor', secondFactorPage),
    sendFresh('begin_second_factor', '/dashboard/second-factor', enrolSecondFactor, '/dashboard/security'),
    sendFresh(
      'confirm_second_factor',
      '/dashboard/second-factor/confirm',
      confirmSecondFactor,
      '/dashboard/second-factor',
    ),
    sendFresh(
      'remove_second_factor',
      '/dashboard/second-factor/remove',
      removeSecondFactor,
      '/dashboard/second-factor',
    ),
    showOwn('/dashboard/second-factor/codes', recoveryCodesPage),
    sendFresh('unlink_identity', '/dashboard/openid/unlink', openIdUnlink, '/dashboard/security'),
    showOwn('/dashboard/sessions', sessionsPage),
    sendOwn('/dashboard/sessions/:session_id/end', endSession),
    sendFresh('end_all_sessions', '/dashboard/sessions/end-all', endAllSessions, '/dashboard/sessions'),
    sendOwn('/dashboard/sign-out', signOut),

    showAdmin('/dashboard/admin', servicePage),
    showAdmin('/dashboard/admin/accounts', accountsPage),
    showAdmin('/dashboard/admin/accounts/:account_id', accountPage),
    sendAdmin('/dashboard/admin/accounts/:account_id/plan', setPlan),
    sendAdmin('/dashboard/admin/accounts/:account_id/revoke', revokeKeyOf),
    sendAdmin('/dashboard/admin/accounts/:account_id/sign-out', endSessionsOf),
    showAdmin('/dashboard/admin/audit', auditPage),
  ];
}
