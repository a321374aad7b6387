import { statSync } from 'node:fs';
import { CatalogError } from '../../catalog/catalog-error.ts';
import { readSeal, refuseAltered } from '../../catalog/checksum.ts';
import { openCatalog } from '../../catalog/open.ts';
import { UsageError } from '../../options.ts';
import type { Database } from '../../sqlite/driver.ts';
import type { Command } from '../command.ts';
import { formatCount } from '../progress.ts';

const COPY_AGAIN = 'copy it again, or build it again with `larder build`';

export const verify: Command<Record<never, never>> = {
  name: 'verify',
  usage: 'FILE',
  summary: 'Check every byte of a catalogue, and its structure',
  options: {},
  run({ positionals }, { stdout }) {
    const [path, ...rest] = positionals;
    if (path === undefined || rest.length > 0) throw new UsageError('give one catalogue FILE');
    const { foods, hash } = verifyCatalog(path);
    stdout.write(`${path}: whole, ${formatCount(foods)} foods, sha256 ${hash}\n`);
    return 0;
  },
};

/** Throws a CatalogError that says what is off. */
export function verifyCatalog(path: string): { foods: number; hash: string } {
  // Before opening: of an altered file SQLite may say anything.
  const seal = statSync(path, { throwIfNoEntry: false })?.isFile() ? readSeal(path) : null;
  if (seal !== null) refuseAltered(path, seal);
  const catalog = openCatalog(path);
  try {
    if (seal === null) throw new CatalogError(path, 'has lost its seal', COPY_AGAIN);
    const found = findBroken(catalog.db);
    if (found !== null) throw new CatalogError(path, `has a broken structure (${found})`, COPY_AGAIN);
    const foods = catalog.db.prepare('SELECT count(*) FROM foods').pluck().get() as number;
    if (foods !== catalog.size) {
      throw new CatalogError(
        path,
        `holds ${foods} foods where its manifest says ${catalog.size}`,
        COPY_AGAIN,
      );
    }
    return { foods, hash: seal.computed };
  } finally {
    catalog.close();
  }
}

/**
 * What SQLite finds wrong in the trees of the file, or null. Table by table, since a check of the whole would also count
 * every word of the search index anew: that takes longer than all the rest, of bytes that have just been found as written.
 */
function findBroken(db: Database): string | null {
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    .pluck()
    .all() as string[];
  for (const table of tables) {
    const found = db.pragma(`quick_check("${table.replaceAll('"', '""')}")`, { simple: true });
    if (found !== 'ok') return String(found);
  }
  return null;
}
