import { html, type Markup } from '../../http/markup.ts';
import { answer, redirect } from './answers.ts';
import { clearCookie, SESSION_COOKIE } from './cookies.ts';
import type { Visit } from './dashboard.ts';
import { signInFirst } from './enter.ts';
import { type Faults, renderButton, renderField, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { renderOutside } from './frame.ts';
import { isEntry, welcome } from './sign-in-page.ts';
import { tellWait } from './times.ts';

/** `GET /dashboard/sign-in/code`: the second step, for one whose password was right. */
export function codePage(visit: Visit): Response {
  const { call, session } = visit;
  if (session === null) return signInFirst(visit);
  return session.isComplete ? redirect(call, '/dashboard') : answer(call, renderCode({}));
}

/** `POST /dashboard/sign-in/code` */
export function passCode({ call, dashboard, knock, session }: Visit, form: Form): Response {
  if (session === null) return redirect(call, '/dashboard/sign-in');
  if (session.isComplete) return redirect(call, '/dashboard');
  const code = form.text('code').trim();
  if (code === '') return answer(call, renderCode({ code: 'Type the code.' }), { status: 422 });
  const outcome = dashboard.door.passCode(session, code, knock);
  if (isEntry(outcome)) return welcome({ call }, outcome);
  if (outcome === 'none') {
    dashboard.door.endSession(session.accountId, session.id);
    return redirect(call, '/dashboard/sign-in', [clearCookie(SESSION_COOKIE)]);
  }
  if (outcome === 'wrong') return answer(call, renderCode({ code: WRONG_CODE }), { status: 422 });
  const later = `There were too many wrong codes. Try again in ${tellWait(outcome.lockedMs)}, or use a recovery code.`;
  return answer(call, renderCode({ code: later }), { status: 429, retryAfterMs: outcome.lockedMs });
}

/** `POST /dashboard/sign-in/cancel` */
export function cancelSignIn({ call, dashboard, session }: Visit): Response {
  if (session !== null) dashboard.door.endSession(session.accountId, session.id);
  return redirect(call, '/dashboard/sign-in', [clearCookie(SESSION_COOKIE)]);
}

export const WRONG_CODE = 'The code is wrong, or was used before. A new one comes every 30 seconds.';

/** For six digits, and for a recovery code as well. */
export function renderCodeField(faults: Faults, hint: string): Markup {
  return renderField({
    name: 'code',
    label: 'Code',
    hint,
    autocomplete: 'one-time-code',
    faults,
    hasFocus: true,
    more: html` maxlength="64"`,
  });
}

function renderCode(faults: Faults): Markup {
  return renderOutside({
    title: 'Enter your code',
    hasFaults: Object.keys(faults).length > 0,
    body: html`<h1>Enter your code</h1>
${renderForm(
  '/dashboard/sign-in/code',
  html`${renderCodeField(faults, 'Six digits from your authenticator. If you lost it, one of your recovery codes.')}
<button type="submit">Continue</button>`,
)}
${renderButton('/dashboard/sign-in/cancel', 'Sign in as someone else')}`,
  });
}
