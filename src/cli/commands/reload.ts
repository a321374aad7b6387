import { dataDirectory } from '../../data-directory.ts';
import { type OptionTable, text, UsageError } from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import { listServers } from '../../server/running-servers.ts';
import type { Command } from '../command.ts';

const OPTIONS = {
  data: text('DIR', 'the data directory of the servers'),
} as const satisfies OptionTable;

export const reload: Command<typeof OPTIONS> = {
  name: 'reload',
  usage: '',
  summary: 'Tell running servers to take up a new catalogue at once',
  details: [
    'A server looks for a new file every second by itself; this is for who does not want to wait.',
    'It is the same as SIGHUP: each server reads the file to its last byte, then moves over between two requests.',
    'What came of it stands in the log of the server.',
  ],
  options: OPTIONS,
  run({ values, positionals }, { stdout }) {
    if (positionals.length > 0) throw new UsageError('takes no arguments');
    const folder = dataDirectory(values.data);
    const servers = listServers(folder);
    if (servers.length === 0) {
      throw new PlainError(
        folder,
        'no server with this data directory is running',
        'name its directory with --data, or send SIGHUP to the process',
      );
    }
    for (const pid of servers) {
      tell(pid);
      stdout.write(`told process ${pid}\n`);
    }
    return 0;
  },
};

function tell(pid: number): void {
  try {
    process.kill(pid, 'SIGHUP');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new PlainError(
      `process ${pid}`,
      `cannot be told (${code})`,
      'do it as the user who runs the server',
    );
  }
}
