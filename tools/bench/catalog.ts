import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openCatalog } from '../../src/catalog/open.ts';
import { findOrWriteDump } from './dump.ts';

const ROOT = join(import.meta.dir, '..', '..');
const CACHE = join(ROOT, '.cache');

/** The catalogue to measure: the one that a flag names, or a generated one. */
export async function findCatalog(named: string | undefined, rows: number): Promise<string> {
  if (named === undefined) return findOrBuildCatalog(rows);
  // Says what is wrong with it, which a server in the background could not.
  openCatalog(named).close();
  return named;
}

/** A catalogue of generated foods, built now or kept from an earlier run. */
export async function findOrBuildCatalog(rows: number): Promise<string> {
  const dump = await findOrWriteDump({ rows, seed: 1 });
  const out = join(CACHE, `http-${rows}.db`);
  if (existsSync(out) && isReadable(out)) return out;
  const build = Bun.spawn(
    [
      process.execPath,
      join(ROOT, 'src', 'main.ts'),
      'build',
      dump,
      '--out',
      out,
      '--force',
      '--without',
      'generic',
    ],
    { stdout: 'ignore', stderr: 'inherit' },
  );
  if ((await build.exited) !== 0) throw new Error('the build failed');
  return out;
}

function isReadable(file: string): boolean {
  try {
    openCatalog(file).close();
    return statSync(file).size > 0;
  } catch {
    return false;
  }
}
