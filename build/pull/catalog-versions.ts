import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { catalogPath } from '../../src/data-directory.ts';
import { isSameFile, syncToDisk } from '../../src/system.ts';

/** The catalogues in a data directory: the current one, the previous one, and the next one while it is being made. */
export interface CatalogVersions {
  readonly current: string;
  readonly previous: string;
  /** For downloads and other files that exist only during a pull. */
  readonly folder: string;
  /** The new catalogue while it is being built and verified. */
  readonly next: string;
  /** A second name of the current catalogue while the two are being swapped. */
  readonly spare: string;
}

const NEXT = 'next.db';
const SPARE = 'spare.db';
/** Files that no longer mean anything once the process that created them has ended. */
const TEMPORARY: readonly string[] = [NEXT, SPARE];

/** Only computes the paths; nothing is created before it is needed. */
export function catalogVersionsIn(dataDir: string): CatalogVersions {
  const folder = join(dataDir, 'pull');
  return {
    current: catalogPath({ catalog: null, data: dataDir }),
    previous: join(dataDir, 'catalog.previous.db'),
    folder,
    next: join(folder, NEXT),
    spare: join(folder, SPARE),
  };
}

/**
 * Puts the next catalogue in place and keeps the current one as the previous, unless it is the same one again: then the
 * one before remains the one to return to. Each step is a single rename, in an order that leaves a complete catalogue
 * in place at every moment: a crash leaves either the old one or the new one.
 */
export function placeNext(versions: CatalogVersions, isSame: boolean): void {
  if (!isSame && existsSync(versions.current)) {
    linkSpare(versions);
    renameSync(versions.spare, versions.previous);
    // If both already were names of the same file, the rename did nothing.
    rmSync(versions.spare, { force: true });
    syncToDisk(dirname(versions.current));
  }
  renameSync(versions.next, versions.current);
  syncToDisk(dirname(versions.current));
}

/** Swaps the current and the previous catalogue. Doing it twice changes nothing. */
export function swapBack(versions: CatalogVersions): void {
  if (existsSync(versions.current)) {
    linkSpare(versions);
    // After a power failure at this point, the spare has to be found again.
    syncToDisk(versions.folder);
  }
  renameSync(versions.previous, versions.current);
  syncToDisk(dirname(versions.current));
  if (existsSync(versions.spare)) renameSync(versions.spare, versions.previous);
  syncToDisk(dirname(versions.current));
}

/** Completes or undoes what a crashed process left behind. The caller must hold the lock. */
export function removeLeftovers(versions: CatalogVersions): void {
  if (
    existsSync(versions.spare) &&
    !existsSync(versions.previous) &&
    !isSameFile(versions.spare, versions.current)
  ) {
    renameSync(versions.spare, versions.previous);
  }
  for (const name of readdirSync(versions.folder)) {
    // The working files of a build are named after its target, with a leading dot.
    const isTemporary = TEMPORARY.some((own) => name.startsWith(own) || name.startsWith(`.${own}`));
    if (isTemporary) rmSync(join(versions.folder, name), { force: true });
  }
}

/** Copies a file so that it is complete and on disk before it gets its name. */
export function copyDurably(from: string, to: string): void {
  copyFileSync(from, copyOf(to), constants.COPYFILE_FICLONE);
  const file = openSync(copyOf(to), 'r+');
  fsyncSync(file);
  closeSync(file);
  renameSync(copyOf(to), to);
}

function copyOf(path: string): string {
  return `${path}.copy`;
}

/** Gives the current catalogue a second name; on a file system without hard links, makes a copy. */
function linkSpare({ current, spare }: CatalogVersions): void {
  rmSync(spare, { force: true });
  try {
    linkSync(current, spare);
  } catch (error) {
    if (!NO_HARD_LINKS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyDurably(current, spare);
  }
}
/** Errors of file systems without hard links, such as FAT and some network shares. */
const NO_HARD_LINKS: readonly string[] = [
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EXDEV',
  'EACCES',
];
