import { existsSync } from 'node:fs';
import {
  type CatalogVersions,
  catalogVersionsIn,
  removeLeftovers,
  swapBack,
} from '../../../build/pull/catalog-versions.ts';
import { takePullLock } from '../../../build/pull/pull-lock.ts';
import { openCatalog } from '../../catalog/open.ts';
import { verifyCatalog } from '../../catalog/verify.ts';
import { formatCounted } from '../../counts.ts';
import { dataDirectory } from '../../data-directory.ts';
import { type OptionTable, text } from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import type { Command } from '../command.ts';

const OPTIONS = {
  data: text('DIR', 'the data directory'),
} as const satisfies OptionTable;

export const rollback: Command<typeof OPTIONS> = {
  name: 'rollback',
  usage: '',
  summary: 'Return to the catalogue from before the last pull',
  details: [
    'Swaps catalog.db and catalog.previous.db in the data directory, so running it twice changes nothing.',
    'Running servers notice the change. `larder pull` will not fetch the export that was rolled back, only a newer one.',
  ],
  options: OPTIONS,
  run({ values }, { stdout }) {
    const versions = catalogVersionsIn(dataDirectory(values.data));
    if (!existsSync(versions.previous) && !existsSync(versions.spare)) throw noPrevious(versions);
    const lock = takePullLock(versions.folder);
    try {
      removeLeftovers(versions);
      const found = verifyPrevious(versions);
      swapBack(versions);
      stdout.write(`${versions.current}: ${found}\n`);
    } finally {
      lock.release();
    }
  },
};

/** Checks the previous catalogue and describes it. */
function verifyPrevious(versions: CatalogVersions): string {
  if (!existsSync(versions.previous)) throw noPrevious(versions);
  const { foods, hash } = verifyCatalog(versions.previous);
  if (hash === findHash(versions.current)) {
    throw new PlainError(
      versions.previous,
      'is the same as the current catalogue',
      'there is nothing to return to',
    );
  }
  const catalog = openCatalog(versions.previous);
  const { dump_date } = catalog.manifest;
  catalog.close();
  const newest = dump_date === null ? '' : `, newest record ${dump_date}`;
  return `${formatCounted(foods, 'food')}${newest}, sha256 ${hash.slice(0, 12)}…`;
}

/** Null for a current catalogue that cannot be read, which is a reason to roll back, not to refuse. */
function findHash(path: string): string | null {
  try {
    return verifyCatalog(path).hash;
  } catch {
    return null;
  }
}

function noPrevious({ previous }: CatalogVersions): PlainError {
  return new PlainError(previous, 'no such file', '`larder pull` keeps the previous catalogue there');
}
