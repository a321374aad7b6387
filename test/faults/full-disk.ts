import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, type Figure } from './figure.ts';
import type { FullDiskOutcome } from './full-disk-scene.ts';

/** Room for a catalogue of accounts and its journal, and soon used up. */
const DISK = 'size=4m';
const SCENE = join(import.meta.dir, 'full-disk-scene.ts');

/** A disk of its own in a namespace of its own: it is gone with the scene. */
export async function runFullDisk(catalog: string): Promise<FullDiskOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-full-'));
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const isolate = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--user', '--map-root-user'];
  const script = `mount -t tmpfs -o ${DISK} tmpfs '${disk}' && exec '${process.execPath}' '${SCENE}' '${disk}' '${catalog}'`;
  const child = Bun.spawn(['unshare', ...isolate, 'sh', '-c', script], { stdout: 'pipe', stderr: 'pipe' });
  const [told, words] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const status = await child.exited;
  rmSync(folder, { recursive: true });
  if (status !== 0) throw new Error(`the scene failed: ${words}`);
  return JSON.parse(told) as FullDiskOutcome;
}

export async function fullDisk(catalog: string): Promise<Figure[]> {
  const outcome = await runFullDisk(catalog);
  const lost = outcome.lostWhenFull + outcome.lostWithRoom + outcome.lostAfterRestart;
  return [
    {
      item: 22,
      done: `keys made on a disk that fills up, ${outcome.rooms} times with ever other room; ${outcome.refusals} refused${outcome.isNamed ? ', the log names the disk' : ''}`,
      figure: `${count(outcome.shown)} keys shown, ${lost} lost, ${outcome.failedReads} reads failed, ${outcome.stuck} times stuck, ${outcome.leaks} leaks`,
      toReach: 'nothing lost, reads go on, and writes once there is room',
      isReached:
        outcome.isNamed &&
        outcome.refusals > 0 &&
        outcome.shown > 0 &&
        lost + outcome.failedReads + outcome.stuck + outcome.leaks === 0,
    },
  ];
}
