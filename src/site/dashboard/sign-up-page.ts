import { faultOfNewName, MAX_NAME_LENGTH } from '../../accounts/names.ts';
import type { PasswordFault } from '../../accounts/new-password.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../accounts/passwords.ts';
import type { Answer } from '../../http/answer.ts';
import { html, type Markup } from '../../http/markup.ts';
import type { Locale } from '../locale.ts';
import { laterInWords, retryLater } from './act.ts';
import { answer, redirect } from './answers.ts';
import type { Visit } from './dashboard.ts';
import { type Faults, renderField, renderForm } from './fields.ts';
import type { Form } from './form.ts';
import { renderOutside, renderWords } from './frame.ts';
import { elsewhere, isEntry, welcome } from './sign-in-page.ts';

/** `GET /dashboard/sign-up` */
export function signUpPage(visit: Visit): Answer {
  const { dashboard, session } = visit;
  if (dashboard.signUp === 'closed') return closed(visit);
  return session?.isComplete === true ? redirect('/dashboard') : answer(renderSignUp(visit, '', {}));
}

/** `POST /dashboard/sign-up` */
export async function signUp(visit: Visit, form: Form): Promise<Answer> {
  const { dashboard, client, session, locale } = visit;
  if (dashboard.signUp === 'closed') return closed(visit);
  const [name, password] = [form.text('name').trim(), form.text('password')];
  const faults = await faultsOf(visit, name, password);
  if (Object.keys(faults).length > 0) {
    return answer(renderSignUp(visit, name, faults), { status: 422 });
  }
  const outcome = await dashboard.signIn.signUp(name, password, client, session);
  if (outcome === 'taken') {
    const taken = { name: locale.words.dashboard.signUp.taken };
    return answer(renderSignUp(visit, name, taken), { status: 422 });
  }
  if (!isEntry(outcome)) {
    const page = renderSignUp(visit, name, { name: laterInWords(outcome, locale) });
    return answer(page, retryLater(outcome));
  }
  return welcome(outcome, '/dashboard/keys?welcome');
}

async function faultsOf(
  { dashboard: { accounts }, locale }: Visit,
  name: string,
  password: string,
): Promise<Faults> {
  const faults: Record<string, string> = {};
  const fault = faultOfNewName(name);
  if (fault !== null)
    faults.name = locale.say(locale.words.dashboard.refused.nameFaults[fault], { most: MAX_NAME_LENGTH });
  const passwordFault = await accounts.faultOfPassword(password, name);
  if (passwordFault !== null) faults.password = passwordFaultInWords(passwordFault, locale);
  return faults;
}

export function passwordFaultInWords(fault: PasswordFault, locale: Locale): string {
  const { passwordFaults } = locale.words.dashboard.refused;
  return locale.say(passwordFaults[fault], { least: MIN_PASSWORD_LENGTH, most: MAX_PASSWORD_LENGTH });
}

function closed(visit: Visit): Answer {
  const { signUp: words, signIn } = visit.locale.words.dashboard;
  const page = renderOutside(visit, {
    title: words.closedTitle,
    body: renderWords(words.closedTitle, words.closed, '/dashboard/sign-in', signIn.title),
  });
  return answer(page, { status: 403 });
}

function renderSignUp(visit: Visit, name: string, faults: Faults): Markup {
  const { locale } = visit;
  const { signUp: words, signIn } = locale.words.dashboard;
  const link = html`<a href="/dashboard/sign-in">${signIn.title}</a>`;
  return renderOutside(visit, {
    title: words.title,
    faults,
    body: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${renderForm(
  '/dashboard/sign-up',
  html`${renderField({ name: 'name', label: signIn.name, value: name, autocomplete: 'username', faults, hasFocus: true, hint: words.nameHint, more: html` maxlength="${MAX_NAME_LENGTH}"` })}
${renderField({ name: 'password', label: signIn.password, type: 'password', autocomplete: 'new-password', faults, hint: locale.say(words.passwordHint, { least: MIN_PASSWORD_LENGTH }) })}
<button type="submit">${words.button}</button>`,
)}
${elsewhere(visit)}
<p>${locale.put(words.already, { signIn: link })}</p>`,
  });
}
