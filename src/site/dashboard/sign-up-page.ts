import { faultOfName, LONGEST_NAME } from '../../accounts/names.ts';
import { SHORTEST_PASSWORD } from '../../accounts/passwords.ts';
import { html, type Markup } from '../../http/markup.ts';
import { answer, redirect } from './answers.ts';
import type { Dashboard, Visit } from './dashboard.ts';
import { type Faults, renderField, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { renderOutside } from './frame.ts';
import { logSecurity } from './security-log.ts';
import { elsewhere, isEntry, laterInWords, retryLater, welcome } from './sign-in-page.ts';

/** `GET /dashboard/sign-up` */
export function signUpPage({ call, dashboard, session }: Visit): Response {
  if (dashboard.signUp === 'closed') return closed(call);
  return session?.isComplete === true
    ? redirect(call, '/dashboard')
    : answer(call, renderSignUp(dashboard, '', {}));
}

/** `POST /dashboard/sign-up` */
export async function signUp(visit: Visit, form: Form): Promise<Response> {
  const { call, dashboard, client, session } = visit;
  if (dashboard.signUp === 'closed') return closed(call);
  const [name, password] = [form.text('name').trim(), form.text('password')];
  const faults = await faultsOf(dashboard, name, password);
  if (Object.keys(faults).length > 0) {
    return answer(call, renderSignUp(dashboard, name, faults), { status: 422 });
  }
  const outcome = await dashboard.signIn.signUp(name, password, client);
  if (outcome === 'taken') {
    const taken = { name: 'This user name is taken. Choose another one.' };
    return answer(call, renderSignUp(dashboard, name, taken), { status: 422 });
  }
  if (!isEntry(outcome)) {
    const page = renderSignUp(dashboard, name, { name: laterInWords(outcome) });
    return answer(call, page, retryLater(outcome));
  }
  logSecurity(visit, 'signed up', outcome.name);
  if (session !== null) await dashboard.signIn.sessions.end(session.accountId, session.id);
  return welcome({ call }, outcome, '/dashboard/keys?welcome');
}

async function faultsOf({ accounts }: Dashboard, name: string, password: string): Promise<Faults> {
  const faults: Record<string, string> = {};
  const nameFault = faultOfName(name);
  if (nameFault !== null) faults.name = `A user name ${NAME_WORDS[nameFault] ?? nameFault}.`;
  const passwordFault = await accounts.faultOfPassword(password, name);
  if (passwordFault !== null) faults.password = `This password ${passwordFault}.`;
  return faults;
}

const NAME_WORDS: Readonly<Record<string, string>> = { 'is empty': 'is required' };

function closed(call: Visit['call']): Response {
  const page = renderOutside({
    title: 'Accounts are created by the operator',
    body: html`<h1>Accounts are created by the operator</h1><p class="lead">Ask the operator of this service for one. Reading foods needs no account.</p>
<p><a class="button quiet" href="/dashboard/sign-in">Sign in</a></p>`,
  });
  return answer(call, page, { status: 403 });
}

function renderSignUp(dashboard: Dashboard, name: string, faults: Faults): Markup {
  return renderOutside({
    title: 'Create an account',
    hasFaults: Object.keys(faults).length > 0,
    body: html`<h1>Create an account</h1>
<p class="lead">Gives you keys of your own. Free, and no e-mail address needed.</p>
${renderForm(
  '/dashboard/sign-up',
  html`${renderField({ name: 'name', label: 'User name', value: name, autocomplete: 'username', faults, hasFocus: true, hint: 'Letters, digits, spaces and . _ - @ +', more: html` maxlength="${LONGEST_NAME}"` })}
${renderField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', faults, hint: `At least ${SHORTEST_PASSWORD} characters. A forgotten password cannot be sent to you, so keep it safe.` })}
<button type="submit">Create the account</button>`,
)}
${elsewhere(dashboard)}
<p>Already have an account? <a href="/dashboard/sign-in">Sign in</a>.</p>`,
  });
}
