import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { isatty } from 'node:tty';
import { UsageError } from '../options.ts';
import { PlainError } from '../plain-error.ts';
import type { Screen } from './command.ts';

/** A longer line of standard input is not a password. */
const MAX_INPUT_BYTES = 64 * 1024;
const STDIN = 0;

/** A new password for this account: typed twice on a terminal, or the first line of standard input. */
export async function readNewPassword(name: string, stderr: Screen): Promise<string> {
  const password = isatty(STDIN) ? await askTwice(name, stderr) : await readFirstLine();
  if (password === null) throw new UsageError('no password on standard input');
  return password;
}

/** Null when the input ends before a password. */
async function askTwice(name: string, stderr: Screen): Promise<string | null> {
  const editor = createInterface({ input: process.stdin, output: nowhere(), terminal: true, historySize: 0 });
  editor.once('SIGINT', () => {
    // Closing restores the terminal, so that the shell after it echoes again.
    editor.close();
    stderr.write('\n');
    process.kill(process.pid, 'SIGINT');
  });
  const lines = editor[Symbol.asyncIterator]();
  const ask = async (prompt: string) => {
    stderr.write(prompt);
    const { value, done } = await lines.next();
    stderr.write('\n');
    return done ? null : value;
  };
  try {
    const password = await ask(`Password for ${name}: `);
    if (password === null) return null;
    const repeated = await ask('Repeat: ');
    if (repeated === password) return password;
    throw new PlainError(`password for ${name}`, 'the two entries differ', 'run the command again');
  } finally {
    editor.close();
  }
}

/** Where the line editor may echo what is typed. */
function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

async function readFirstLine(): Promise<string | null> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of Bun.stdin.stream()) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('\n') || text.length > MAX_INPUT_BYTES) break;
  }
  return text === '' ? null : text.split('\n', 1)[0]!.replace(/\r$/, '');
}
