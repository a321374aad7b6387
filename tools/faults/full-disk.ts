import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inNamespaces } from '../../test/namespaces.ts';
import { count, type Figure } from './figure.ts';
import type { FullDiskOutcome } from './full-disk-scene.ts';

/** Enough for a file of accounts and its journal, and soon full. */
const DISK = 'size=4m';
const SCENE = join(import.meta.dir, 'full-disk-scene.ts');

/** Plays the scene on a small disk of its own, which is gone when the scene ends. */
export async function runFullDisk(catalog: string): Promise<FullDiskOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-full-'));
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const script = `mount -t tmpfs -o ${DISK} tmpfs "$1" && exec '${process.execPath}' '${SCENE}' "$1" "$2"`;
  const child = Bun.spawn(inNamespaces(['mount'], script, disk, catalog), { stdout: 'pipe', stderr: 'pipe' });
  const [result, problem] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const status = await child.exited;
  rmSync(folder, { recursive: true });
  if (status !== 0) throw new Error(`the scene failed: ${problem}`);
  return JSON.parse(result) as FullDiskOutcome;
}

export async function fullDisk(catalog: string): Promise<Figure[]> {
  const outcome = await runFullDisk(catalog);
  const lost = outcome.lostWhenFull + outcome.lostWithRoom + outcome.lostAfterRestart;
  return [
    {
      item: 22,
      done: `keys made on a disk that fills up, ${outcome.rooms} times with a different amount of space left; ${outcome.refusals} refused${outcome.isNamed ? ', the log names the disk' : ''}`,
      figure: `${count(outcome.shown)} keys shown, ${lost} lost, ${outcome.failedReads} reads failed, ${outcome.stuck} times stuck, ${outcome.leaks} leaks`,
      toReach: 'nothing lost, reads go on, and so do writes once there is space',
      isReached:
        outcome.isNamed &&
        outcome.refusals > 0 &&
        outcome.shown > 0 &&
        lost + outcome.failedReads + outcome.stuck + outcome.leaks === 0,
    },
  ];
}
