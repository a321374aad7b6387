import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { appWithAccounts } from '../accounts/app-with-accounts.ts';
import { dashboardApp } from './dashboard/dashboard-app.ts';
import { findFaults } from './html-faults.ts';
import { openPages, PAGES, type PageClient } from './page-client.ts';

describe('Valid HTML', () => {
  let pages: PageClient;
  let dashboard: Awaited<ReturnType<typeof dashboardApp>>;
  let accounts: Awaited<ReturnType<typeof appWithAccounts>>;
  beforeAll(async () => {
    dashboard = await dashboardApp();
    accounts = await appWithAccounts();
    pages = await openPages();
  });
  afterAll(async () => {
    await dashboard.remove();
    await accounts.remove();
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
