import { dataDirectory } from '../../data-directory.ts';
import { type OptionTable, text } from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import { listServers } from '../../server/running-servers.ts';
import type { Command } from '../command.ts';

const OPTIONS = {
  data: text('DIR', 'the data directory of the servers'),
} as const satisfies OptionTable;

export const reload: Command<typeof OPTIONS> = {
  name: 'reload',
  usage: '',
  summary: 'Make running servers load a new catalogue immediately',
  details: [
    'Servers look for a new catalogue every second anyway; this skips the wait. It sends SIGHUP to each server',
    'that uses the data directory. The server checks every byte of the file, switches to it between two requests,',
    'and logs the outcome.',
  ],
  options: OPTIONS,
  run({ values }, { stdout }) {
    const folder = dataDirectory(values.data);
    const servers = listServers(folder);
    if (servers.length === 0) {
      throw new PlainError(
        folder,
        'no running server uses this data directory',
        'give the directory with --data, or send SIGHUP to the process',
      );
    }
    for (const pid of servers) {
      signal(pid);
      stdout.write(`signalled process ${pid}\n`);
    }
  },
};

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGHUP');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new PlainError(
      `process ${pid}`,
      `cannot be signalled (${code})`,
      'run this as the user who runs the server',
    );
  }
}
