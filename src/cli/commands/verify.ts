import { verifyCatalog } from '../../catalog/verify.ts';
import { formatCounted } from '../../counts.ts';
import { UsageError } from '../../options.ts';
import type { Command } from '../command.ts';

export const verify: Command<Record<never, never>> = {
  name: 'verify',
  usage: 'FILE',
  summary: 'Check every byte of a catalogue, and its structure',
  options: {},
  run({ positionals }, { stdout }) {
    const [path, ...rest] = positionals;
    if (path === undefined || rest.length > 0) throw new UsageError('give one catalogue FILE');
    const { foods, hash } = verifyCatalog(path);
    stdout.write(`${path}: intact, ${formatCounted(foods, 'food')}, sha256 ${hash}\n`);
  },
};
