import { existsSync } from 'node:fs';
import { type Shelf, shelfOf, swapBack, tidyShelf } from '../../../build/pull/catalog-versions.ts';
import { takePullLock } from '../../../build/pull/pull-lock.ts';
import { openCatalog } from '../../catalog/open.ts';
import { dataDirectory } from '../../data-directory.ts';
import { type OptionTable, text, UsageError } from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import type { Command } from '../command.ts';
import { formatCount } from '../progress.ts';
import { verifyCatalog } from './verify.ts';

const OPTIONS = {
  data: text('DIR', 'the data directory'),
} as const satisfies OptionTable;

export const rollback: Command<typeof OPTIONS> = {
  name: 'rollback',
  usage: '',
  summary: 'Go back to the catalogue before the last pull',
  details: [
    'Puts catalog.previous.db of the data directory in the place of catalog.db, and keeps that one',
    'as catalog.previous.db: doing it twice returns. A running server picks it up by itself.',
    '`larder pull` does not bring the same export again; the next one it does.',
  ],
  options: OPTIONS,
  run({ values, positionals }, { stdout }) {
    if (positionals.length > 0) throw new UsageError('takes no arguments');
    const shelf = shelfOf(dataDirectory(values.data));
    if (!existsSync(shelf.previous) && !existsSync(shelf.spare)) throw nothingBefore(shelf);
    const lock = takePullLock(shelf.folder);
    try {
      tidyShelf(shelf);
      const found = verifyPrevious(shelf);
      swapBack(shelf);
      stdout.write(`${shelf.present}: ${found}\n`);
      return 0;
    } finally {
      lock.release();
    }
  },
};

/** What is about to be put in place, in words. */
function verifyPrevious(shelf: Shelf): string {
  if (!existsSync(shelf.previous)) throw nothingBefore(shelf);
  const { foods, hash } = verifyCatalog(shelf.previous);
  if (hash === findHash(shelf.present)) {
    throw new PlainError(
      shelf.previous,
      'is the same catalogue as the present one',
      'there is nothing to go back to',
    );
  }
  const catalog = openCatalog(shelf.previous);
  const { dump_date } = catalog.manifest;
  catalog.close();
  const newest = dump_date === null ? '' : `, newest record ${dump_date}`;
  return `${formatCount(foods)} foods${newest}, sha256 ${hash.slice(0, 12)}…`;
}

/** Null for a present catalogue that cannot be read: a reason to go back, not to refuse it. */
function findHash(path: string): string | null {
  try {
    return verifyCatalog(path).hash;
  } catch {
    return null;
  }
}

function nothingBefore({ previous }: Shelf): PlainError {
  return new PlainError(previous, 'no such file', '`larder pull` keeps the former catalogue there');
}
