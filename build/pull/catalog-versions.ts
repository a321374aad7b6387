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
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../src/system.ts';

/** Where a data directory keeps its catalogue, the former one, and what is on its way to become one. */
export interface Shelf {
  readonly present: string;
  readonly previous: string;
  /** Downloads, and whatever else is only there while a pull runs. */
  readonly folder: string;
  /** The new catalogue while it is built and verified. */
  readonly next: string;
  /** A second name of the present catalogue while the two change places. */
  readonly spare: string;
}

const NEXT = 'next.db';
const SPARE = 'spare.db';
/** None of these outlives the process that made it. */
const WORKING: readonly string[] = [NEXT, SPARE];

/** The names alone: nothing is made before it is needed. */
export function shelfOf(dataDir: string): Shelf {
  const folder = join(dataDir, 'pull');
  return {
    present: join(dataDir, 'catalog.db'),
    previous: join(dataDir, 'catalog.previous.db'),
    folder,
    next: join(folder, NEXT),
    spare: join(folder, SPARE),
  };
}

/**
 * Puts the next catalogue in place and keeps the present one as the previous. Each step is one rename, in such an order
 * that at any moment a whole catalogue is at its place: whoever dies in between leaves the old one or the new one.
 */
export function placeNext(shelf: Shelf): void {
  if (existsSync(shelf.present)) {
    nameTwice(shelf);
    renameSync(shelf.spare, shelf.previous);
    // If both were names of one file already, the rename has done nothing.
    rmSync(shelf.spare, { force: true });
    syncFolder(dirname(shelf.present));
  }
  renameSync(shelf.next, shelf.present);
  syncFolder(dirname(shelf.present));
}

/** Lets the present and the previous catalogue change places; after a second time all is as it was. */
export function swapBack(shelf: Shelf): void {
  if (existsSync(shelf.present)) {
    nameTwice(shelf);
    // Should the power fail now, the spare must be found again.
    syncFolder(shelf.folder);
  }
  renameSync(shelf.previous, shelf.present);
  syncFolder(dirname(shelf.present));
  if (existsSync(shelf.spare)) renameSync(shelf.spare, shelf.previous);
  syncFolder(dirname(shelf.present));
}

/** Ends or undoes what a process left that died in the middle. Whoever calls it holds the lock. */
export function tidyShelf(shelf: Shelf): void {
  if (existsSync(shelf.spare) && !existsSync(shelf.previous) && !isSameFile(shelf.spare, shelf.present)) {
    renameSync(shelf.spare, shelf.previous);
  }
  for (const name of readdirSync(shelf.folder)) {
    // Builds name their files after their target, with a dot in front.
    const isOurs = WORKING.some((own) => name.startsWith(own) || name.startsWith(`.${own}`));
    if (isOurs) rmSync(join(shelf.folder, name), { force: true });
  }
}

/** A copy that is whole and on the disk when it has its name. */
export function copyWhole(from: string, to: string): void {
  copyFileSync(from, copyOf(to), constants.COPYFILE_FICLONE);
  const file = openSync(copyOf(to), 'r+');
  fsyncSync(file);
  closeSync(file);
  renameSync(copyOf(to), to);
}

function copyOf(path: string): string {
  return `${path}.copy`;
}

/** Gives the present catalogue a second name; where the disk knows no such thing, a copy. */
function nameTwice({ present, spare }: Shelf): void {
  rmSync(spare, { force: true });
  try {
    linkSync(present, spare);
  } catch (error) {
    if (!NO_LINKS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyWhole(present, spare);
  }
}
/** What disks of cameras and sticks answer, and some network shares. */
const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV', 'EACCES'];

function isSameFile(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false }));
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}
