import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import { integer, type OptionTable, text, UsageError, withInitial } from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import type { Command } from '../command.ts';

const DEFAULT_URL = 'http://127.0.0.1:8080';
/** A server that takes longer for the simplest of questions is not well. */
const PATIENCE_SECONDS = 5;
/** What stands behind the address is told in far fewer letters. */
const MOST_SHOWN = 200;

const OPTIONS = {
  url: withInitial(text('URL', `where the server is (${DEFAULT_URL})`), DEFAULT_URL),
  timeout: integer('SECONDS', PATIENCE_SECONDS, 1, 600, `how long to wait (${PATIENCE_SECONDS})`),
} as const satisfies OptionTable;

export const health: Command<typeof OPTIONS> = {
  name: 'health',
  usage: '[--url http://127.0.0.1:8080]',
  summary: 'Ask a running server whether it is well',
  details: ['Prints one line, and ends with 0 if it is, with 1 if not: for containers and supervisors.'],
  options: OPTIONS,
  async run({ values, positionals }, { stdout }) {
    if (positionals.length > 0) throw new UsageError(`takes no '${positionals[0]}'`);
    const url = readUrl(values.url);
    const { status, body } = await ask(url, values.timeout * 1000);
    if (status !== 200) throw new PlainError(url, `answered with status ${status}`, 'look at its log');
    stdout.write(`${body}\n`);
    return 0;
  },
};

function readUrl(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError(`--url takes an address such as ${DEFAULT_URL}, not '${url}'`);
  }
  return new URL('/health', url).href;
}

/** Not by `fetch`, which would send even this through a proxy that the environment names. */
async function ask(url: string, patienceMs: number): Promise<{ status: number; body: string }> {
  const get = url.startsWith('https:') ? getSecure : getPlain;
  const signal = AbortSignal.timeout(patienceMs);
  try {
    return await new Promise((resolve, reject) => {
      const asked = get(url, { signal }, (answer) => {
        let body = '';
        answer.setEncoding('utf8');
        answer.on('data', (text: string) => {
          body = (body + text).slice(0, MOST_SHOWN);
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: body.replace(/\s+/g, ' ').trim() }),
        );
        answer.on('error', reject);
      });
      asked.on('error', reject);
    });
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    const what = signal.aborted ? `no answer within ${patienceMs / 1000} s` : `no answer (${code ?? name})`;
    throw new PlainError(url, what, 'see whether it runs, and where it listens');
  }
}
