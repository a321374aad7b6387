import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import { isLoopback, urlHost } from '../../host-address.ts';
import { memberOf } from '../../member-of.ts';
import { integer, type OptionTable, optional, UsageError, type Values } from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import { SETTINGS } from '../../server/config.ts';
import type { Command } from '../command.ts';

const EXAMPLE_URL = 'http://127.0.0.1:8080';
const { host: HOST, port: PORT, tls: TLS, 'tls-cert': TLS_CERT } = SETTINGS;
/** A server that listens on every address also listens on this one. */
const EVERY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
/** A server that takes longer than this for the simplest request is not healthy. */
const TIMEOUT_SECONDS = 5;
/** More than the body of /health needs; any other answer is cut off. */
const MAX_BODY_CHARACTERS = 200;

const OPTIONS = {
  url: optional('URL', 'the address of the server (default: this machine, at --port)', readUrl),
  host: { ...HOST, help: `the address that a server on this machine listens on (default: ${HOST.initial})` },
  port: { ...PORT, help: `the port of a server on this machine (default: ${PORT.initial})` },
  tls: { ...TLS, help: 'self-signed: the server speaks https' },
  'tls-cert': { ...TLS_CERT, help: 'the certificate of the server: it speaks https' },
  timeout: integer(
    'SECONDS',
    TIMEOUT_SECONDS,
    1,
    600,
    `how long to wait for a response (default: ${TIMEOUT_SECONDS})`,
  ),
} as const satisfies OptionTable;

export const health: Command<typeof OPTIONS> = {
  name: 'health',
  usage: '[--url URL | --port N]',
  summary: 'Check whether a server is healthy',
  details: [
    'Prints one line and exits with 0 if the server is healthy, with 1 if not. For containers and supervisors.',
    'With the same LARDER_PORT, or the same configuration file, as the server it needs no flag.',
  ],
  options: OPTIONS,
  async run({ values }, { stdout }) {
    const { timeout } = values;
    const url = values.url ?? healthAt(originOf(values));
    const { status, body } = await request(url, timeout * 1000);
    if (status !== 200) throw new PlainError(url, `responded with status ${status}`, 'check its log');
    stdout.write(`${body}\n`);
  },
};

/** The address of /health on the server that the flag names. */
function readUrl(url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return healthAt(url);
  throw new UsageError(`takes an address such as ${EXAMPLE_URL}, not '${url}'`);
}

function originOf(values: Values<typeof OPTIONS>): string {
  const scheme = values.tls === 'off' && values['tls-cert'] === null ? 'http' : 'https';
  const host = memberOf(EVERY_ADDRESS, values.host) ?? values.host;
  return `${scheme}://${urlHost(host)}:${values.port}`;
}

function healthAt(url: string): string {
  return new URL('/health', url).href;
}

/** Does not use `fetch`, which would go through a proxy set in the environment. */
async function request(url: string, timeoutMs: number): Promise<{ status: number; body: string }> {
  const get = url.startsWith('https:') ? getSecure : getPlain;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await new Promise((resolve, reject) => {
      // On this machine nobody is in between, and no authority vouches for a self-signed certificate.
      const rejectUnauthorized = !isLoopback(new URL(url));
      const sent = get(url, { signal, rejectUnauthorized }, (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          body = (body + text).slice(0, MAX_BODY_CHARACTERS);
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: body.replace(/\s+/g, ' ').trim() }),
        );
        response.on('error', reject);
      });
      sent.on('error', reject);
    });
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    const what = signal.aborted
      ? `no response within ${timeoutMs / 1000} s`
      : `no response (${code ?? name})`;
    throw new PlainError(url, what, 'check that the server is running and where it listens');
  }
}
