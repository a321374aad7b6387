import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { appWithAccounts } from '../accounts/app-with-accounts.ts';
import { dashboardApp } from './dashboard/dashboard-app.ts';
import { openPages, PAGES, type PageClient } from './page-client.ts';

/** Accessibility is left to axe, in the browser tests. */
const validator = new HtmlValidate(
  new StaticConfigLoader({ root: true, extends: ['html-validate:standard'] }),
);

/** What is wrong with a page: the rules of HTML, and addresses with characters that no address may have. */
async function findFaults(text: string): Promise<string[]> {
  const { results } = await validator.validateString(text);
  const addresses = [...text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, address]) => address!);
  return [
    ...results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
    ...addresses.filter((address) => /[\s{}<>^|\\`]/.test(address)).map((address) => `address: ${address}`),
  ];
}

describe('Valid HTML', () => {
  let pages: PageClient;
  let dashboard: Awaited<ReturnType<typeof dashboardApp>>;
  let accounts: Awaited<ReturnType<typeof appWithAccounts>>;
  beforeAll(async () => {
    dashboard = await dashboardApp();
    accounts = await appWithAccounts();
    pages = await openPages();
  });
  afterAll(() => {
    dashboard.remove();
    accounts.remove();
  });

  test.each([...PAGES, '/food/1/nothing.html', '/docs'])('%s', async (path) => {
    expect(await findFaults((await pages.get(path)).text)).toEqual([]);
  });

  test('/docs with the account routes', async () => {
    expect(await findFaults((await accounts.send('/docs')).text)).toEqual([]);
  });

  test.each(['/dashboard/sign-in', '/dashboard/sign-up'])('%s', async (path) => {
    const answer = await dashboard.app.handle(new Request(`http://localhost${path}`));
    expect(answer.status).toBe(200);
    expect(await findFaults(await answer.text())).toEqual([]);
  });

  test.each([
    ['<p><div></div></p>', 'close-order'],
    ['<a href="/food/{id}">Food</a>', 'address'],
    ['<p id="a"></p><p id="a"></p>', 'no-dup-id'],
  ])('is not %s', async (body, fault) => {
    const page = `<!DOCTYPE html>\n<html lang="en"><head><title>A</title></head><body>${body}</body></html>\n`;
    expect((await findFaults(page)).map((found) => found.split(':')[0])).toContain(fault);
  });
});

test.each(['/docs', ...PAGES.filter((path) => !path.includes('?'))])('%s has a description', async (path) => {
  const pages = await openPages();
  expect((await pages.get(path)).text).toMatch(/<meta name="description" content="[^"]{20,}">/);
});
