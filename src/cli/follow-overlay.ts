import { statSync } from 'node:fs';
import { LOOK_EVERY_MS } from '../catalog/follow.ts';

/** Calls `reopen` whenever the overlay has changed. Returns a function that stops this. */
export function followOverlay(path: string, reopen: () => Promise<void>): () => void {
  let seen = identityOf(path);
  let isReopening = false;
  const timer = setInterval(async () => {
    const now = identityOf(path);
    // A missing file may be about to be replaced.
    if (now === null || now === seen || isReopening) return;
    seen = now;
    isReopening = true;
    await reopen();
    isReopening = false;
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Differs between two states of the file; null if there is none. */
function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.size} ${found.mtimeMs}`;
}
