import { openDisposable } from '../../sqlite/driver.ts';
import type { Cut } from '../manifest.ts';

const CACHE_KIB = 1024;

/** Adds to the manifest of a finished file, before it is sealed, what it was cut from; nothing for a whole one. */
export function writeCuts(path: string, cuts: readonly Cut[] | undefined): void {
  if (cuts === undefined || cuts.length === 0) return;
  const db = openDisposable(path, CACHE_KIB);
  try {
    db.prepare('INSERT INTO manifest (key, value) VALUES (?, ?)').run('cut_from', JSON.stringify(cuts));
  } finally {
    db.close();
  }
}
