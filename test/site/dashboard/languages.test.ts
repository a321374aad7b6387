import { afterEach, describe, expect, test } from 'bun:test';
import { localeOf } from '../../../src/site/locale.ts';
import { LANGUAGES } from '../../../src/site/names.ts';
import { DASHBOARD_EN } from '../../../src/site/words/dashboard-en.ts';
import {
  type Browser,
  type DashboardApp,
  dashboardApp,
  ORIGIN,
  PASSWORD,
  secretOn,
} from './dashboard-app.ts';

const OTHERS = LANGUAGES.filter((language) => language !== 'en');
const FOOTER = '<form class="languages"';

let at: DashboardApp;
afterEach(() => at.remove());

/** Sentences of the dashboard in English that no other language has by chance. */
const SENTENCES = sentencesOf(DASHBOARD_EN);
function sentencesOf(words: unknown): string[] {
  if (typeof words === 'string')
    return words.split(/\{\w+\}/).filter((part) => part.trim().split(' ').length > 2);
  return Object.values(words as object).flatMap(sentencesOf);
}
const englishIn = (text: string) => SENTENCES.filter((sentence) => text.includes(sentence));

const titleOf = (text: string) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]?.replaceAll('&#39;', "'");

async function signUp(language: string): Promise<Browser> {
  at = await dashboardApp({ selfService: true });
  const browser = at.browser({ 'accept-language': language });
  await browser.post('/dashboard/sign-up', { name: 'ada', password: PASSWORD });
  return browser;
}

describe.each(OTHERS)('In %s', (language) => {
  const { dashboard: words } = localeOf(language).words;

  test('every page for people is in that language', async () => {
    expect(SENTENCES.length).toBeGreaterThan(100);
    const browser = await signUp(language);
    await browser.post('/dashboard/keys', {
      name: 'ci',
      scope: 'read',
      per_minute: '5',
      expires: '2027-01-31',
    });
    await browser.post('/dashboard/second-factor');
    const pages: Record<string, string> = {
      '/dashboard': words.usage.title,
      '/dashboard?days=7': words.usage.title,
      '/dashboard/keys': words.keys.title,
      '/dashboard/keys/shown': words.key.newTitle,
      '/dashboard/keys/1': words.keys.accountKeyName,
      '/dashboard/keys/2': 'ci',
      '/dashboard/keys/99': words.key.missingTitle,
      '/dashboard/plan': words.plan.title,
      '/dashboard/security': words.security.title,
      '/dashboard/second-factor': words.factor.setUpTitle,
      '/dashboard/sessions': words.sessions.title,
    };
    for (const [path, title] of Object.entries(pages)) {
      const { text } = await browser.get(path);
      expect([path, titleOf(text)]).toEqual([path, title]);
      expect(text).toContain(`<html lang="${language}">`);
      expect([path, englishIn(text)]).toEqual([path, []]);
    }
    const stranger = at.browser({ 'accept-language': language });
    for (const [path, title] of [
      ['/dashboard/sign-in', words.signIn.title],
      ['/dashboard/sign-in?lost=1', words.signIn.title],
      ['/dashboard/sign-up', words.signUp.title],
    ]) {
      const { text } = await stranger.get(path!);
      expect(titleOf(text)).toBe(title);
      expect([path, englishIn(text)]).toEqual([path, []]);
    }
  });

  test('the account key has its name in that language where its use is listed', async () => {
    const browser = await signUp(language);
    await browser.post('/dashboard/keys/1/rotate');
    const key = secretOn(await browser.get('/dashboard/keys/shown'));
    const request = new Request(`${ORIGIN}/food/1`, { headers: { authorization: `Bearer ${key}` } });
    await at.app.handle(request);
    const { text } = await browser.get('/dashboard');
    expect(text).toContain(`<th scope="row">${words.keys.accountKeyName}</th><td>1</td>`);
  });

  test('what is wrong with a form is said in that language', async () => {
    const browser = await signUp(language);
    const stranger = at.browser({ 'accept-language': language });
    const answers = {
      [words.refused.wrong]: await stranger.signIn('ada', 'a wrong password'),
      [words.signIn.enterName]: await stranger.signIn('', ''),
      [words.signUp.taken]: await stranger.post('/dashboard/sign-up', { name: 'ada', password: PASSWORD }),
      [words.refused.nameFaults.empty]: await stranger.post('/dashboard/sign-up', { name: '' }),
      [words.refused.passwordFaults.common]: await stranger.post('/dashboard/sign-up', {
        name: 'bob',
        password: 'password',
      }),
      [words.keys.notADate]: await browser.post('/dashboard/keys', {
        name: 'x',
        scope: 'read',
        expires: 'x',
      }),
      [words.refused.labelFaults.empty]: await browser.post('/dashboard/keys', { name: '', scope: 'read' }),
      [words.plan.chooseOne]: await browser.post('/dashboard/plan', { plan: 'none' }),
      [words.security.notCurrent]: await browser.post('/dashboard/password', {
        current_password: 'a wrong one',
        new_password: 'battery staple',
      }),
      [words.refused.foreign]: await browser.post('/dashboard/plan', {}, { 'sec-fetch-site': 'cross-site' }),
    };
    for (const [sentence, { text }] of Object.entries(answers)) {
      expect(text.replaceAll('&#39;', "'")).toContain(sentence);
      expect([sentence, englishIn(text)]).toEqual([sentence, []]);
    }
  });
});

describe('The choice of a language', () => {
  test('is offered on pages that can be opened again, and leads back to them', async () => {
    const browser = await signUp('en');
    for (const path of ['/dashboard/keys', '/dashboard/plan?done=plan']) {
      const { text } = await browser.get(path);
      expect(text).toContain(FOOTER);
      expect(text).toContain(`name="back" value="${path}"`);
      expect((await browser.get(`${path}${path.includes('?') ? '&' : '?'}lang=de`)).text).toContain(
        '<html lang="de">',
      );
    }
  });

  test('is offered again where a form was filled in wrongly', async () => {
    await signUp('en');
    const browser = at.browser();
    const failed = await browser.post('/dashboard/sign-in', { name: 'nobody', password: 'wrong' });
    expect(failed.status).toBe(422);
    expect(failed.text).toContain(FOOTER);
    expect(failed.text).toContain('name="back" value="/dashboard/sign-in"');
  });

  test('is not offered where opening the page again would lose what it shows', async () => {
    const browser = await signUp('en');
    await browser.post('/dashboard/keys', { name: 'ci', scope: 'read' });
    const shown = await browser.get('/dashboard/keys/shown');
    expect(secretOn(shown)).toStartWith('lrd_');
    expect(shown.text).not.toContain(FOOTER);
    expect((await browser.get('/dashboard/openid/callback?code=secret')).text).not.toContain('secret');
  });
});

test('The pages for operators are in English, whatever the browser asks for', async () => {
  const browser = await signUp('de');
  await at.store.accounts.setAdmin(1, true);
  const { text } = await browser.get('/dashboard/admin');
  expect(text).toContain('<html lang="en">');
  expect(text).toContain(DASHBOARD_EN.frame.signOut);
});
