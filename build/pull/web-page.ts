import type { PlainError } from '../../src/plain-error.ts';

/** An error page under the status of a success is what portals and broken mirrors send. */
const PAGE = /^\s*</;
const HEAD_BYTES = 256;

export function refusePage(
  url: string,
  head: Uint8Array,
  Refusal: new (where: string, what: string, remedy: string) => PlainError,
): void {
  const text = Buffer.from(head.subarray(0, HEAD_BYTES)).toString('latin1').replace('\xef\xbb\xbf', '');
  if (!PAGE.test(text)) return;
  throw new Refusal(
    url,
    'is a web page, not an export',
    'check --from; a network that asks for a sign-in first sends such pages too',
  );
}
