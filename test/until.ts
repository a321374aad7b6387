import type { Page } from 'playwright-core';

/** Longer than anything takes on a busy machine; what has not happened by then never will. */
const MAX_WAIT_MS = 90_000;
const POLL_MS = 10;

/** Waits for something that happens by itself, such as the deletion of a file. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what = 'what the test waits for',
  maxWaitMs = MAX_WAIT_MS,
): Promise<void> {
  const deadlineMs = performance.now() + maxWaitMs;
  while (!(await holds())) {
    if (performance.now() > deadlineMs) throw new Error(`${what}: not within ${maxWaitMs / 1000} s`);
    await Bun.sleep(POLL_MS);
  }
}

/**
 * Waits until an expression holds in a page. Playwright's `waitForFunction` compiles a string inside the page each time, and
 * all but the first time the content security policy of our pages forbids that.
 */
export function untilInPage(page: Page, expression: string): Promise<void> {
  return until(() => page.evaluate<boolean>(expression), expression);
}
