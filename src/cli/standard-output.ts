import { explainDiskFailure } from '../disk-failure.ts';
import { PlainError } from '../plain-error.ts';
import type { Screen } from './command.ts';

/** Standard output that notices a full disk: a script must not take half a result for a whole one. */
export interface StandardOutput extends Screen {
  /** Waits until everything is written. Throws a PlainError if that failed. */
  finish(): Promise<void>;
}

export function openStandardOutput(): StandardOutput {
  let failure: NodeJS.ErrnoException | null = null;
  const note = (error?: Error | null) => {
    failure ??= error ?? null;
  };
  const writes: Promise<void>[] = [];
  return {
    get isTTY() {
      return process.stdout.isTTY;
    },
    get columns() {
      return process.stdout.columns;
    },
    write(text) {
      // Without a listener an error would end the process before it can be explained.
      if (writes.length === 0) process.stdout.on('error', note);
      const { promise, resolve } = Promise.withResolvers<void>();
      writes.push(promise);
      process.stdout.write(text, (error) => {
        note(error);
        resolve();
      });
    },
    async finish() {
      await Promise.all(writes);
      // The reader of a pipe has enough when it closes it, as `head` does.
      if (failure === null || failure.code === 'EPIPE') return;
      const { code = failure.message } = failure;
      const what = explainDiskFailure(code)?.what ?? `cannot be written (${code})`;
      throw new PlainError('standard output', what, 'the output is incomplete');
    },
  };
}
